export {
  type CommandName,
  catalogue,
  commandNamed,
  type ParsedCommand,
  parseCommand,
  type SlashCommand,
} from './catalogue.ts';
export type { CommandHost, NoticeLevel } from './host.ts';
export { runCommand } from './run.ts';
