// What went wrong with a turn, in a person's words: one code, one sentence, one thing to do next.
import type { AgentFailure } from '../agent.ts';

interface Kind {
  code: string;
  matches: RegExp;
  next: string;
}

const kinds: Kind[] = [
  {
    code: 'authentication',
    matches: /authentication|invalid api key|oauth|\b401\b|\/login|not logged in|credentials/i,
    next: 'Run `claude` in a terminal and sign in again with /login, or correct ANTHROPIC_API_KEY; then send the prompt again.',
  },
  {
    code: 'billing',
    matches: /billing|credit balance|payment/i,
    next: 'Check the balance and plan of your account, then send the prompt again.',
  },
  {
    code: 'rate-limit',
    matches: /rate.?limit|\b429\b|usage limit|hit your (?:session )?limit/i,
    next: 'Wait until the limit resets, or choose another model with /model; then send the prompt again.',
  },
  {
    code: 'overloaded',
    matches: /overloaded|\b529\b|at capacity/i,
    next: 'The service is busy: wait a moment and send the prompt again.',
  },
  {
    code: 'too-long',
    matches: /prompt is too long|context (?:window|length)|\b413\b/i,
    next: 'Make room with /compact, or fork from an earlier turn; then send the prompt again.',
  },
  {
    code: 'reply-too-long',
    matches: /max_output_tokens|output token maximum/i,
    next: 'Ask for less at once, or say "go on".',
  },
  {
    code: 'connection',
    matches:
      /connection|ECONN|ENOTFOUND|EAI_AGAIN|network|socket|fetch failed|timed? ?out|stream (?:idle|ended|closed)/i,
    next: 'Check the network (and ANTHROPIC_BASE_URL, if you set it), then send the prompt again.',
  },
  {
    code: 'server-error',
    matches: /server_error|\b50[0-9]\b|internal server/i,
    next: 'The trouble is on the service’s side: wait a moment and send the prompt again.',
  },
  {
    code: 'invalid-request',
    matches: /invalid.?request|\b4\d\d\b|not found/i,
    next: 'Change the prompt or the model and send it again; revert goes back to before it.',
  },
];

/** From the error word of `StopFailure` or the transcript, and what `claude` told the person; the words decide where the error word is vague. */
export function failureOf(error: string, said: string): AgentFailure {
  const vague = error === 'unknown' || error === 'server_error' || error === '';
  const kind = kinds.find(({ matches }) => matches.test(vague ? said || error : error)) ?? byEither(error, said);
  return {
    code: kind?.code ?? 'failed',
    text: said.trim() || `claude reports: ${error}`,
    next: kind?.next ?? 'Send the prompt again; if it fails once more, run `claude` yourself to see why.',
  };
}

function byEither(error: string, said: string): Kind | undefined {
  return kinds.find(({ matches }) => matches.test(`${error} ${said}`));
}
