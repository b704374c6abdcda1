// The package's public face: open an engine, and the types everything is written in.
import type { EngineApi, EngineOptions } from './api.ts';
import { createClaudeAgent } from './claude/index.ts';
import { refusingOnceClosed } from './closed.ts';
import { type EngineParts, createEngine as engineWith } from './engine.ts';
import { openLog } from './log.ts';

export async function openEngine(options: EngineOptions = {}): Promise<EngineApi> {
  const env = options.env ?? process.env;
  const log = openLog(env);
  return createEngine(options, { agent: createClaudeAgent({ claude: options.claude, env, log }), log });
}

export async function createEngine(options: EngineOptions, parts: EngineParts): Promise<EngineApi> {
  return refusingOnceClosed(await engineWith(options, parts));
}

export * from '../store/types.ts';
export type { Advice } from './advice.ts';
export * from './agent.ts';
export * from './api.ts';
export type * from './events.ts';
export { type Log, silentLog } from './log.ts';
export type * from './thread-tools.ts';
