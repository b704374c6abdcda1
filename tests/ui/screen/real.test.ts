// The product as a person has it: the shell command in a pseudo-terminal, the real `claude`, a scripted model.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { openScreen, type Screen } from '../../support/screen.ts';
import { makeWorld, type World, type WorldOptions } from '../../support/world.ts';

let program: string;
let world: World | null = null;
const screens: Screen[] = [];

beforeAll(async () => {
  program = await bundle('src/cli/main.ts');
});

afterEach(async () => {
  for (const screen of screens.splice(0)) await screen.close();
  await world?.close();
  world = null;
});

async function openChat(args: readonly string[] = [], options: WorldOptions = {}): Promise<Screen> {
  world ??= await makeWorld(options);
  const screen = await openScreen({
    command: [process.execPath, program, ...args],
    cwd: world.cwd,
    env: world.env,
    rows: 30,
  });
  screens.push(screen);
  return screen;
}

const ready = 'Say something';
const turnsEnded = (count: number) => (screen: Screen) => (screen.everything().match(/^✓ /gm) ?? []).length === count;

describe('the chat over the real claude', () => {
  it('holds a conversation, comes back to it, and the model still knows', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('Remember the codeword: Beaver. Reply OK.\r');
    await chat.waitFor(turnsEnded(1));
    expect(chat.text()).toMatch(/\nOK\n✓/);
    chat.press('ctrl+d');
    await chat.exit;
    const again = await openChat(['--continue']);
    await again.waitFor(/Remember the codeword[\s\S]*Say something/);
    again.type('What was the codeword?\r');
    await again.waitFor(/What was the codeword\?[\s\S]*Beaver[\s\S]*✓/);
  });

  it('asks before a command runs, takes a steer meanwhile, and absorbs it in the same turn', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('please run `touch made; sleep 4; echo hello`\r');
    await chat.waitFor('❯ 1. Allow once');
    expect(chat.text()).toContain('$ touch made; sleep 4; echo hello');
    chat.press('enter');
    await chat.waitFor(/○ Bash {2}touch made/);
    chat.type('and be brief');
    chat.press('ctrl+s');
    await chat.waitFor(/and be brief · (typed|accepted|goes)/);
    await chat.waitFor(/↳ and be brief {2}steer[\s\S]*Noted: and be brief[\s\S]*✓/, { within: 'everything' });
    expect(world?.model.requests.some((request) => request.steers.includes('and be brief'))).toBe(true);
  });

  it('interrupts a reply with Esc, runs what waited after the next prompt, and loses nothing', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('count slowly to 400\r');
    await chat.waitFor(/^\s*1$/m);
    chat.press('esc');
    await chat.waitFor('■ interrupted');
    chat.type('count to 3\r');
    await chat.waitFor(turnsEnded(1));
    expect(chat.everything()).toMatch(/1\n\n2\n\n3\n✓/);
  });

  it('answers a question of the model', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask me\r');
    await chat.waitFor('Which colour do you like best?');
    await chat.waitFor('❯ 1.');
    chat.press('2');
    await chat.waitFor(/Thank you[\s\S]*Green[\s\S]*✓/, { within: 'everything' });
  });

  it('forks, reverts and brings back', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('Remember the codeword: Otter. Reply OK.\r');
    await chat.waitFor(turnsEnded(1));
    chat.type('count to 2\r');
    await chat.waitFor(turnsEnded(2));
    chat.press('esc');
    await chat.waitFor('Esc again');
    chat.press('esc');
    await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'alternate');
    chat.press('enter');
    await chat.waitFor('› count to 2');
    await chat.waitFor('Reverted');
    chat.press('ctrl+c');
    chat.type('/unrevert\r');
    await chat.waitFor(/\d turns? (is|are) back/);
    chat.type('/fork\r');
    await chat.waitFor((screen) => (screen.everything().match(/◆ /g) ?? []).length === 1);
    chat.type('What was the codeword?\r');
    await chat.waitFor(/What was the codeword\?\n\nOtter/, { within: 'everything' });
  });

  it('shows a long answer exactly, once, with few bytes and no clearing', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.mark();
    chat.type('say something long\r');
    await chat.waitFor(turnsEnded(1));
    const bytes = chat.bytes();
    expect(bytes).not.toMatch(/\x1b\[[23]J/);
    const tokens = world!.model.requests.length > 0 ? chat.everything().length / 4 : 1;
    expect(bytes.length / tokens).toBeLessThan(200);
  });

  it('passes the trust question on as it stands', async () => {
    const chat = await openChat([], { trusted: false });
    await chat.waitFor(ready);
    chat.type('hello there\r');
    await chat.waitFor('Do you trust this folder?');
    await chat.waitFor(/back to typing/);
    chat.press('y');
    await chat.waitFor(turnsEnded(1));
  });
});
