// One hand on `claude`'s keyboard. Text is pasted once, Enter is pressed only when the text stands in the input box and nothing
// asks for an answer, and a text counts as typed only when there is proof that it was taken.
import { AgentError } from '../agent.ts';
import type { Condition } from '../condition.ts';
import { type Dialog, dialogOn, stepsTo } from './dialogs.ts';
import { clearing, keys, pasted, type Typing } from './keyboard.ts';
import { holdsInput, inputLine, type ScreenView } from './screen.ts';

export interface TypistOptions {
  write(data: string): void;
  view(): ScreenView;
  /** Told whenever anything changes. */
  changed: Condition;
  alive(): boolean;
  /** Somebody has to answer something first. */
  asking(): boolean;
}

/** `claude` takes an Enter that comes right behind a paste for a part of it. */
const gapMs = 150;
/** Once the box shows a short text, the paste is over, and Enter is a key of its own. */
const settleMs = 30;
const shortText = 500;
const retryMs = 1_500;
const takeMs = 30_000;

export class Typist {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: TypistOptions) {}

  /** What is typed as one piece of work is not interleaved with another. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done.catch(() => {});
    return done;
  }

  async type(typing: Typing, taken: () => boolean, as: 'text' | 'command'): Promise<void> {
    const done = () => taken() || (as === 'command' && this.options.asking());
    await this.untilFree();
    if (this.input !== '') await this.clear(8);
    for (const piece of typing.pieces) await this.echoed(piece, typing.expected.length, as);
    await this.pressEnter();
    if (await this.within(done, retryMs)) return;
    if (as === 'command' && !holdsInput(this.options.view(), typing.expected)) return;
    await this.pressEnter();
    if (await this.within(done, as === 'command' ? retryMs : takeMs)) return;
    assertAlive(this.options.alive());
    if (as === 'command' && !holdsInput(this.options.view(), typing.expected)) return;
    await this.clear(typing.expected.split('\n').length);
    throw new AgentError(
      'not-taken',
      'claude did not take the text.',
      'Send it again; if that fails too, run `ccchat doctor` (hooks may be turned off in your claude settings).',
    );
  }

  async clear(lines: number): Promise<void> {
    for (let round = 1; round <= 3 && this.options.alive(); round += 1) {
      this.options.write(clearing(lines * round));
      await pause(gapMs);
      if (await this.within(() => this.input === '', 1_000)) return;
    }
  }

  /** Makes a choice in a dialog: by its key, and with Enter only where the dialog echoes what was chosen. */
  async choose(dialog: Dialog, key: string): Promise<void> {
    const { write, view } = this.options;
    if (key === 'esc') return write(keys.escape);
    if (key === 'enter') return write(keys.enter);
    if (dialog.takes === 'mark') return this.moveMark(key);
    write(key.length <= 2 ? key : pasted(key));
    if (dialog.takes === 'key') return;
    const echoed = () => {
      const { lines, cursor } = view();
      return (lines[cursor.row] ?? '').trimEnd().endsWith(key);
    };
    if (!(await this.within(echoed, 3_000))) return;
    await pause(gapMs);
    write(keys.enter);
  }

  /** Moves the mark step by step, and presses Enter only when it stands where it should. */
  private async moveMark(key: string): Promise<void> {
    const { write, view } = this.options;
    for (let step = 0; step < 30; step += 1) {
      const left = stepsTo(view(), key);
      if (left === null) return;
      if (left === 0) return write(keys.enter);
      write(left > 0 ? keys.down : keys.up);
      await this.within(() => stepsTo(view(), key) !== left, 2_000);
    }
  }

  /** Writes and waits until it has had an effect: what comes too soon after it would be taken for a part of it. */
  private async echoed(piece: string, size: number, as: 'text' | 'command'): Promise<void> {
    const { write, view, changed, alive } = this.options;
    const look = () => {
      const { row, column } = view().cursor;
      return as === 'command' ? `${row}:${column}:${this.input}` : `${column}:${this.input}`;
    };
    const before = look();
    write(piece);
    await changed.until(() => look() !== before || !alive(), 3_000 + size / 20);
    await pause(size <= shortText && look() !== before ? settleMs : gapMs);
  }

  private get input(): string {
    return inputLine(this.options.view());
  }

  private async pressEnter(): Promise<void> {
    await this.untilFree();
    this.options.write(keys.enter);
  }

  private async untilFree(): Promise<void> {
    const { alive, asking, view, changed } = this.options;
    const free = () => !alive() || (!asking() && dialogOn(view()) === null);
    while (!free()) await changed.until(free, 1_000);
    assertAlive(alive());
  }

  private async within(condition: () => boolean, ms: number): Promise<boolean> {
    await this.options.changed.until(() => condition() || !this.options.alive(), ms);
    return condition();
  }
}

export function assertAlive(alive: boolean): void {
  if (alive) return;
  throw new AgentError('agent-exited', 'claude has ended.', 'Send the prompt again: it starts anew with everything.');
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
