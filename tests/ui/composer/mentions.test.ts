import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileList } from '../../../src/ui/composer/files.ts';
import { startClaude } from '../../demo/claude-pty.ts';
import { makeWorld } from '../../support/world.ts';
import { feed, typing } from './support.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('what the composer writes for images and files, the real claude hands to the model', async () => {
  const world = await makeWorld();
  mkdirSync(join(world.cwd, 'a b'));
  const images = [join(world.cwd, 'a b', 'shot 1.png'), join(world.cwd, 'plain.png')];
  for (const path of images) writeFileSync(path, png);
  const files = { 図: 'words in 図', 'my notes.md': 'words in my notes', 'main.ts': 'words in main' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(world.cwd, name), `${text}\n`);

  const context = { files: fileList(Object.keys(files), 1) };
  const attached = feed(
    images.map((path) => ({ type: 'attach-image', path }) as const),
    typing('compare'),
    context,
  );
  const { effects } = typing('and @図\t@notes\t@main\t\r', attached, context);
  const sent = effects.find((effect) => effect.type === 'send');
  expect(sent?.images).toEqual(images);

  const claude = await startClaude(world);
  try {
    await claude.type(sent!.text);
    await claude.hook('Stop');
    const request = JSON.stringify(world.model.requests.at(-1));
    expect(request.match(/"type":"image"/g)).toHaveLength(2);
    for (const text of Object.values(files)) expect(request).toContain(text);
  } finally {
    await claude.close();
    await world.close();
  }
});
