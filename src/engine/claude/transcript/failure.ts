// What went wrong with a turn, in the program's own code and words, and what a person can do about it.
import type { AgentFailure } from '../../agent.ts';

const nextSteps: Record<string, string> = {
  authentication_failed: 'Run `claude` once and sign in, or check ANTHROPIC_API_KEY; then send the prompt again.',
  oauth_org_not_allowed: 'Run `claude` once and sign in with another account; then send the prompt again.',
  billing_error: 'Check the plan or credit of your account; then send the prompt again.',
  rate_limit: 'Wait a moment and send the prompt again.',
  overloaded: 'Wait a moment and send the prompt again.',
  server_error: 'Wait a moment and send the prompt again.',
  invalid_request: 'Change the prompt, or fork from an earlier turn, and try again.',
  max_output_tokens: 'Ask for less at once, or say "go on".',
};

/** `code` as in the transcript's `error` and in the `StopFailure` hook. */
export function failureOf(code: string, text: string): AgentFailure {
  const next = nextSteps[code] ?? 'Send the prompt again; `ccchat doctor` checks the setup.';
  return { code, text: text.trim() || 'The turn failed.', next };
}
