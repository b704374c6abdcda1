// The real `claude` in a PTY, followed through its transcript alone, with the messages that its events make: just enough of an
// engine to see that a conversation can be taken down and brought back.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import xterm from '@xterm/headless';
import pty from 'node-pty';
import type { AgentEvent } from '../../../src/engine/agent.ts';
import { type Following, followTranscript } from '../../../src/engine/claude/transcript/follow.ts';
import { transcriptFile } from '../../../src/engine/claude/transcript/place.ts';
import type { Written } from '../../../src/engine/claude/transcript/writer.ts';
import { type MessageDraft, messagesFromEvents } from '../../../src/engine/messages-from-events.ts';
import type { Message } from '../../../src/store/types.ts';
import type { World } from '../../support/world.ts';

export interface Program {
  readonly session: string;
  readonly file: string;
  readonly events: AgentEvent[];
  readonly following: Following;
  screen(): string;
  /** Typed and sent, without waiting for anything. */
  put(text: string): Promise<void>;
  /** Resolves when the transcript has the prompt. */
  prompt(text: string): Promise<void>;
  /** Resolves when the transcript says that the turn is over. */
  turn(text: string): Promise<void>;
  keys(text: string): void;
  until<T>(what: string, look: () => T | undefined | false): Promise<T>;
  count(type: AgentEvent['type']): number;
  close(): Promise<void>;
}

export async function startProgram(
  world: World,
  {
    resume,
    args = [],
    onDraft,
  }: { resume?: Written & { session: string }; args?: string[]; onDraft?(draft: MessageDraft): void } = {},
): Promise<Program> {
  const session = resume?.session ?? randomUUID();
  const hooks = await permissionHook();
  const settings = path.join(world.root, `settings-${randomUUID()}.json`);
  const entry = [{ hooks: [{ type: 'http', url: hooks.url, timeout: 60 }] }];
  writeFileSync(settings, JSON.stringify({ hooks: { PermissionRequest: entry } }));
  const size = { cols: 400, rows: 100 };
  const child = pty.spawn(
    world.claude,
    [
      '--ax-screen-reader',
      resume ? '--resume' : '--session-id',
      session,
      '--settings',
      settings,
      '--permission-mode',
      'default',
      ...args,
    ],
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
  const screen = () => {
    const { active } = terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? '');
    return rows.join('\n').replace(/\n{2,}/g, '\n');
  };

  const events: AgentEvent[] = [];
  let fold = messagesFromEvents();
  const file = transcriptFile({ env: world.env, cwd: world.cwd, session });
  const following = followTranscript({
    file,
    offset: resume?.offset,
    known: resume?.lines,
    onEvent(event) {
      events.push(event);
      for (const draft of fold.push(event)) onDraft?.(draft);
      if (event.type === 'end') fold = messagesFromEvents();
    },
  });
  following.pace('busy');

  const until: Program['until'] = async (what, look) => {
    const deadline = Date.now() + 40_000;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > deadline)
        throw new Error(`Waited for ${what}. The screen:\n${screen()}\nEvents: ${told(events)}`);
      await pause(20);
    }
  };
  const count: Program['count'] = (type) => events.filter((event) => event.type === type).length;
  const put = async (text: string) => {
    child.write(`\x1b[200~${text}\x1b[201~`);
    await pause(300);
    child.write('\r');
  };
  const prompt = async (text: string) => {
    const before = count('prompt');
    await put(text);
    const again = setTimeout(() => child.write('\r'), 4_000);
    await until(`"${text}" to be taken`, () => count('prompt') > before).finally(() => clearTimeout(again));
  };
  await until('claude to start', () => ready);
  await pause(600);

  return {
    session,
    file,
    events,
    following,
    screen,
    put,
    prompt,
    async turn(text) {
      const before = count('end');
      await prompt(text);
      await until(`the turn of "${text}" to end`, () => count('end') > before);
    },
    keys: (text) => child.write(text),
    until,
    count,
    async close() {
      child.kill();
      await exited;
      await following.drain();
      following.close();
      await hooks.close();
      terminal.dispose();
    },
  };
}

/** Allows everything, and answers a question with its first choice. */
async function permissionHook() {
  const server = http.createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const { tool_name, tool_input } = JSON.parse(body);
    const decision: Record<string, unknown> = { behavior: 'allow' };
    if (tool_name === 'AskUserQuestion') {
      const [{ question, options }] = tool_input.questions;
      decision.updatedInput = { ...tool_input, answers: { [question]: options[0].label } };
    }
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The messages a store would hold, numbered instead of hashed. */
export function messageOf(draft: MessageDraft, index: number): Message {
  const id = `m${index}` as Message['id'];
  const parent = index === 0 ? null : (`m${index - 1}` as Message['id']);
  const stored = JSON.parse(JSON.stringify(draft)) as MessageDraft;
  return { ...stored, id, parent, hash: id, depth: index + 1, turn: null, createdAt: 1_700_000_000_000 + index };
}

export const told = (events: readonly AgentEvent[]) =>
  events.map((event) => `${event.type}${'text' in event ? ` ${event.text.slice(0, 30)}` : ''}`).join(' | ');
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
