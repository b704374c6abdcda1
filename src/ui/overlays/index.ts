// Every overlay by name: what a key or a slash command opens.

export { type Choice, type ChooseOptions, createChoose } from './choose.ts';
export { type ConfirmOptions, createConfirm } from './confirm.ts';
export { createDiff } from './diff.ts';
export { createHelp } from './help.ts';
export { createQuestion, type QuestionOptions } from './question.ts';
export { createQueue } from './queue.ts';
export { createReader, type ReaderOptions } from './reader.ts';
export { createRevert } from './revert.ts';
export { createSearch } from './search.ts';
export { createThreads, type ThreadsOptions } from './threads.ts';
export { createTree } from './tree.ts';
export { createViewer, type ViewerOptions } from './viewer.ts';
