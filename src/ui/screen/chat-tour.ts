// The tour of a chat that has one.
import { keyLabel } from '../keys/keymap.ts';
import { Tour, type TourHost } from '../tour/tour.ts';
import type { ChatOptions } from './chat-options.ts';

export function chatTour(
  { tour, keymap, engine }: ChatOptions,
  chat: Omit<TourHost, 'script' | 'keyOf' | 'parentOf'>,
): Tour | null {
  if (!tour) return null;
  return new Tour({
    ...chat,
    script: tour,
    keyOf: (name) => keyLabel(keymap, name),
    parentOf: (thread) => engine.get(thread).parent,
  });
}
