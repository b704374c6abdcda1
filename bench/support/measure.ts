// Times, in milliseconds, and the tables they are shown in.

export interface Times {
  p50: number;
  p95: number;
}

export function percentiles(taken: number[]): Times {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

export const ms = (value: number): string =>
  value < 0.1 ? value.toFixed(4) : value < 10 ? value.toFixed(2) : value.toFixed(0);
export const ratio = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ×`;

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}
