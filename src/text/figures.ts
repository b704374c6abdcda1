// Figures for people: short, in one way everywhere, so that they can be compared at a glance.

/** `0.4s`, `12.3s`, `3m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h ${two(Math.floor((whole % 3600) / 60))}m`;
}

/** Whole seconds, for what counts up on the screen. */
export function elapsed(ms: number): string {
  const whole = Math.floor(Math.max(0, ms) / 1000);
  return whole < 60 ? `${whole}s` : duration(whole * 1000);
}

/** `812`, `4.2k`, `31k`, `1.3M`. */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `now`, `5 min`, `3 h`, `2 d`, then the date. */
export function age(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return 'now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  if (seconds < 86_400 * 30) return `${Math.floor(seconds / 86_400)} d`;
  return new Date(then).toISOString().slice(0, 10);
}

/** `age` for the middle of a sentence. */
export function ago(then: number, now: number): string {
  const when = age(then, now);
  return when === 'now' ? 'just now' : /^\d{4}-/.test(when) ? `on ${when}` : `${when} ago`;
}

const two = (part: number) => String(part).padStart(2, '0');
