// A question with two answers. Nothing happens by Enter alone: the person says yes by its own key, so that no key meant for
// something else can destroy anything.
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, stay } from '../overlay.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import { frame } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, moveFor } from './keys.ts';
import { failureLine } from './names.ts';

export interface ConfirmOptions {
  readonly title: string;
  readonly question: string;
  /** What yes does, in a word or two: `delete`. */
  readonly yes: string;
  readonly onYes: () => OverlayOutcome;
}

export function createConfirm({ theme, keymap }: OverlayContext, options: ConfirmOptions): Overlay {
  const keys: readonly Binding<'yes' | 'no'>[] = [
    { action: 'yes', chords: ['y', 'shift+y'], help: options.yes },
    { action: 'no', chords: ['n', 'shift+n', 'q'], help: 'no' },
  ];
  let message: string | null = null;
  return {
    name: 'confirm',
    view(size) {
      const body = ['', ...wrap(sanitise(options.question), size.columns)];
      const footer = footerOf(hintsOf(keys), theme, size);
      return frame(size, theme, { title: options.title, message, footer, body });
    },
    input(event) {
      message = null;
      const action = actionFor(keys, event);
      if (action === 'no' || moveFor(keymap, event) === 'close') return closed;
      if (action !== 'yes') return stay;
      try {
        return options.onYes();
      } catch (error) {
        message = theme.bad(failureLine(error));
        return stay;
      }
    },
  };
}
