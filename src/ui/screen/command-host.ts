// What slash commands may ask of the chat, and nothing more of it.
import type { CommandHost } from '../commands/index.ts';
import type { Chat } from './chat.ts';

export function commandHost(chat: Chat): CommandHost {
  return {
    get engine() {
      return chat.options.engine;
    },
    get thread() {
      return chat.viewing.id;
    },
    get cwd() {
      return chat.cwd;
    },
    get overlays() {
      return chat.overlayContext;
    },
    needThread: () => chat.needThread(),
    settings: () => chat.viewing.settings,
    setSettings: (change) => chat.viewing.change(change),
    openOverlay: (overlay) => chat.openOverlay(overlay),
    notice: (level, text, next) => chat.notice(level, text, next),
    compose: (text) => chat.setText(text),
    switchTo: (thread) => chat.switchTo(thread),
    setTheme: (name) => chat.setTheme(name),
    copy: (text, what) => chat.copy(text, what),
    attach: (thread) => chat.attach(thread),
    tour: () => {
      if (chat.tour === null) chat.notice('info', 'The tour is part of `ccchat demo`', 'Leave and run it.');
      else if (chat.tour.isOn) chat.leaveTour();
      else chat.tour.begin();
    },
    quit: () => chat.leave(0),
  };
}
