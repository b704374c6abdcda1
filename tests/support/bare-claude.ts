// `claude` as a person runs it: no hooks, no screen-reader mode, nothing of ours. Its transcript and its window title tell when a turn is over.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import xterm from '@xterm/headless';
import pty from 'node-pty';
import { eventually } from './engine.ts';
import type { World } from './world.ts';

export interface BareClaude {
  turn(prompt: string): Promise<void>;
  close(): Promise<void>;
}

export async function startBareClaude(world: World, args: string[] = []): Promise<BareClaude> {
  const size = { cols: 120, rows: 40 };
  const child = pty.spawn(world.claude, args, { name: 'xterm-256color', ...size, cwd: world.cwd, env: world.env });
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  terminal.onData((data) => child.write(data));
  const titles: string[] = [];
  terminal.onTitleChange((title) => titles.push(title));
  child.onData((data) => terminal.write(data));
  const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
  const screen = () =>
    Array.from({ length: size.rows }, (_, y) => terminal.buffer.active.getLine(y)?.translateToString(true)).join('\n');
  await eventually(() => /[>❯]/.test(screen()) && titles.length > 0, 'bare claude ready');
  return {
    async turn(prompt) {
      const before = repliesIn(world);
      child.write(`\x1b[200~${prompt}\x1b[201~`);
      await eventually(() => screen().includes(prompt.slice(0, 30)), 'the prompt in the box');
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.write('\r');
      await eventually(() => repliesIn(world) > before, 'the last reply in the transcript');
      await eventually(() => titles.at(-1)?.startsWith('✳'), 'claude idle again');
    },
    async close() {
      child.kill();
      await exited;
      terminal.dispose();
    },
  };
}

/** Replies that ended a turn, over all transcripts of the world. */
function repliesIn(world: World): number {
  const projects = path.join(world.home, '.claude/projects');
  if (!existsSync(projects)) return 0;
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(path.join(projects, name), 'utf8').split('\n').slice(0, -1));
  const replies = lines.map((line) => JSON.parse(line) as { message?: { id?: string; stop_reason?: string } });
  const ended = replies.filter(({ message }) => message?.stop_reason === 'end_turn');
  return new Set(ended.map(({ message }) => message?.id)).size;
}
