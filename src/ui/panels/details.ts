// What would happen, whole: the command as it will run, the change as a diff, anything else as its input. Nothing is folded away here,
// because the person is about to answer for it.
import path from 'node:path';
import { renderDiff } from '../blocks/index.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';

export interface DetailsOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly cwd: string;
}

type Input = Record<string, unknown>;

export function toolTitle(tool: string, input: Input, cwd: string): string {
  const file = text(input.file_path) ?? text(input.notebook_path);
  if (tool === 'Bash') return 'Run this command?';
  if (file !== null && tool === 'Write') return `Write ${relative(file, cwd)}?`;
  if (file !== null && /Edit$/.test(tool)) return `Change ${relative(file, cwd)}?`;
  if (file !== null && tool === 'Read') return `Read ${relative(file, cwd)}?`;
  if (tool === 'WebFetch') return 'Fetch this page?';
  if (tool === 'WebSearch') return 'Search the web?';
  if (tool === 'ExitPlanMode') return 'Go ahead with this plan?';
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  return mcp ? `Use ${mcp[2]} of ${mcp[1]}?` : `Use ${tool}?`;
}

export function toolDetails(tool: string, input: Input, options: DetailsOptions): string[] {
  const { width, theme } = options;
  const command = text(input.command);
  if (tool === 'Bash' && command !== null) {
    const why = text(input.description);
    return [
      ...block(command, width, (line, index) => `${theme.dim(index === 0 ? '$ ' : '  ')}${theme.code(line)}`, 2),
      ...(why === null ? [] : wrap(theme.dim(sanitise(why)), width)),
    ];
  }
  const changes = changesOf(tool, input);
  if (changes.length > 0)
    return changes.flatMap((change) => renderDiff({ path: filePath(input), ...change }, { width, theme }).lines);
  const plan = text(input.plan) ?? text(input.url) ?? text(input.query);
  if (plan !== null) return block(plan, width, (line) => line, 0);
  if (tool === 'Read') return [];
  return Object.entries(input).flatMap(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return wrap(`${theme.dim(`${name}: `)}${sanitise(shown ?? '')}`, width, { rest: '  ' });
  });
}

function changesOf(tool: string, input: Input): { before: string; after: string }[] {
  const content = text(input.content);
  if (tool === 'Write' && content !== null) return [{ before: '', after: content }];
  if (tool === 'MultiEdit' && Array.isArray(input.edits)) return input.edits.flatMap((edit) => change(edit as Input));
  return tool === 'Edit' ? change(input) : [];
}

function change(input: Input): { before: string; after: string }[] {
  const before = text(input.old_string);
  const after = text(input.new_string);
  return before === null || after === null ? [] : [{ before, after }];
}

function block(
  source: string,
  width: number,
  style: (line: string, index: number) => string,
  indent: number,
): string[] {
  const rows = sanitise(source)
    .split('\n')
    .flatMap((line) => wrap(line, Math.max(1, width - indent), { mode: 'cut' }));
  return rows.map(style);
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const filePath = (input: Input) => text(input.file_path) ?? text(input.notebook_path) ?? '';

export function relative(file: string, cwd: string): string {
  const short = path.relative(cwd, file);
  return short === '' || short.startsWith('..') ? file : short;
}
