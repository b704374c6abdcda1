// Everything in a conversation as styled lines: one function for one item, one for many.
export { type DiffPicture, diffLines, type FileChange, renderDiff } from './diff.ts';
export { itemsOf, usageOf } from './from-messages.ts';
export type * from './items.ts';
export { prepareItems, renderItem, renderItems, standTogether } from './render.ts';
export { withTaskNames } from './tasks.ts';
export { renderTodo } from './todo.ts';
export { describeTool, editsOf, shortPath, todoEntries, toolLabel } from './tools.ts';
