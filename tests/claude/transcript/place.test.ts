import { describe, expect, it } from 'vitest';
import { transcriptFile } from '../../../src/engine/claude/transcript/place.ts';

const file = (cwd: string, env: NodeJS.ProcessEnv = { HOME: '/home/me' }) => transcriptFile({ env, cwd, session: 's' });

describe('where a transcript lies', () => {
  it('is named after the folder', () => {
    expect(file('/no/such dir_x.y')).toBe('/home/me/.claude/projects/-no-such-dir-x-y/s.jsonl');
  });

  it('follows the configuration', () => {
    const env = { HOME: '/home/me', CLAUDE_CONFIG_DIR: '/etc/claude' };
    expect(file('/no/such', env)).toBe('/etc/claude/projects/-no-such/s.jsonl');
  });

  it('is cut and hashed as claude does, when the folder is deep', () => {
    const cwd = `/tmp/ccchat-world-mj2wHV/${'x'.repeat(120)}/${'y'.repeat(120)}`;
    expect(file(cwd)).toMatch(/y-4u95uv\/s\.jsonl$/);
    expect(file(cwd).split('/').at(-2)).toHaveLength(207);
  });
});
