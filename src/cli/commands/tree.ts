import type { Command } from 'commander';
import type { TreeNode } from '../../engine/thread-tools.ts';
import { age } from '../../text/figures.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { treeShape } from '../shapes.ts';
import { type Output, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

type Columns = typeof import('../columns.ts');

const leastTitle = 12;

export function treeCommand(program: Command, shell: Shell): void {
  const command = program
    .command('tree')
    .description('the whole family of forks of a thread')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    await withEngine(shell, {}, async (engine) => {
      const tree = engine.tree(threadOf(engine, shell, ref, options.cwd).id);
      if (options.json) return printJson(shell.out, treeShape(tree));
      const columns = await import('../columns.ts');
      for (const line of treeLines(tree, shell.out, shell.now(), columns)) shell.out.write(`${line}\n`);
    });
  });
}

function treeLines(
  root: TreeNode,
  { style, isTTY, columns }: Output,
  now: number,
  { truncate, widthOf }: Columns,
): string[] {
  const lines: string[] = [];
  const draw = (node: TreeNode, lead: string, branch: string): void => {
    const { thread, turns, sharedTurns, here, children } = node;
    const title = thread.title === null ? '(no title)' : oneLine(thread.title);
    const forked = thread.parent !== null && branch !== '' ? [`from turn ${sharedTurns}`] : [];
    const facts = [`${turns} ${turns === 1 ? 'turn' : 'turns'}`, ...forked, thread.status, age(thread.updatedAt, now)];
    const said = () => facts.join(' · ').replace(' · from', ', from');
    const before = `${lead}${branch}${thread.id} `;
    const mark = here ? ' ←' : '';
    const room = () => columns - widthOf(before) - mark.length - 2 - said().length;
    while (isTTY && facts.length > 1 && room() < Math.min(leastTitle, widthOf(title))) facts.pop();
    const shown = isTTY ? truncate(title, Math.max(leastTitle, room())) : title;
    const name = `${thread.id} ${shown}${mark}`;
    lines.push(`${lead}${branch}${here ? style.bold(name) : name}  ${style.dim(said())}`);
    const below = branch === '' ? lead : `${lead}${branch === '└─ ' ? '   ' : '│  '}`;
    for (const [index, child] of children.entries()) draw(child, below, index === children.length - 1 ? '└─ ' : '├─ ');
  };
  draw(root, '', '');
  return lines;
}
