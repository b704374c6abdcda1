// The panel for an ask.
import type { Ask } from '../../engine/agent.ts';
import { createDialogPanel } from './dialog.ts';
import type { Panel, PanelContext } from './panel.ts';
import { createPermissionPanel } from './permission.ts';
import { createQuestionPanel } from './question.ts';

export type { Panel, PanelContext, PanelOutcome, PanelPicture } from './panel.ts';

export function createPanel(ask: Ask, context: PanelContext): Panel {
  switch (ask.kind) {
    case 'permission':
      return createPermissionPanel(ask, context);
    case 'question':
      return createQuestionPanel(ask, context);
    case 'dialog':
      return createDialogPanel(ask, context);
  }
}
