// Things that look like keys, pointed out before a thread leaves the machine. It errs on the side of asking.
import type { Message, MessageId } from '../../store/types.ts';

export interface SecretHit {
  readonly kind: string;
  readonly message: MessageId;
  /** The beginning only: a warning must not spread what it warns of. */
  readonly hint: string;
}

const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g],
  ['AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b/g],
  ['API key', /\bsk-[A-Za-z0-9_-]{20,}/g],
  ['Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['Google key', /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ['Stripe key', /\b[rs]k_live_[0-9A-Za-z]{20,}\b/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['JSON web token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ['password in an address', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]{3,}@/gi],
  [
    'password or token',
    /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s*[:=]\s*["']?[^\s"',;]{8,}/gi,
  ],
];

const mostHits = 50;

export function secretsIn(messages: Iterable<Message>): SecretHit[] {
  const found = new Map<string, SecretHit>();
  for (const message of messages) {
    const text = strings(message.blocks).join('\n');
    for (const [kind, pattern] of patterns)
      for (const [hit] of text.matchAll(pattern)) {
        if (found.size >= mostHits) return [...found.values()];
        if (!found.has(hit)) found.set(hit, { kind, message: message.id, hint: `${hit.slice(0, 12)}…` });
      }
  }
  return [...found.values()];
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(strings);
}
