// How a thread's settings read on `claude`'s command line. Lists of tools and files are given one value an argument, so that a
// rule with a comma or a space in it stays one rule; an option always follows such a list and ends it.
import type { PermissionMode } from '../../store/types.ts';
import type { AgentSetup } from '../agent.ts';

const modes: Record<PermissionMode, string> = {
  ask: 'default',
  'read-only': 'default',
  plan: 'plan',
  'accept-edits': 'acceptEdits',
  bypass: 'bypassPermissions',
};
const readers = ['Read', 'Glob', 'Grep', 'WebFetch', 'WebSearch'];

export interface Spawn {
  session: { id: string; known: 'new' | 'resumed' };
  /** Null: none of ours, so that the user's own arguments say. */
  settings: string | null;
  screenReader: boolean;
  extraArgs: readonly string[];
}

export function claudeArguments(setup: AgentSetup, spawn: Spawn): string[] {
  const args: string[] = [];
  const list = (flag: string, values: readonly string[]) => {
    if (values.length > 0) args.push(flag, ...values);
  };
  if (setup.mode === 'read-only') {
    args.push('--tools', readers.join(','));
    if (setup.mcpConfig.length === 0) args.push('--strict-mcp-config');
  }
  list('--allowedTools', setup.allowedTools);
  list('--disallowedTools', setup.deniedTools);
  list('--mcp-config', setup.mcpConfig);
  if (spawn.screenReader) args.push('--ax-screen-reader');
  if (setup.model !== undefined) args.push('--model', setup.model);
  if (setup.appendSystemPrompt !== undefined) args.push('--append-system-prompt', setup.appendSystemPrompt);
  args.push('--permission-mode', modes[setup.mode]);
  if (spawn.settings !== null) args.push('--settings', spawn.settings);
  args.push(spawn.session.known === 'resumed' ? '--resume' : '--session-id', spawn.session.id);
  return [...args, ...spawn.extraArgs];
}
