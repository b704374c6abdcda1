// `/attach` with the real `claude`: the terminal is its own until it ends, and what was said there is part of the thread.
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { shownTexts } from '../../support/engine.ts';
import { openScreen, type Screen } from '../../support/screen.ts';
import { makeWorld, type World } from '../../support/world.ts';

let program: string;
let world: World;
let chat: Screen;

beforeAll(async () => {
  program = await bundle('src/cli/main.ts');
});

afterEach(async () => {
  await chat.close();
  await world.close();
});

const ready = 'Say something';
const turnsEnded = (count: number) => (screen: Screen) => (screen.everything().match(/^✓ /gm) ?? []).length === count;

/** Enter in one write with the text would be taken for part of a paste. */
async function sayToClaude(text: string): Promise<void> {
  chat.type(text);
  await chat.waitFor((screen) => screen.rows().some((row) => /^\s*[❯>]/.test(row) && row.includes(text)));
  chat.press('enter');
}

it('hands the terminal to claude on this thread and takes in what happened there', async () => {
  world = await makeWorld();
  chat = await openScreen({
    command: [process.execPath, program],
    cwd: world.cwd,
    env: world.env,
    rows: 30,
    columns: 90,
  });
  await chat.waitFor(ready);
  chat.type('Remember the codeword: Beaver. Reply OK.\r');
  await chat.waitFor(turnsEnded(1));
  await chat.waitFor(ready);
  chat.type('/attach\r');
  await chat.waitFor('This is claude itself');
  await chat.waitFor(/\? for shortcuts|Try "|❯/);
  await sayToClaude('What was the codeword?');
  await chat.waitFor((screen) =>
    /Beaver/.test(screen.text().slice(screen.text().lastIndexOf('What was the codeword?'))),
  );
  await chat.quiet(600);
  await sayToClaude('/exit');
  await chat.waitFor('Back from claude. Took in 1 turn from claude', { within: 'everything' });
  await chat.waitFor(ready);
  chat.type('count to 2\r');
  await chat.waitFor((screen) => /› count to 2\n\n1\n\n2\n✓/.test(screen.everything()));
  const last = world.model.requests.findLast((request) => request.kind === 'turn')!;
  const said = shownTexts(last).map(([role, text]) => `${role}: ${text}`);
  expect(said).toEqual([
    'user: Remember the codeword: Beaver. Reply OK.',
    'assistant: OK',
    'user: What was the codeword?',
    expect.stringContaining('Beaver'),
    'user: count to 2',
  ]);
});

it('does so from the plain lines too', async () => {
  world = await makeWorld({ env: { CCCHAT_SCREEN_READER: '1' } });
  chat = await openScreen({ command: [process.execPath, program], cwd: world.cwd, env: world.env, rows: 30 });
  await chat.waitFor('plain lines');
  chat.type('Remember the codeword: Otter. Reply OK.\r');
  await chat.waitFor('claude: OK');
  await chat.waitFor(/^✓ /m);
  chat.type('/attach\r');
  await chat.waitFor('This is claude itself');
  await chat.waitFor(/\? for shortcuts|Try "|❯/);
  await sayToClaude('What was the codeword?');
  await chat.waitFor((screen) => screen.text().slice(screen.text().lastIndexOf('codeword?')).includes('Otter'));
  await chat.quiet(600);
  await sayToClaude('/exit');
  await chat.waitFor(/claude: Otter[\s\S]*Back from claude\. Took in 1 turn/, { within: 'everything' });
  chat.type('count to 2\r');
  await chat.waitFor(/claude: 1\n\n2/);
});
