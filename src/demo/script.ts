// A script is a function from a request to the steps of its reply; it keeps no state that a retry could upset,
// except `times` in `rules`, which counts replies so that "fail twice, then answer" can be said.
import type { ModelRequest } from './request.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 413 | 429 | 500 | 529;

export type Step =
  /** Streams in small pieces; `charsPerSecond` makes it slow. */
  | { text: string; charsPerSecond?: number }
  | { thinking: string; charsPerSecond?: number }
  /** Several in one reply are parallel tool calls. */
  | { tool: string; input: Record<string, unknown>; id?: string }
  /** Milliseconds without a byte. */
  | { pause: number }
  /**
   * First in a reply: the HTTP status with the API's error body; later: an `error` event in the stream.
   * `claude` retries 429, 500 and 529 for minutes unless it is told not to, which `retry: false` (the default) does.
   */
  | { error: ErrorStatus; message?: string; retry?: boolean; retryAfter?: number }
  /** Destroys the connection: before the headers when first, else in the middle of the stream. */
  | { drop: true }
  /** Sends nothing more and keeps the connection open until the client or `close` ends it. */
  | { stall: true };

export type Script = (request: ModelRequest) => Step[];

export type Match = string | RegExp | ((request: ModelRequest) => boolean);

export interface Rule {
  /** Text is looked for in what the person typed, in any case of letters. Only a function can match a compaction. */
  when: Match;
  reply: Step[] | Script;
  /** The reply once the tool results are in; a `reply` that is a function is asked again instead when this is missing. */
  after?: Step[] | Script;
  /** How many times the rule applies before it is passed over; an `after` does not count, a retry of `claude` does. */
  times?: number;
}

export function matches(request: ModelRequest, match: Match, text: string = request.prompt): boolean {
  if (typeof match === 'function') return match(request);
  if (request.kind === 'compact') return false;
  if (typeof match === 'string') return text.toLowerCase().includes(match.toLowerCase());
  return new RegExp(match.source, match.flags.replace(/[gy]/g, '')).test(text);
}

export function rules(list: readonly Rule[], fallback: Step[] | Script = [{ text: 'OK.' }]): Script {
  const used = new Map<Rule, number>();
  const firstFor = (request: ModelRequest, text: string, fresh: boolean): Rule | undefined =>
    list.find((rule) => {
      const spent = fresh && (used.get(rule) ?? 0) >= (rule.times ?? Number.POSITIVE_INFINITY);
      return !spent && matches(request, rule.when, text);
    });
  return (request) => {
    if (request.news.length > 0) return [{ text: `The agent says: ${request.news.join('\n\n')}` }];
    const byPrompt = firstFor(request, request.prompt, request.fresh || request.kind === 'compact');
    const byOpening = request.opening === request.prompt ? undefined : firstFor(request, request.opening, false);
    const rule = byPrompt ?? byOpening;
    if (!rule) return request.kind === 'compact' ? summary(request) : steps(fallback, request);
    const answersResults = request.results.length > 0 && !(rule === byPrompt && request.fresh);
    if (answersResults) {
      if (rule.after) return steps(rule.after, request);
      if (Array.isArray(rule.reply)) return [{ text: 'Done.' }];
    } else used.set(rule, (used.get(rule) ?? 0) + 1);
    return steps(rule.reply, request);
  };
}

/** What any script may answer to a compaction: the prompts so far, so that what was said in them survives. */
export function summary(request: ModelRequest): Step[] {
  const prompts = request.typed.map((text, index) => `${index + 1}. ${text}`).join('\n');
  return [
    { text: `<analysis>\nThe whole conversation.\n</analysis>\n\n<summary>\nThe user said:\n${prompts}\n</summary>` },
  ];
}

function steps(reply: Step[] | Script, request: ModelRequest): Step[] {
  return typeof reply === 'function' ? reply(request) : reply;
}
