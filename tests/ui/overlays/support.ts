// Overlays as values over a real engine on a real database: what is pressed goes in, pictures and outcomes come out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Agent, AgentEvent, AgentSetup } from '../../../src/engine/agent.ts';
import type { EngineApi } from '../../../src/engine/api.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { silentLog } from '../../../src/engine/log.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import type { Block, Message, ThreadId, Via } from '../../../src/store/types.ts';
import { canonicalChord } from '../../../src/ui/keys/chords.ts';
import { charEvent, type InputEvent, keyEvent } from '../../../src/ui/keys/events.ts';
import type { Overlay, OverlayContext, OverlayOutcome, Size } from '../../../src/ui/overlay.ts';
import { isHarmless } from '../../../src/ui/text/sanitise.ts';
import { stripStyles } from '../../../src/ui/text/styled.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { EchoSession, echoAgent } from '../../support/echo-agent.ts';

export const sizes: readonly Size[] = [
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 15 },
];
export const wide = sizes[0]!;
export const middle = sizes[1]!;
export const narrow = sizes[2]!;

export const folder = '/work/project';
export const clock = Date.UTC(2026, 0, 15, 12);
export const theme = createTheme({ name: 'dark' });

export interface Table {
  readonly engine: EngineApi;
  context(thread: ThreadId | null, more?: Partial<OverlayContext>): OverlayContext;
  close(): Promise<void>;
}

/** `fill` writes straight into the database, as another process would have. */
export async function openTable(fill: (write: Writer) => void = () => {}, agent: Agent = echoAgent()): Promise<Table> {
  const home = mkdtempSync(path.join(tmpdir(), 'ccchat-overlays-'));
  const store = openStore(path.join(home, 'ccchat.db'));
  store.transaction(() => fill(writerOn(store)));
  store.close();
  const engine = await createEngine({ home, env: {}, warmSpare: false }, { agent, log: silentLog });
  return {
    engine,
    context: (thread, more) => ({
      engine,
      theme,
      thread,
      cwd: folder,
      home: '/home/nobody',
      now: () => clock,
      ...more,
    }),
    async close() {
      await engine.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Writer = ReturnType<typeof writerOn>;

export function writerOn(store: Store) {
  const append = (
    thread: ThreadId,
    role: Message['role'],
    blocks: Block[],
    turn: Message['turn'],
    via: Via | null = null,
  ) => store.messages.append({ thread, role, blocks, turn, via, createdAt: clock - 60_000 });
  return {
    store,
    thread: (title: string | null, more: { cwd?: string } = {}): ThreadId =>
      store.threads.create({ cwd: more.cwd ?? folder, title }).id,
    /** A whole turn; what the assistant did goes between prompt and answer. */
    turn(thread: ThreadId, prompt: string, answer: string, between: readonly Between[] = []): Message {
      const turn = store.turns.create({ thread, startedAt: clock - 60_000 });
      const first = append(thread, 'user', [{ type: 'text', text: prompt }], turn.id, 'prompt');
      for (const [index, { use, result, failed }] of between.entries()) {
        const id = `${turn.id}-${index}`;
        append(thread, 'assistant', [{ type: 'tool_use', id, ...use }], turn.id);
        append(
          thread,
          'tool',
          [{ type: 'tool_result', tool_use_id: id, content: result, ...(failed ? { is_error: true } : {}) }],
          turn.id,
        );
      }
      append(thread, 'assistant', [{ type: 'text', text: answer }], turn.id);
      const paths = between.flatMap(({ use }) =>
        typeof use.input.file_path === 'string' ? [use.input.file_path] : [],
      );
      store.turns.update(turn.id, { state: 'done', prompt: first.id, durationMs: 1200, endedAt: clock, paths });
      return first;
    },
  };
}

export interface Between {
  readonly use: { readonly name: string; readonly input: Record<string, unknown> };
  readonly result: string;
  readonly failed?: boolean;
}

/** `ctrl+r`, `enter`, `f`. */
export function press(chord: string): InputEvent {
  const parts = (canonicalChord(chord) ?? chord).split('+');
  const key = parts.pop() || '+';
  const modifiers = Object.fromEntries(parts.map((part) => [part, true]));
  if ([...key].length === 1) return charEvent(modifiers.shift ? key.toUpperCase() : key, modifiers);
  return key === 'space' ? charEvent(' ', modifiers) : keyEvent(key, modifiers);
}

export function pressed(overlay: Overlay, size: Size, ...chords: string[]): OverlayOutcome {
  let outcome: OverlayOutcome = { type: 'stay' };
  for (const chord of chords) {
    overlay.view(size);
    outcome = overlay.input(press(chord), size);
  }
  return outcome;
}

export function typed(overlay: Overlay, size: Size, text: string): OverlayOutcome {
  return pressed(overlay, size, ...Array.from(text, (character) => (character === ' ' ? 'space' : character)));
}

/** The picture as a person reads it, checked against the window. */
export function screen(overlay: Overlay, size: Size): string[] {
  const { lines, cursor } = overlay.view(size);
  expect(lines.length).toBeLessThanOrEqual(size.rows);
  for (const line of lines) {
    expect(textWidth(line), `width of ${JSON.stringify(stripStyles(line))}`).toBeLessThanOrEqual(size.columns);
    expect(isHarmless(line), JSON.stringify(line)).toBe(true);
  }
  if (cursor) {
    expect(cursor.row).toBeLessThan(size.rows);
    expect(cursor.column).toBeLessThan(size.columns);
    expect(Math.min(cursor.row, cursor.column)).toBeGreaterThanOrEqual(0);
  }
  return lines.map(stripStyles);
}

export const page = (overlay: Overlay, size: Size): string => screen(overlay, size).join('\n');

/** Every size, and sizes nobody has, hold the picture. */
export function fitsEverywhere(overlay: Overlay): void {
  for (const size of [...sizes, { columns: 20, rows: 5 }, { columns: 200, rows: 60 }]) screen(overlay, size);
}

export const awkward = [
  '日本語のとても長いタイトルがここにあります、幅は二倍です、切り取りは文字の途中では起きません',
  '👩‍👩‍👧‍👦 family 🏳️‍🌈 flags 🇩🇪🇯🇵 and é combining marks'.repeat(3),
  'a'.repeat(300),
  '\u001b[31mred\u001b[0m \u0007bell \u202eright to left\u202c and\ttabs\nand lines',
  'עברית ואנגלית mixed together',
];

/** Takes a prompt and works on it until it is interrupted; steers stay in its queue. */
class BusySession extends EchoSession {
  constructor(private readonly tell: (event: AgentEvent) => void) {
    super('busy', [], tell);
  }
  override async submit(text: string): Promise<void> {
    queueMicrotask(() => this.tell({ type: 'prompt', text }));
  }
  override async steer(): Promise<void> {
    await new Promise(() => {});
  }
  override async interrupt(): Promise<void> {
    queueMicrotask(() => this.tell({ type: 'end', state: 'interrupted', stopReason: null, error: null }));
  }
}

export function busyAgent(): Agent {
  return {
    ...echoAgent(),
    start: async (_setup: AgentSetup, _prefix: readonly Message[], events: (event: AgentEvent) => void) =>
      new BusySession(events),
  };
}
