// One live `claude`: hooks tell its state, the transcript its content, the screen the moment, and all three become one stream.
// A turn is open from its prompt's record to its end; it is ended once, by the transcript or, when that stays silent, by
// everything else having gone still. Nothing is typed while something is asked.
import { AgentError, type AgentEvent, type AgentSession, type Answer } from '../agent.ts';
import { Condition } from '../condition.ts';
import type { Log } from '../log.ts';
import { Aliases } from './aliases.ts';
import { AskDesk } from './ask-desk.ts';
import { dialogOn } from './dialogs.ts';
import { endingOf, type Stopped, type Submission } from './ending.ts';
import type { HookReply } from './hook-server.ts';
import type { Hook } from './hooks.ts';
import { keys, sameText, typingOf, typingOfCommand } from './keyboard.ts';
import { LateEscape } from './late-escape.ts';
import { type Preview, previews } from './preview.ts';
import { signedOut } from './program.ts';
import { type PtyProcess, spawnPty } from './pty.ts';
import { refuseCommand } from './refused-commands.ts';
import { holdsInput, inputLine, looksBusy, outputOf, type ScreenView, saysSignedOut, showsEmptyBox } from './screen.ts';
import { endedEarly, neverReady } from './start-errors.ts';
import { type EmulatedTerminal, emulateTerminal } from './terminal.ts';
import { type Following, followTranscript } from './transcript/follow.ts';
import { parseRecord } from './transcript/records.ts';
import { assertAlive, Typist } from './typist.ts';
import { unknownCommand } from './unknown-command.ts';
import { Vigil } from './vigil.ts';

export interface SessionOptions {
  id: string;
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  version: string;
  preview: 'screen' | 'hook';
  transcript: { file: string; offset: number; known: readonly string[] };
  /** Said before the first prompt, when the conversation could not be brought back as a transcript. */
  preamble: string;
  stallMs: number;
  log: Log;
  emit(event: AgentEvent): void;
  onExit(): void;
}

type Prompt = Extract<AgentEvent, { type: 'prompt' }>;

const escapeGapMs = 1_200;
const secondEscapeMs = 2_500;
/** So long a permission waits for the record of the prompt it belongs to. */
const begunMs = 5_000;
const lookMs = 60;
/** Stillness is seen by looking, too; a session at rest is not looked at. */
const pulseMs = 250;

export class ClaudeSession implements AgentSession {
  readonly id: string;
  backgroundTasks = 0;
  backgroundAgents = 0;
  private readonly process: PtyProcess;
  private readonly terminal: EmulatedTerminal;
  private readonly desk: AskDesk;
  private readonly preview: Preview;
  private readonly typist: Typist;
  private readonly vigil: Vigil;
  private readonly changed = new Condition();
  private following: Following;
  private ready = false;
  private closing = false;
  private preamble: string;
  /** What was typed and is not over yet, and whether a turn of the transcript is open. */
  private submission: Submission | null = null;
  private open = false;
  private stopped: Stopped | null = null;
  private interrupting = false;
  private lastEscape = 0;
  private readonly late = new LateEscape();
  private lastActivity = Date.now();
  private readonly aliases = new Aliases();
  /** In `claude`'s queue, in order. */
  private queued: string[] = [];
  private popped: string[] = [];
  /** Prompts and steers that the transcript has named since the last steer was typed. */
  private recorded: string[] = [];
  private lookTimer: NodeJS.Timeout | undefined;
  private readonly pulse: NodeJS.Timeout;
  private exitReason: string | null = null;

  constructor(private readonly options: SessionOptions) {
    this.id = options.id;
    this.preamble = options.preamble;
    this.desk = new AskDesk({
      emit: (event) => this.emit(event),
      choose: (dialog, key) => void this.typist.choose(dialog, key),
      giveUp: () => void this.process.end(),
    });
    this.preview = previews((text) => {
      this.progressed();
      this.emit({ type: 'preview', text });
    });
    this.vigil = new Vigil({ stallMs: options.stallMs, emit: (event) => this.emit(event) });
    this.terminal = emulateTerminal({
      changed: () => {
        this.active();
        this.changed.tell();
        this.lookAgain(lookMs);
      },
      reply: (data) => this.process.write(data),
    });
    this.typist = new Typist({
      write: (data) => this.process.write(data),
      view: () => this.terminal.view(),
      changed: this.changed,
      alive: () => this.alive,
      asking: () => this.desk.waiting,
    });
    this.following = this.follow(options.transcript);
    const { file, args, cwd, env } = options;
    this.process = spawnPty({
      file,
      args,
      cwd,
      env,
      onData: (data) => this.terminal.write(data),
      onExit: (reason) => void this.exited(reason),
    });
    this.pulse = setInterval(() => {
      if (!this.ready || this.busy) this.look();
    }, pulseMs);
  }

