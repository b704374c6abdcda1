import type { Command } from 'commander';
import type { SearchHit } from '../../engine/api.ts';
import { age } from '../../text/figures.ts';
import { shortFolder } from '../../text/folder.ts';
import { UsageError } from '../errors.ts';
import { type FolderOptions, optionsOf, wholeNumber } from '../options.ts';
import { hitShape } from '../shapes.ts';
import { type Output, printJson, type Shell } from '../shell.ts';
import { oneLine, sanitise } from '../text.ts';
import { withEngine } from '../threads.ts';

interface SearchOptions extends FolderOptions {
  json?: boolean;
  thread?: string;
  limit?: number;
  offset?: number;
}

const defaultLimit = 20;

export function searchCommand(program: Command, shell: Shell): void {
  const command = program
    .command('search')
    .description('find anything that was ever said, in any thread')
    .argument(
      '<query...>',
      'words, "a phrase", begin*, and folder:, role:, tool:, before:, after:; the words may stand in any order',
    )
    .option('--thread <thread>', 'only in this thread')
    .option('--limit <n>', `this many at most (${defaultLimit} unless said)`, wholeNumber)
    .option('--offset <n>', 'without the first ones', wholeNumber)
    .option('--json', 'as JSON')
    .action((words: string[]) => search(shell, optionsOf<SearchOptions>(command), words));
}

async function search(shell: Shell, options: SearchOptions, words: string[]): Promise<void> {
  const query = words.map(asTyped).join(' ').trim();
  if (query === '') throw new UsageError('there is nothing to search for', 'Give words, or a filter such as tool:Bash');
  await withEngine(shell, {}, async (engine) => {
    const thread = options.thread === undefined ? undefined : engine.find(options.thread).id;
    const hits = engine.search(query, { thread, limit: options.limit ?? defaultLimit, offset: options.offset });
    if (options.json) return printJson(shell.out, hits.map(hitShape));
    const columns = await import('../columns.ts');
    for (const line of hits.flatMap((hit) => hitLines(hit, shell, columns))) shell.out.write(`${line}\n`);
    if (hits.length === 0) shell.err.write('Nothing found.\n');
    else if (hits.length === (options.limit ?? defaultLimit))
      shell.err.write('There may be more: raise --limit, or go on with --offset.\n');
  });
}

/** The shell took the quotes away: an argument with a space in it was meant as a phrase. */
function asTyped(word: string, _: number, all: readonly string[]): string {
  return all.length > 1 && /\s/.test(word) && !/["\n]/.test(word) && !/^\w+:/.test(word) ? `"${word}"` : word;
}

const who = { user: 'you', assistant: 'claude', tool: 'tool', summary: 'summary', shell: 'shell' } as const;

type Columns = typeof import('../columns.ts');

/** In a pipe nothing is cut; on a terminal the head is one line, and the words around the hit break between words. */
function hitLines(hit: SearchHit, shell: Shell, columns: Columns): string[] {
  const { style, isTTY, columns: width } = shell.out;
  const name = hit.title === null ? hit.thread : `${hit.thread} ${oneLine(hit.title)}`;
  const facts = `${who[hit.role]} ${hit.message} · ${age(hit.at, shell.now())}`;
  const snippet = marked(hit.snippet, style);
  if (!isTTY) return [`${name}  ${facts} · ${oneLine(hit.cwd)}`, `  ${snippet}`];
  const folder = shortFolder(oneLine(hit.cwd), shell.env.HOME);
  const title = columns.truncate(name, Math.max(hit.thread.length, width - facts.length - 2));
  const rest = width - columns.widthOf(title) - facts.length - 5;
  const where = rest >= Math.min(8, columns.widthOf(folder)) ? ` · ${columns.truncateStart(folder, rest)}` : '';
  return [
    `${style.bold(title)}  ${style.dim(facts + where)}`,
    ...columns.wrapped(snippet, width - 2).map((line) => `  ${line}`),
  ];
}

/** Hits stand between \u0002 and \u0003. */
function marked(snippet: string, style: Output['style']): string {
  return snippet
    .split(/(\u0002[^\u0003]*\u0003)/)
    .map((part) => (part.startsWith('\u0002') ? style.bold.yellow(clean(part)) : clean(part)))
    .join('');
}

const clean = (text: string): string => sanitise(text.replace(/\s+/g, ' '));
