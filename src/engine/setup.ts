// What a process is started with: the user's defaults, what the thread says above them, what this turn says above both.
import type { Thread, ThreadSettings } from '../store/types.ts';
import type { AgentSetup } from './agent.ts';

/** The later one wins; tools and servers that are named in several add up. */
export function mergeSettings(...layers: (ThreadSettings | undefined)[]): ThreadSettings {
  const merged: ThreadSettings = {};
  for (const layer of layers) {
    const said = Object.entries(layer ?? {}).filter(([, value]) => value !== undefined);
    const { allowedTools, deniedTools, mcpConfig } = merged;
    Object.assign(merged, Object.fromEntries(said));
    merged.allowedTools = union(allowedTools, layer?.allowedTools);
    merged.deniedTools = union(deniedTools, layer?.deniedTools);
    merged.mcpConfig = union(mcpConfig, layer?.mcpConfig);
  }
  return merged;
}

function union(before: string[] | undefined, more: string[] | undefined): string[] | undefined {
  return before && more ? [...new Set([...before, ...more])] : (more ?? before);
}

export function setupOf(thread: Pick<Thread, 'cwd'>, settings: ThreadSettings): AgentSetup {
  return {
    cwd: thread.cwd,
    model: settings.model,
    mode: settings.mode ?? 'ask',
    allowedTools: settings.allowedTools ?? [],
    deniedTools: settings.deniedTools ?? [],
    mcpConfig: settings.mcpConfig ?? [],
    appendSystemPrompt: settings.appendSystemPrompt,
    extraArgs: settings.claudeArgs ?? [],
  };
}

/** Equal for two processes that are interchangeable, as far as what they were started with goes. */
export function setupKey(setup: AgentSetup): string {
  return JSON.stringify([
    setup.cwd,
    setup.model ?? null,
    setup.mode,
    setup.allowedTools,
    setup.deniedTools,
    setup.mcpConfig,
    setup.appendSystemPrompt ?? null,
    setup.extraArgs,
  ]);
}
