// Which overlay a command opens.
import type { MessageId } from '../../store/types.ts';
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
} from '../overlays/index.ts';

/** Null when the command opens none. */
export function openNamed(name: Command | 'revert', context: OverlayContext, at?: MessageId): Overlay | null {
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
      return createReader(context, at === undefined ? {} : { message: at });
    case 'revert':
      return createRevert(context);
    case 'help':
      return createHelp(context);
    default:
      return null;
  }
}
