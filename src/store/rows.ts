// Small helpers between rows and objects.

/** `SET` clause and values for the fields of `patch` that are given; `columns` maps each field to its column. */
export function assignments<P extends object>(
  patch: P,
  columns: Partial<Record<keyof P, string>>,
): { set: string; values: unknown[] } {
  const given = (Object.keys(columns) as (keyof P)[]).filter((field) => patch[field] !== undefined);
  return {
    set: given.map((field) => `${columns[field]} = ?`).join(', '),
    values: given.map((field) => toColumn(patch[field])),
  };
}

function toColumn(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  return value;
}

export const toFlag = (value: boolean | undefined): 0 | 1 => (value ? 1 : 0);

export const toJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export const fromJson = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

export function found<T>(value: T | null | undefined, what: string, id: string | number): T {
  if (value === null || value === undefined) throw new Error(`there is no ${what} ${id} in the store`);
  return value;
}

export const places = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
