// A slash command that `claude` does not know: it says so beside the conversation and does nothing else, as if all were well.
import type { AgentFailure } from '../agent.ts';

const words = /^Unknown command: (\/\S+?)(?:\. (Did you mean \/\S+\?))?(?:\n|$)/;

/** From what `claude` said after `command` was typed; null when that is something else, or about another command. */
export function unknownCommand(command: string, said: string): AgentFailure | null {
  const [, name, suggestion] = words.exec(said) ?? [];
  if (name === undefined || name !== command.split(/\s/, 1)[0]) return null;
  return {
    code: 'unknown-command',
    text: [`claude knows no command ${name}.`, suggestion].filter(Boolean).join(' '),
    next: "Correct it and send it again; typing / in the chat lists ccchat's own commands.",
  };
}
