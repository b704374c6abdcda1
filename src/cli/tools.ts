// A tool call in words: in one line for lists, in full where a person has to decide about it.
import { firstLines, indent, oneLine, sanitise } from './text.ts';

type Input = Record<string, unknown>;

const subjects = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description', 'prompt'];

export function toolLine(name: string, input: Input): string {
  const subject = subjects.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  return oneLine(typeof subject === 'string' ? `${name}: ${subject}` : name);
}

const mostLines = 80;

/** What will happen: the whole command, the change as a diff, anything else as it was asked. */
export function toolDetail(name: string, input: Input): string {
  const detail = detailOf(name, input);
  return indent(sanitise(detail), '  ');
}

function detailOf(name: string, input: Input): string {
  if (name === 'Bash') {
    const note = text(input.description);
    return [`$ ${text(input.command)}`, note && `(${note})`].filter(Boolean).join('\n');
  }
  if (name === 'Write') return `${text(input.file_path)}\n${lines('+', text(input.content))}`;
  if (name === 'Edit') return `${text(input.file_path)}\n${change(input)}`;
  if (name === 'MultiEdit' && Array.isArray(input.edits)) {
    return [text(input.file_path), ...input.edits.map((edit: Input) => change(edit))].join('\n');
  }
  if (name === 'ExitPlanMode') return text(input.plan);
  return Object.entries(input)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

function change(edit: Input): string {
  return `${lines('-', text(edit.old_string))}\n${lines('+', text(edit.new_string))}`;
}

function lines(mark: string, content: string): string {
  return content === '' ? '' : firstLines(content.replace(/^/gm, `${mark} `), mostLines);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
