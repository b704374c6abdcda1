// The fingerprint of a conversation: each message's hash is chained from its parent's, so equal heads mean equal prefixes.
// Only what the model is shown counts, in one normal form, so that a conversation read back from a transcript hashes the same.
import { createHash } from 'node:crypto';
import type { Block, Role } from './types.ts';

type Content = string | Block[] | undefined;
type Plain = Record<string, unknown>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

export const rootHash: string = digest('ccchat');

export function messageHash(parentHash: string, role: Role, content: string | Block[]): string {
  return digest(`${parentHash}\n${canonical([role, normalContent(content)])}`);
}

function normalContent(content: Content): Plain[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map(normalBlock);
}

function normalBlock(block: Block): Plain {
  const { cache_control: _, ...plain } = block as unknown as Plain;
  if (block.type === 'thinking') delete plain.signature;
  if (block.type === 'tool_result') {
    plain.content = normalContent(block.content);
    if (!block.is_error) delete plain.is_error;
  }
  return plain;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
