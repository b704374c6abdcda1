// Permissions and questions on their way from a held hook to a person and back. Each waits under an id of its own until it is
// answered or `claude` no longer waits; either way it is settled once, and the hook never hangs after that.

import type { Json } from '../../store/types.ts';
import type { Answer, Ask, PermissionSuggestion, Question } from '../agent.ts';
import type { HookReply } from './hook-server.ts';
import type { Hook } from './hooks.ts';

type Request = Extract<Hook, { event: 'PermissionRequest' }>;

export function askOf(id: string, request: Request, toolUse: string | null): Ask {
  const questions = request.tool === 'AskUserQuestion' ? questionsIn(request.input) : [];
  if (questions.length > 0) return { kind: 'question', id, toolUse, questions };
  const { tool, input } = request;
  return { kind: 'permission', id, tool, toolUse, input, suggestions: request.suggestions.map(suggestionOf) };
}

/** What the hook tells `claude`; null for an answer that is none to this. */
export function replyTo(request: Request, answer: Answer): HookReply | null {
  switch (answer.kind) {
    case 'allow': {
      const updates = answer.always?.map(({ update }) => update) ?? [];
      return decision({
        behavior: 'allow',
        updatedInput: answer.input ?? request.input,
        ...(updates.length > 0 ? { updatedPermissions: updates } : {}),
      });
    }
    case 'choose':
      return decision({ behavior: 'allow', updatedInput: { ...request.input, answers: answer.answers } });
    case 'deny': {
      const message = answer.comment?.trim() || 'The user denied this.';
      return decision({ behavior: 'deny', message, interrupt: answer.interrupt ?? false });
    }
    case 'key':
      return null;
  }
}

function decision(made: Record<string, unknown>): HookReply {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: made } };
}

function questionsIn(input: Record<string, unknown>): Question[] {
  if (!Array.isArray(input.questions)) return [];
  return input.questions.flatMap((raw: unknown) => {
    const one = fields(raw);
    const options = Array.isArray(one.options) ? one.options.map(fields) : [];
    if (typeof one.question !== 'string') return [];
    return {
      question: one.question,
      header: word(one.header),
      multiSelect: one.multiSelect === true,
      options: options.map((choice) => ({ label: word(choice.label), description: word(choice.description) })),
    };
  });
}

const modeNames: Record<string, string> = {
  acceptEdits: 'Accept edits',
  bypassPermissions: 'Ask nothing',
  default: 'Ask',
  plan: 'Plan',
};
const places: Record<string, string> = {
  session: 'for this session',
  localSettings: 'in this folder, for you',
  projectSettings: 'in this folder, for everyone',
  userSettings: 'everywhere',
};

/** "Allow Bash(npm test) in this folder, for you" */
export function suggestionOf(update: Json): PermissionSuggestion {
  const raw = fields(update);
  const where = places[word(raw.destination)] ?? '';
  const label = (() => {
    switch (raw.type) {
      case 'setMode':
        return `${modeNames[word(raw.mode)] ?? word(raw.mode)} from now on`;
      case 'addDirectories':
        return `Allow ${list(raw.directories).map(String).join(', ')}`;
      case 'addRules':
      case 'replaceRules': {
        const verb = raw.behavior === 'deny' ? 'Deny' : raw.behavior === 'ask' ? 'Ask for' : 'Allow';
        return `${verb} ${list(raw.rules).map(ruleName).join(', ')}`;
      }
      default:
        return word(raw.type) || 'Always';
    }
  })();
  return { label: `${label} ${where}`.trim(), update };
}

function ruleName(raw: unknown): string {
  const rule = fields(raw);
  const content = word(rule.ruleContent);
  return content ? `${word(rule.toolName)}(${content})` : word(rule.toolName);
}

const fields = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
const list = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : []);
const word = (raw: unknown): string => (typeof raw === 'string' ? raw : '');
