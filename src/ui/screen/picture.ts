// The chat's live region, from what the chat knows.
import { type Keymap, keyLabel } from '../keys/keymap.ts';
import type { Picture, Size } from '../overlay.ts';
import type { ChatState, ThreadState } from '../state/model.ts';
import type { Theme } from '../theme.ts';
import type { Tour } from '../tour/tour.ts';
import { activityLine } from './activity.ts';
import type { Drafting } from './drafting.ts';
import { liveRegion } from './live.ts';
import type { PanelHost } from './panel-host.ts';
import { pendingLines } from './pending.ts';
import { statusLine } from './status-line.ts';
import { isBusy } from './talking.ts';
import { welcomeLines } from './welcome.ts';

export interface ChatFacts {
  readonly state: ChatState;
  readonly thread: ThreadState | null;
  readonly size: Size;
  readonly theme: Theme;
  readonly keymap: Keymap;
  readonly now: number;
  readonly cwd: string;
  readonly home: string;
  readonly branch: string | null;
  readonly mode: string;
  readonly model: string | null;
  readonly hint: string | null;
  readonly tour: Tour | null;
  readonly drafting: Drafting;
  readonly panels: PanelHost;
}

export function chatPicture(facts: ChatFacts): Picture {
  const { thread, theme, keymap, now, drafting } = facts;
  const key = (name: Parameters<typeof keyLabel>[1]) => keyLabel(keymap, name);
  return liveRegion({
    size: facts.size,
    theme,
    now,
    cwd: facts.cwd,
    turn: thread?.turn ?? null,
    asked: onlyAsked(thread),
    activity: (width) =>
      thread?.turn && thread.asks.length === 0
        ? activityLine({ turn: thread.turn, now, width, theme, stopKey: key('interrupt') })
        : null,
    panel: (width, rows) => facts.panels.view(width, rows),
    pending: (width, rows) =>
      thread === null
        ? []
        : pendingLines({
            thread,
            width,
            rows,
            now,
            theme,
            steerKey: key('steer'),
            queueKey: key('queue'),
            stopKey: key('interrupt'),
          }),
    hint: facts.hint,
    tour: (width) => facts.tour?.lines(width, theme) ?? [],
    composer: (width, maxRows, maxPopupRows) =>
      drafting.view({ width, maxRows, maxPopupRows, theme, placeholder: placeholder(thread, keymap, width) }),
    status: (width) => statusLine({ ...facts, width }),
    welcome: welcome(facts),
  });
}

/** Several are listed, each with its tool. */
function onlyAsked(thread: ThreadState | null): string | null {
  const [ask, ...others] = thread?.asks ?? [];
  return ask === undefined || ask.kind === 'dialog' || others.length > 0 ? null : ask.toolUse;
}

function placeholder(thread: ThreadState | null, keymap: Keymap, width: number): string {
  return isBusy(thread)
    ? `Enter queues, ${keyLabel(keymap, 'steer')} steers${width < 56 ? '' : ' the running turn'}`
    : 'Say something, or ? for keys';
}

/** Nothing was said here yet. */
function welcome({ state, thread, size, theme, keymap, tour }: ChatFacts): string[] {
  if (thread?.turn || state.entries.some(({ item }) => item.kind !== 'notice')) return [];
  return welcomeLines(tour === null ? 'own' : 'demo', size.columns - 1, theme, (name) => keyLabel(keymap, name));
}
