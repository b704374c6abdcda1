// One line about where one is. Every fact has a rank; when the window is narrow the least important ones go, and names are shortened
// before anything that asks for attention is.

import { plural, tokens } from '../../text/figures.ts';
import { shortFolder } from '../../text/folder.ts';
import type { ChatState, ThreadState } from '../state/model.ts';
import { oneLine } from '../text/sanitise.ts';
import { truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';

export interface StatusView {
  readonly state: ChatState;
  readonly width: number;
  readonly theme: Theme;
  readonly cwd: string;
  readonly home: string;
  readonly branch: string | null;
  readonly mode: string;
  readonly model: string | null;
}

interface Fact {
  readonly text: string;
  readonly shown: string;
  /** The higher, the longer it stays. */
  readonly rank: number;
}

export function statusLine(view: StatusView): string {
  const { width, theme } = view;
  const facts = factsOf(view);
  const separator = ' · ';
  const total = () => facts.reduce((sum, fact) => sum + textWidth(fact.text) + separator.length, -separator.length);
  while (facts.length > 1 && total() > width) {
    const least = facts.reduce((low, fact) => (fact.rank < low.rank ? fact : low));
    facts.splice(facts.indexOf(least), 1);
  }
  return truncate(facts.map((fact) => fact.shown).join(theme.dim(separator)), width);
}

function factsOf(view: StatusView): Fact[] {
  const { state, theme, width } = view;
  const thread = state.view === null ? undefined : state.threads.get(state.view);
  const dim = (text: string, rank: number): Fact => ({ text, shown: theme.dim(text), rank });
  const facts: Fact[] = [];
  const others = [...state.threads.values()].filter(({ id }) => id !== state.view);
  const waiting = others.filter(({ status }) => status === 'waiting').length;
  const running = others.filter(({ status }) => status === 'running').length;
  const done = others.filter(({ mark }) => mark !== null).length;
  if (waiting > 0) facts.push({ text: `${waiting} waiting`, shown: theme.warn(`${waiting} waiting`), rank: 100 });
  if (running > 0) facts.push({ text: `${running} running`, shown: theme.accent(`${running} running`), rank: 90 });
  if (done > 0) facts.push({ text: `${done} done`, shown: theme.good(`${done} done`), rank: 85 });
  if (thread && thread.agents > 0) {
    const text = `${plural(thread.agents, 'agent')} in the background`;
    facts.push({ text, shown: theme.accent(text), rank: 82 });
  }
  if (thread?.elsewhere) facts.push(dim('runs elsewhere', 95));
  const name = truncate(oneLine(thread?.title ?? 'new thread'), Math.max(10, Math.floor(width / 3)));
  facts.push({ text: name, shown: name, rank: 80 });
  facts.push(...modeFact(view.mode, theme));
  const place = truncate(shortFolder(view.cwd, view.home), Math.max(12, Math.floor(width / 3)), 'start');
  facts.push(dim(place, 50));
  if (view.branch !== null) facts.push(dim(truncate(view.branch, 24), 40));
  if (view.model !== null) facts.push(dim(shortModel(view.model), 45));
  const used = contextUsed(thread);
  if (used > 0) facts.push(dim(`${tokens(used)} context`, 35));
  if (thread && thread.spent.outputTokens > 0) {
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = thread.spent;
    facts.push(dim(`↑${tokens(inputTokens + cacheReadTokens + cacheWriteTokens)} ↓${tokens(outputTokens)}`, 30));
  }
  return facts;
}

function modeFact(mode: string, theme: Theme): Fact[] {
  const shown =
    mode === 'bypass' ? theme.bad('bypass: nothing is asked') : mode === 'ask' ? theme.dim('ask') : theme.warn(mode);
  return [{ text: mode === 'bypass' ? 'bypass: nothing is asked' : mode, shown, rank: mode === 'bypass' ? 110 : 60 }];
}

/** What would end with the chat: ", and ends 1 turn, 1 command and 2 agents". */
export function endsWithIt({ threads }: ChatState): string {
  const own = [...threads.values()].filter(({ elsewhere }) => !elsewhere);
  const turns = own.filter(({ status }) => status === 'running' || status === 'waiting').length;
  const agents = own.reduce((sum, thread) => sum + thread.agents, 0);
  const commands = own.flatMap(({ shells }) => shells).filter(({ state }) => state === 'running').length;
  const counted = [
    [turns, 'turn'],
    [commands, 'command'],
    [agents, 'agent'],
  ] as const;
  const parts = counted.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  return parts.length === 0 ? '' : `, and ends ${inWords(parts)}`;
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What the last reply was made from, and the reply itself. */
export function contextUsed(thread: ThreadState | undefined): number {
  const usage = thread?.usage;
  if (!usage) return 0;
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens;
}

/** `claude-sonnet-4-5-20250929` is `sonnet-4-5`. */
export function shortModel(model: string): string {
  return oneLine(model)
    .replace(/^claude-/, '')
    .replace(/-\d{8}$/, '');
}
