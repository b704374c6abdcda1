// A change to a task names it by its number. People know it by its words, which stand where it was made.
import type { ToolItem } from './items.ts';
import { resultText } from './tool-card.ts';

type Told = ToolItem | { readonly kind: string };

const isTool = (item: Told): item is ToolItem => item.kind === 'tool';
const isUpdate = (item: Told): item is ToolItem => isTool(item) && item.name === 'TaskUpdate';

/** The same items; changes to tasks that were made among them or among the ones before say which task it is. */
export function withTaskNames<T extends Told>(items: readonly T[], before: () => readonly T[]): readonly T[] {
  if (!items.some(isUpdate)) return items;
  const names = new Map<string, unknown>();
  for (const item of [...before(), ...items]) {
    if (!isTool(item) || item.name !== 'TaskCreate' || item.result === null) continue;
    const id = /#(\d+)/.exec(resultText(item.result))?.[1];
    if (id !== undefined) names.set(id, item.input.subject);
  }
  return items.map((item) => {
    if (!isUpdate(item)) return item;
    const subject = names.get(String(item.input.taskId));
    return subject === undefined ? item : { ...item, input: { subject, ...item.input } };
  });
}
