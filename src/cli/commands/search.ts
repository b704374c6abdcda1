import type { Command } from 'commander';
import type { SearchHit } from '../../engine/api.ts';
import { age } from '../../text/figures.ts';
import { UsageError } from '../errors.ts';
import { type FolderOptions, optionsOf, wholeNumber } from '../options.ts';
import { hitShape } from '../shapes.ts';
import { type Output, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { withEngine } from '../threads.ts';

interface SearchOptions extends FolderOptions {
  json?: boolean;
  thread?: string;
  limit?: number;
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
    .option('--json', 'as JSON')
    .action((words: string[]) => search(shell, optionsOf<SearchOptions>(command), words));
}

async function search(shell: Shell, options: SearchOptions, words: string[]): Promise<void> {
  const query = words.map(asTyped).join(' ').trim();
  if (query === '') throw new UsageError('there is nothing to search for', 'Give words, or a filter such as tool:Bash');
  await withEngine(shell, {}, (engine) => {
    const thread = options.thread === undefined ? undefined : engine.find(options.thread).id;
    const hits = engine.search(query, { thread, limit: options.limit ?? defaultLimit });
    if (options.json) return printJson(shell.out, hits.map(hitShape));
    for (const line of hits.flatMap((hit) => hitLines(hit, shell.out, shell.now()))) shell.out.write(`${line}\n`);
    if (hits.length === 0) shell.err.write('Nothing found.\n');
    else if (hits.length === (options.limit ?? defaultLimit)) shell.err.write('There may be more: raise --limit.\n');
  });
}

/** The shell took the quotes away: an argument with a space in it was meant as a phrase. */
function asTyped(word: string, _: number, all: readonly string[]): string {
  return all.length > 1 && /\s/.test(word) && !/["\n]/.test(word) && !/^\w+:/.test(word) ? `"${word}"` : word;
}

const who = { user: 'you', assistant: 'claude', tool: 'tool', summary: 'summary', shell: 'shell' } as const;

export function hitLines(hit: SearchHit, { style }: Pick<Output, 'style'>, now: number): string[] {
  const name = hit.title === null ? hit.thread : `${hit.thread} ${oneLine(hit.title)}`;
  const facts = `${who[hit.role]} ${hit.message} · ${age(hit.at, now)} · ${oneLine(hit.cwd)}`;
  return [`${style.bold(name)}  ${style.dim(facts)}`, `  ${marked(hit.snippet, style)}`];
}

/** Hits stand between \u0002 and \u0003. */
function marked(snippet: string, style: Output['style']): string {
  return snippet
    .split(/(\u0002[^\u0003]*\u0003)/)
    .map((part) => (part.startsWith('\u0002') ? style.bold.yellow(clean(part)) : clean(part)))
    .join('');
}

const clean = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '');
