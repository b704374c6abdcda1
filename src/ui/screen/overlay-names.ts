// Which overlay a command opens.
import type { Command } from '../keys/commands.ts';
import type { Overlay, OverlayContext } from '../overlay.ts';
import {
  createHelp,
  createQueue,
  createReader,
  createRevert,
  createSearch,
  createThreads,
  createTree,
  type ReaderOptions,
} from '../overlays/index.ts';

/** Null when the command opens none. */
export function openNamed(name: Command | 'revert', context: OverlayContext, at: ReaderOptions = {}): Overlay | null {
  switch (name) {
    case 'threads':
      return createThreads(context);
    case 'search':
      return createSearch(context);
    case 'tree':
      return createTree(context);
    case 'queue':
      return createQueue(context);
    case 'reader':
      return createReader(context, at);
    case 'revert':
      return createRevert(context);
    case 'help':
      return createHelp(context);
    default:
      return null;
  }
}
