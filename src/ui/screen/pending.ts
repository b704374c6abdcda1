// What was said and has not arrived: shell commands that run, steers on their way into the running turn, follow-ups that wait for the next.
import type { InboxItem } from '../../store/types.ts';
import { elapsed } from '../../text/figures.ts';
import type { LiveShell, ThreadState } from '../state/model.ts';
import { oneLine } from '../text/sanitise.ts';
import { truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';

export interface PendingView {
  readonly thread: ThreadState;
  readonly width: number;
  readonly rows: number;
  readonly now: number;
  readonly theme: Theme;
  readonly steerKey: string;
  readonly queueKey: string;
  readonly stopKey: string;
}

/** A steer that is not in after this long may be delivered by force. */
export const IMPATIENT_MS = 10_000;

export function pendingLines(view: PendingView): string[] {
  const { thread, width, rows } = view;
  const shells = thread.shells.slice(-Math.max(1, rows - 1)).map((shell) => shellLine(shell, view));
  return [...shells, ...inboxLines({ ...view, rows: rows - shells.length })].map((line) => truncate(line, width));
}

/** A turn is interrupted first. */
function shellLine(
  { command, state, startedAt }: LiveShell,
  { thread, width, now, theme, stopKey }: PendingView,
): string {
  const stops = thread.turn === null ? ` · ${stopKey} stops${width < 56 ? '' : ' it'}` : '';
  const label = state === 'waiting' ? 'done, shown after this turn' : `${elapsed(now - startedAt)}${stops}`;
  const room = Math.max(width - textWidth(label) - 5, Math.floor(width / 2));
  return `${theme.accent('!')} ${truncate(oneLine(command), room)} ${theme.dim(`· ${label}`)}`;
}

function inboxLines(view: PendingView): string[] {
  const { thread, width, rows, theme, queueKey } = view;
  const steers = thread.inbox.filter(({ kind }) => kind === 'steer');
  const inbox = [...steers, ...thread.inbox.filter(({ kind }) => kind !== 'steer')];
  if (inbox.length === 0 || rows < 1) return [];
  const room = Math.max(1, inbox.length > rows ? rows - 1 : rows);
  const shown = inbox.slice(0, room).map((item) => pendingLine(item, view));
  const more = inbox.length - shown.length;
  return more > 0 ? [...shown, truncate(theme.dim(`  and ${more} more: ${queueKey}`), width)] : shown;
}

function pendingLine(item: InboxItem, view: PendingView): string {
  const { theme, width } = view;
  const mark = item.kind === 'steer' ? theme.accent('↳') : theme.dim('»');
  const label = stateLabel(item, view);
  const text = oneLine(item.text);
  const room = Math.max(width - textWidth(label) - 5, Math.floor(width / 2));
  return truncate(`${mark} ${truncate(text, room)} ${theme.dim(`· ${label}`)}`, width);
}

export function stateLabel(item: InboxItem, { thread, now, steerKey, queueKey, width }: PendingView): string {
  if (item.kind === 'follow-up') return thread.paused ? `paused: ${queueKey}` : 'next turn';
  if (item.state === 'returned') return 'came back: goes next';
  if (item.now) return 'interrupting to deliver it';
  const late = thread.turn !== null && now - item.createdAt >= IMPATIENT_MS;
  if (late) return `${steerKey} again: interrupt and deliver now`;
  const where = thread.turn?.state === 'tool' ? 'goes in after this tool' : 'goes in at the next tool';
  if (item.state === 'held') return where;
  if (item.state === 'typed') return 'typed';
  return width < 56 ? 'accepted' : `accepted, ${where}`;
}
