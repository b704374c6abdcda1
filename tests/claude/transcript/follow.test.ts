import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/engine/agent.ts';
import { followTranscript } from '../../../src/engine/claude/transcript/follow.ts';
import { transcript } from './lines.ts';

it('a slow claude: the result of an interrupted tool still belongs to the turn that was interrupted', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'ccchat-follow-'));
  const file = path.join(dir, 'a.jsonl');
  const t = transcript();
  const write = (...lines: string[]) => appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
  writeFileSync(file, '');
  const seen: AgentEvent[] = [];
  const following = followTranscript({ file, onEvent: (event) => seen.push(event) });
  try {
    write(t.prompt('go'), t.call('m1', 'a', { uuid: 'call' }), t.queue('enqueue', 'now'), t.prompt('now'));
    await following.drain();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    write(
      t.result('a', 'rejected', { parentUuid: 'call' }),
      t.interrupted('[Request interrupted by user for tool use]'),
      t.text('m2', 'ok'),
      t.end(),
    );
    await following.drain();
    const told = seen.flatMap((event) => {
      if (event.type === 'prompt') return [`prompt ${event.text}`];
      return event.type === 'end' ? [`end ${event.state}`] : [];
    });
    expect(told).toEqual(['prompt go', 'end interrupted', 'prompt now', 'end done']);
  } finally {
    following.close();
    rmSync(dir, { recursive: true });
  }
});
