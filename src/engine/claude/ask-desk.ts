// Everything a session asks a person: permissions and questions that wait in held hooks, dialogs that stand on the screen.
// Each is asked once and settled once; a dialog is asked only when it has stood still and no hook asks the same.
import { randomUUID } from 'node:crypto';
import type { AgentEvent, Answer } from '../agent.ts';
import { askOf, replyTo } from './asks.ts';
import { type Dialog, dialogOn, isToolPermission } from './dialogs.ts';
import type { HookReply } from './hook-server.ts';
import type { Hook } from './hooks.ts';
import type { ScreenView } from './screen.ts';

type Request = Extract<Hook, { event: 'PermissionRequest' }>;
type ToolUse = Extract<Hook, { event: 'PreToolUse' }>;

interface Held {
  request: Request;
  /** Somebody knows of it. */
  told: boolean;
  reply(reply: HookReply): void;
}

export interface AskDeskOptions {
  emit(event: AgentEvent): void;
  /** Makes a choice on the screen. */
  choose(dialog: Dialog, key: string): void;
  /** Nobody will choose, and nothing goes on without it. */
  giveUp(): void;
}

const settleMs = 400;
/** So long a permission dialog may stand before its hook has come. */
const hookGraceMs = 4_000;

export class AskDesk {
  private readonly held = new Map<string, Held>();
  private readonly uses: ToolUse[] = [];
  private standing: { id: string; dialog: Dialog; since: number; asked: boolean } | null = null;
  /** The last dialog that was shown to a person. */
  lastDialog: Dialog | null = null;
  /** The one that nobody wanted to answer. */
  refused: Dialog | null = null;

  constructor(private readonly options: AskDeskOptions) {}

  /** Somebody has to decide before anything may be typed. */
  get waiting(): boolean {
    return this.held.size > 0 || this.standing !== null;
  }

  /** Remembers the call, so that the request for its permission can name it. */
  called(use: ToolUse): void {
    this.uses.push(use);
    if (this.uses.length > 64) this.uses.shift();
  }

  /** Resolves with what to tell `claude`, however long that takes. It is asked once its turn has `begun`. */
  request(request: Request, gone: AbortSignal, begun: Promise<void>): Promise<HookReply> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const held: Held = { request, told: false, reply: resolve };
      this.held.set(id, held);
      this.dropDialog();
      gone.addEventListener('abort', () => this.drop(id));
      void begun.then(() => {
        if (gone.aborted) this.drop(id);
        if (!this.held.has(id)) return;
        held.told = true;
        this.options.emit({ type: 'asked', ask: askOf(id, request, this.toolUseOf(request)) });
      });
    });
  }

  answer(id: string, answer: Answer): void {
    const held = this.held.get(id);
    if (held) {
      const reply = replyTo(held.request, answer);
      if (!reply) return;
      this.held.delete(id);
      held.reply(reply);
      return;
    }
    if (this.standing?.id !== id || (answer.kind !== 'key' && answer.kind !== 'deny')) return;
    const { dialog } = this.standing;
    this.standing = null;
    if (answer.kind === 'key') {
      this.options.choose(dialog, answer.key);
      return;
    }
    this.refused = dialog;
    this.options.giveUp();
  }

  /** The screen may show a dialog, or no longer show one. Returns how soon it wants to look again, if it does. */
  look(view: ScreenView, turn: 'running' | 'idle'): number | null {
    const dialog = this.held.size > 0 ? null : dialogOn(view);
    if (!dialog) {
      this.dropDialog();
      return null;
    }
    const now = Date.now();
    if (this.standing?.dialog.text !== dialog.text) {
      if (this.standing && sameQuestion(this.standing.dialog, dialog)) this.standing.dialog = dialog;
      else {
        this.dropDialog();
        this.standing = { id: randomUUID(), dialog, since: now, asked: false };
      }
    }
    const { standing } = this;
    if (!standing || standing.asked) return null;
    const patience = turn === 'running' && isToolPermission(dialog) ? hookGraceMs : settleMs;
    const left = standing.since + patience - now;
    if (left > 0) return left;
    standing.asked = true;
    this.lastDialog = dialog;
    const { name, text, options } = dialog;
    this.options.emit({ type: 'asked', ask: { kind: 'dialog', id: standing.id, name, text, options } });
    return null;
  }

  /** Ends the turn by refusing what it waits for; false when it waits for nothing. */
  interrupt(): boolean {
    const waiting = [...this.held];
    for (const [id, { told }] of waiting) {
      this.answer(id, { kind: 'deny', interrupt: true });
      if (told) this.options.emit({ type: 'unasked', id });
    }
    return waiting.length > 0;
  }

  /** Nobody will answer any more. */
  close(): void {
    for (const id of [...this.held.keys()]) this.drop(id);
    this.dropDialog();
  }

  private drop(id: string): void {
    const held = this.held.get(id);
    if (!held) return;
    this.held.delete(id);
    held.reply({});
    if (held.told) this.options.emit({ type: 'unasked', id });
  }

  private dropDialog(): void {
    if (this.standing?.asked) this.options.emit({ type: 'unasked', id: this.standing.id });
    this.standing = null;
  }

  private toolUseOf({ tool, input }: Request): string | null {
    const wanted = JSON.stringify(input);
    const exact = this.uses.findLast((use) => use.tool === tool && JSON.stringify(use.input) === wanted);
    return (exact ?? this.uses.findLast((use) => use.tool === tool))?.toolUse ?? null;
  }
}

/** Only what was typed into it differs. */
function sameQuestion(a: Dialog, b: Dialog): boolean {
  const key = ({ options }: Dialog) => JSON.stringify(options);
  return a.options.length > 0 && key(a) === key(b);
}
