// What is happening now, in a line: a sign of life, the tool or the thought, how long, how much came back.

import { elapsed, tokens } from '../../text/figures.ts';
import { toolLabel } from '../blocks/index.ts';
import type { LiveTurn } from '../state/model.ts';
import { truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';

export const SPINNER_MS = 120;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export interface ActivityView {
  readonly turn: LiveTurn;
  readonly now: number;
  readonly width: number;
  readonly theme: Theme;
  /** How to stop it, as the person's keys have it. */
  readonly stopKey: string;
}

export function activityLine({ turn, now, width, theme, stopKey }: ActivityView): string {
  const waiting = turn.state === 'waiting';
  const sign = waiting ? theme.warn('?') : theme.accent(frames[Math.floor(now / SPINNER_MS) % frames.length]!);
  const written = (turn.usage?.outputTokens ?? 0) + Math.ceil(turn.preview.length / 4);
  const facts = [elapsed(now - turn.startedAt), ...(written > 0 ? [`↓ ${tokens(written)} tokens`] : [])];
  if (stopKey !== '' && width >= 50) facts.push(`${stopKey} interrupts`);
  const tail = theme.dim(` ${facts.join(' · ')}`);
  const room = Math.max(4, width - 3 - facts.join(' · ').length - 1);
  return truncate(`${sign} ${truncate(happening(turn), room)}${tail}`, width);
}

export function happening(turn: LiveTurn): string {
  if (turn.state === 'waiting') return 'Waiting for your answer';
  const open = turn.items.filter(({ item }) => item.kind === 'tool' && item.state === 'running');
  const tool = open.at(-1)?.item;
  if (tool?.kind === 'tool') {
    return open.length > 1 ? `Running ${open.length} tools` : `Running ${toolLabel(tool.name)}`;
  }
  if (turn.state === 'starting') return 'Starting';
  return turn.preview === '' ? 'Thinking' : 'Writing';
}
