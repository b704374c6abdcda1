// What an agent in the background asks while no turn of its thread runs. It waits like any other ask, under the name of the
// thread's last turn, and the process stays on loan until somebody has answered.
import type { ThreadId, TurnId } from '../store/types.ts';
import type { Answer, Ask } from './agent.ts';
import type { Core } from './core.ts';

interface InTurn {
  thread: ThreadId;
  turn: TurnId;
}

export function emitAsked({ bus }: Pick<Core, 'bus'>, names: InTurn, ask: Ask): void {
  if (ask.kind === 'permission') bus.emit({ type: 'permission.asked', ...names, ask });
  else bus.emit({ type: 'question.asked', ...names, ask });
}

/** Null: nobody waits for the answer any more. */
export function emitAnswered({ bus }: Pick<Core, 'bus'>, names: InTurn, ask: Ask, answer: Answer | null): void {
  const type = ask.kind === 'permission' ? 'permission.answered' : 'question.answered';
  bus.emit({ type, ...names, ask: ask.id, answer });
}

export class BackgroundAsks {
  private readonly open = new Map<string, { ask: Ask; names: InTurn }>();

  constructor(private readonly core: Core) {}

  get list(): Ask[] {
    return [...this.open.values()].map(({ ask }) => ask);
  }

  add(ask: Ask, names: InTurn): void {
    this.open.set(ask.id, { ask, names });
    emitAsked(this.core, names, ask);
  }

  /** False: it is not one of these. */
  answer(id: string, answer: Answer): boolean {
    if (!this.drop(id, answer)) return false;
    this.core.agent.answer(id, answer);
    return true;
  }

  drop(id: string, answer: Answer | null = null): boolean {
    const found = this.open.get(id);
    if (!found) return false;
    this.open.delete(id);
    emitAnswered(this.core, found.names, found.ask, answer);
    return true;
  }

  denyAll(): void {
    for (const id of [...this.open.keys()]) this.answer(id, { kind: 'deny' });
  }

  dropAll(): void {
    for (const id of [...this.open.keys()]) this.drop(id);
  }
}
