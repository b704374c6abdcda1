// Which files a tool call changed, by its own word. Only tools that name their file count; a shell command says nothing reliable.
const editing: Record<string, readonly string[]> = {
  Write: ['file_path'],
  Edit: ['file_path'],
  MultiEdit: ['file_path'],
  NotebookEdit: ['notebook_path', 'file_path'],
};

export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

export function changedPaths(tool: string, calls: ReadonlyMap<string, ToolCall>): string[] {
  const call = calls.get(tool);
  const fields = call ? (editing[call.name] ?? []) : [];
  const path = fields.map((field) => call?.input[field]).find((value) => typeof value === 'string');
  return typeof path === 'string' ? [path] : [];
}
