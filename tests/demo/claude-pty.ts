// The real `claude` in a PTY with its hooks, screen and transcript at hand: just enough to see that it takes what the
// scripted model says. The engine has its own, better one; this must not depend on it.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import xterm from '@xterm/headless';
import pty from 'node-pty';
import type { World } from '../support/world.ts';

export interface HookEvent {
  hook_event_name: string;
  at: number;
  prompt?: string;
  tool_name?: string;
  error?: string;
  last_assistant_message?: string;
  [key: string]: unknown;
}

interface TranscriptRecord {
  type: string;
  isApiErrorMessage?: boolean;
  message?: { content: string | { type: string; [key: string]: unknown }[] };
  [key: string]: unknown;
}

export interface ClaudePty {
  readonly pid: number;
  readonly hooks: HookEvent[];
  screen(): string;
  transcript(): TranscriptRecord[];
  type(text: string): Promise<void>;
  escape(): void;
  hook(name: string, timeoutMs?: number): Promise<HookEvent>;
  until<T>(what: string, look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}

const hookNames = [
  'UserPromptSubmit',
  'PermissionRequest',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'StopFailure',
];

export interface ClaudeOptions {
  args?: string[];
  /** What a hook is answered; nothing leaves it to `claude`. */
  respond?: (event: HookEvent) => object | undefined;
}

export async function startClaude(world: World, { args = [], respond }: ClaudeOptions = {}): Promise<ClaudePty> {
  const hooks: HookEvent[] = [];
  const server = http.createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const event: HookEvent = { ...JSON.parse(text), at: Date.now() };
    hooks.push(event);
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(respond?.(event) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = path.join(world.root, `settings-${randomUUID()}.json`);
  const entry = [{ hooks: [{ type: 'http', url, timeout: 60 }] }];
  writeFileSync(settings, JSON.stringify({ hooks: Object.fromEntries(hookNames.map((name) => [name, entry])) }));

  const session = randomUUID();
  const size = { cols: 400, rows: 200 };
  const child = pty.spawn(
    world.claude,
    ['--ax-screen-reader', '--session-id', session, '--settings', settings, '--permission-mode', 'default', ...args],
    { name: 'xterm-256color', ...size, cwd: world.cwd, env: { ...world.env, CLAUDE_AX_STARTUP_QUIET_MS: '0' } },
  );
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 5_000 });
  const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
  terminal.onData((data) => child.write(data));
  let ready = false;
  child.onData((data) => {
    ready ||= /\x1b\]0;|effort|\? for shortcuts/.test(data);
    terminal.write(data);
  });

  const slug = world.cwd.replace(/[^A-Za-z0-9]/g, '-');
  const file = path.join(world.home, '.claude/projects', slug, `${session}.jsonl`);
  const screen = () => {
    const buffer = terminal.buffer.active;
    const lines = Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? '');
    return lines.join('\n').replace(/\n{2,}/g, '\n');
  };
  const until = async <T>(what: string, look: () => T | undefined | false, timeoutMs = 15_000): Promise<T> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}. The screen:\n${screen()}`);
      await pause(20);
    }
  };
  await until('claude to start', () => ready);
  await pause(400);

  let seen = 0;
  return {
    pid: child.pid,
    hooks,
    screen,
    transcript: () => {
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as TranscriptRecord);
    },
    async type(text) {
      seen = hooks.length;
      const taken = () => hooks.slice(seen).find((event) => event.hook_event_name === 'UserPromptSubmit');
      child.write(`\x1b[200~${text}\x1b[201~`);
      await pause(150);
      child.write('\r');
      await until(`"${text}" to be taken`, taken, 1_500).catch(() => child.write('\r'));
      await until(`"${text}" to be taken`, taken);
    },
    escape: () => child.write('\x1b'),
    hook: (name, timeoutMs) =>
      until(`hook ${name}`, () => hooks.slice(seen).find((event) => event.hook_event_name === name), timeoutMs),
    until,
    async close() {
      child.kill();
      await exited;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      terminal.dispose();
    },
  };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