  get pid(): number {
    return this.process.pid;
  }
  get alive(): boolean {
    return this.process.alive && !this.closing;
  }
  get place() {
    return { transcript: this.following.file, offset: this.following.offset };
  }
  private get busy(): boolean {
    return this.open || this.submission !== null;
  }
  /** The program rests at its prompt, as far as the title (or without one, the screen) tells. */
  private get resting(): boolean {
    const { title } = this.terminal;
    return title ? title.startsWith('✳') : !looksBusy(this.terminal.view());
  }

  /** Resolves when it can be typed into; dialogs on the way are asked. */
  async start(signal: AbortSignal | undefined): Promise<void> {
    const giveUp = () => this.changed.tell();
    signal?.addEventListener('abort', giveUp);
    try {
      const silentSince = () => (this.desk.waiting ? Date.now() : this.lastActivity);
      while (!this.ready && this.exitReason === null && !signal?.aborted) {
        await this.changed.until(() => this.ready || this.exitReason !== null || signal?.aborted === true, 1_000);
        if (Date.now() - silentSince() > 60_000) throw neverReady(this.terminal.view());
      }
      signal?.throwIfAborted();
      if (this.exitReason !== null) throw this.endedEarly();
      if (saysSignedOut(this.terminal.view())) throw signedOut();
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  submit(text: string, as: 'text' | 'command' = 'text'): Promise<void> {
    return this.typist.alone(async () => {
      assertAlive(this.alive);
      if (as === 'command') refuseCommand(text);
      if (this.busy) throw new AgentError('busy', 'claude is still working on the last prompt.', 'Steer it, or wait.');
      const typing =
        as === 'command' ? typingOfCommand(text) : typingOf(this.preamble + text, this.options.version, 'idle');
      if (typing.expected.trim() === '')
        throw new AgentError('empty', 'There is nothing to send.', 'Type some text first.');
      this.stopped = null;
      this.interrupting = false;
      this.late.spoke();
      this.vigil.begins();
      this.aliases.add(text, typing.expected);
      const submission: Submission = { text, expected: typing.expected, as, taken: false, begun: false };
      this.submission = submission;
      this.following.pace('busy');
      this.preview.begins(this.terminal.view());
      try {
        await this.typist.type(typing, () => submission.taken || this.submission !== submission, as);
      } catch (error) {
        this.options.log.write('not taken', { error, screen: this.terminal.view().lines.slice(-15) });
        if (this.submission === submission) this.submission = null;
        throw error;
      }
      this.preamble = '';
    });
  }

  steer(text: string): Promise<void> {
    return this.typist.alone(async () => {
      assertAlive(this.alive);
      const typing = typingOf(text, this.options.version, this.busy ? 'working' : 'idle');
      this.aliases.add(text, typing.expected);
      this.recorded = [];
      const taken = () => this.recorded.some((one) => sameText(one, typing.expected));
      await this.typist.type(typing, taken, 'text');
    });
  }

  withdraw(): Promise<string[]> {
    return this.typist.alone(async () => {
      if (!this.alive || this.queued.length === 0 || this.desk.waiting) return [];
      await this.following.drain();
      const waiting = [...this.queued];
      if (waiting.length === 0) return [];
      this.popped = [];
      this.process.write(keys.up);
      await this.changed.until(() => this.popped.length > 0 || this.queued.length === 0 || !this.alive, 3_000);
      await this.following.drain();
      const back = this.popped.map((text) => this.aliases.typedAs(text));
      if (back.length > 0) await this.typist.clear(this.popped.join('\n').split('\n').length);
      return back;
    });
  }

  async interrupt(): Promise<void> {
    if (!this.alive || !this.busy) return;
    if (!this.interrupting) {
      this.interrupting = true;
      const wait = this.lastEscape + escapeGapMs - Date.now();
      if (wait > 0) await this.changed.until(() => !this.busy, wait);
      if (!this.busy) return;
      if (!this.desk.interrupt()) this.escape();
      this.lastActivity = Date.now();
      await this.changed.until(() => !this.interrupting || !this.alive, secondEscapeMs);
      if (this.interrupting && this.alive && !this.resting && !this.desk.interrupt()) this.escape();
    }
    await this.changed.until(() => !this.interrupting || !this.alive, 8_000);
    if (this.interrupting && this.alive)
      throw new AgentError(
        'not-interrupted',
        'claude does not let itself be interrupted.',
        'Abort once more to end it.',
      );
  }

  /** At rest a second one would open the rewind menu; while it works, it only interrupts. */
  private escape(): void {
    this.lastEscape = Date.now();
    this.process.write(keys.escape);
  }

  answer(request: string, answer: Answer): void {
    this.desk.answer(request, answer);
  }

  async close(): Promise<void> {
    this.closing = true;
    this.desk.close();
    await this.process.end();
    await this.changed.until(() => this.exitReason !== null);
  }

  /** One of `claude`'s hooks. Only a permission is held; everything else is let go at once. */
  hear(hook: Hook, gone: AbortSignal): HookReply | Promise<HookReply> {
    this.progressed();
    this.options.log.write('hook', hook);
    if (hook.transcript && hook.subagent === null && hook.transcript !== this.following.file)
      this.moveTo(hook.transcript);
    switch (hook.event) {
      case 'UserPromptSubmit':
        this.taken(hook.text);
        break;
      case 'PreToolUse':
        this.desk.called(hook);
        break;
      case 'PermissionRequest':
        return this.desk.request(
          hook,
          gone,
          this.changed.until(() => this.open || !this.alive, begunMs),
        );
      case 'Stop':
        if (hook.subagent === null) {
          this.backgroundTasks = hook.backgroundTasks;
          this.backgroundAgents = hook.backgroundAgents;
          this.stopped = 'done';
        }
        break;
      case 'StopFailure':
        if (hook.subagent === null) this.stopped = { error: hook.error, said: hook.lastText };
        break;
      case 'MessageDisplay':
        if (this.options.preview === 'hook') this.preview.hear(hook);
        break;
    }
    this.changed.tell();
    return {};
  }

  /** The hook is quicker than the transcript, which tells the prompt again with its record. */
  private taken(text: string): void {
    const { submission } = this;
    if (!submission || submission.taken || !this.isSubmitted(text)) return;
    submission.taken = true;
    if (submission.as === 'text') this.emit({ type: 'prompt', text: submission.text });
  }

  /** The transcript, in its own order. */
  private told(event: AgentEvent): void {
    this.progressed(event);
    if (event.type === 'prompt' || event.type === 'steer') this.recorded.push(event.text);
    switch (event.type) {
      case 'prompt':
        this.begin(this.asTyped(event));
        break;
      case 'end':
        this.end(event);
        break;
      case 'steer': {
        if (event.state === 'accepted') this.queued.push(event.text);
        else this.queued = without(this.queued, event.text);
        this.emit({ ...event, text: this.aliases.typedAs(event.text) });
        break;
      }
      case 'block':
        if (event.parentTool === null) this.late.spoke();
        if (event.parentTool === null && event.block.type === 'text') this.preview.finished(event.block.text);
        this.emit(event);
        break;
      default:
        this.emit(event);
    }
    this.changed.tell();
  }

  private begin(event: Prompt): void {
    if (this.late.begins(event.text)) return;
    if (this.open)
      this.end({ type: 'end', state: this.interrupting ? 'interrupted' : 'done', stopReason: null, error: null });
    const { submission } = this;
    if (submission && !submission.begun) {
      submission.taken = true;
      submission.begun = true;
    }
    this.open = true;
    this.following.pace('busy');
    this.emit(event);
    this.changed.tell();
  }

  private end(event: Extract<AgentEvent, { type: 'end' }>): void {
    if (!this.busy) return;
    const { submission } = this;
    if (submission && !submission.begun && this.open === false && event.state === 'done' && !submission.taken) return;
    if (this.interrupting && event.state === 'done') this.late.missed();
    this.open = false;
    this.submission = null;
    this.stopped = null;
    this.interrupting = false;
    this.preview.finished();
    if (this.queued.length === 0) this.following.pace('idle');
    this.emit(event);
    this.changed.tell();
  }

  private lineSeen(line: string): void {
    if (!/"(?:queue-operation|informational)"/.test(line)) return;
    const record = parseRecord(line);
    if (record?.kind === 'aside' && record.told) this.toldBeside(record.told);
    if (record?.kind !== 'queue' || record.operation !== 'popAll' || record.text === null) return;
    this.popped.push(record.text);
    this.queued = without(this.queued, record.text);
    this.changed.tell();
  }

  private toldBeside(said: string): void {
    const { submission, open, interrupting } = this;
    if (submission?.as !== 'command' || open || interrupting) return;
    if (unknownCommand(submission.expected, said)) this.endCommand(submission, said);
  }

  private follow(from: SessionOptions['transcript']): Following {
    return followTranscript({
      ...from,
      onEvent: (event) => this.told(event),
      onLine: (line) => this.lineSeen(line),
      onError: (error) => this.options.log.write('transcript', error),
    });
  }

  private moveTo(file: string): void {
    this.options.log.write('transcript', { moved: file });
    this.following.close();
    this.following = this.follow({ file, offset: 0, known: [] });
    this.following.pace(this.busy ? 'busy' : 'idle');
  }

  private lookAgain(ms: number): void {
    this.lookTimer ??= setTimeout(() => {
      this.lookTimer = undefined;
      this.look();
    }, ms);
  }

  private look(): void {
    if (!this.process.alive) return;
    const view = this.terminal.view();
    const again = this.desk.look(view, this.busy ? 'running' : 'idle');
    if (again !== null) this.lookAgain(again);
    if (!this.ready) {
      const stillMs = Date.now() - this.lastActivity;
      const named = this.terminal.title?.startsWith('✳') ?? false;
      const drawn = named && showsEmptyBox(view) && stillMs >= 120;
      this.ready =
        !this.desk.waiting && dialogOn(view) === null && (drawn || (stillMs >= 3_000 && view.lines.length > 2));
    }
    if (this.busy) {
      if (this.options.preview === 'screen') this.preview.look(view);
      this.vigil.look(view, this.desk.waiting ? 'person' : 'model');
      if (!this.desk.waiting && this.resting) this.endWhenStill(view);
    }
    this.changed.tell();
  }

  private endWhenStill(view: ScreenView): void {
    const { submission, open, stopped, interrupting } = this;
    const stillMs = Date.now() - this.lastActivity;
    const struck = this.late.struck(inputLine(view), stillMs);
    if (struck !== null) void this.sendAgain(struck);
    if (this.late.busy) return;
    const printed = () => outputOf(view, submission?.expected ?? '');
    const ending = endingOf({ submission, open, stopped, interrupting, stillMs }, printed);
    if (!ending) return;
    if (ending.how === 'command') {
      if (ending.submission.taken || !holdsInput(view, ending.submission.expected))
        this.endCommand(ending.submission, printed());
      return;
    }
    if (ending.end.state === 'interrupted' && inputLine(view) !== '')
      void this.typist.alone(() => this.typist.clear((submission?.expected ?? '').split('\n').length));
    this.end(ending.end);
  }

  private async sendAgain(text: string): Promise<void> {
    const typing = typingOf(text, this.options.version, 'idle');
    this.aliases.add(text, typing.expected);
    await this.typist
      .alone(() => this.typist.type(typing, () => this.late.over, 'text'))
      .catch((error: unknown) => this.options.log.write('not taken', { error }));
    this.late.sent();
  }

  /** A command that began no turn: what it printed stands only on the screen, or beside the conversation. */
  private endCommand(submission: Submission, printed: string | null): void {
    submission.taken = true;
    const error = unknownCommand(submission.expected, printed ?? '');
    if (printed && !error) this.emit({ type: 'notice', level: 'info', code: 'command-output', text: printed });
    this.end({ type: 'end', state: error ? 'failed' : 'done', stopReason: null, error });
  }

  /** The person's own words, whatever had to be typed around them; the record itself keeps those. */
  private asTyped(event: Prompt): Prompt {
    const text = this.aliases.typedAs(event.text);
    if (text === event.text) return event;
    const rest = event.blocks?.filter((block) => block.type !== 'text') ?? [];
    return { ...event, text, blocks: [{ type: 'text', text }, ...rest] };
  }

  private endedEarly(): AgentError {
    const { lastDialog: dialog, refused } = this.desk;
    const reason = this.exitReason ?? '';
    return endedEarly({ view: this.terminal.view(), reason, cwd: this.options.cwd, dialog, refused });
  }

  private isSubmitted(text: string): boolean {
    return this.submission !== null && (this.submission.as === 'command' || sameText(text, this.submission.expected));
  }

  private active(): void {
    this.lastActivity = Date.now();
  }

  private progressed(event?: AgentEvent): void {
    this.active();
    this.vigil.progressed(event);
  }

  private emit(event: AgentEvent): void {
    this.options.log.write('agent', event);
    this.options.emit(event);
  }

  private async exited(reason: string): Promise<void> {
    clearInterval(this.pulse);
    clearTimeout(this.lookTimer);
    this.desk.close();
    await this.terminal.settled();
    await this.following.drain().catch((error: Error) => this.options.log.write('transcript', error));
    this.following.close();
    this.exitReason = reason;
    this.options.onExit();
    this.emit({ type: 'exit', reason });
    this.changed.tell();
  }
}

function without(list: readonly string[], text: string): string[] {
  const at = list.findIndex((one) => sameText(one, text));
  return at < 0 ? [...list] : list.toSpliced(at, 1);
}
