import { afterEach, describe, expect, it } from 'vitest';
import { type ChatScreen, closeChats, onAlternate, openChat, soon } from '../../support/chat-screen.ts';

afterEach(closeChats);

const TURNS = 30;
const CHANGES = 30;

interface Range {
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

/** From a window that shows next to nothing to a large one: nothing of the conversation is lost. */
const anything: Range = { columns: [24, 120], rows: [6, 50] };
/** Never so much smaller at once that the region would not fit: nor is there a copy of the region. */
const moderate: Range = { columns: [84, 110], rows: [36, 46] };
/** Tall enough that everything that was pushed out of the window comes back. */
const tall = [
  { columns: 119, rows: 399 },
  { columns: 120, rows: 400 },
];

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Width, height or both, faster than anything is painted or slowly enough that it is: what comes of it must not depend on that. */
async function storm(chat: ChatScreen, seed: number, { columns, rows }: Range): Promise<void> {
  const next = random(seed);
  const between = ([from, to]: readonly [number, number]) => from + Math.floor(next() * (to - from + 1));
  const { terminal } = chat;
  for (let change = 0; change < CHANGES; change += 1) {
    const which = next();
    await chat.resize(which < 0.3 ? terminal.cols : between(columns), which > 0.7 ? terminal.rows : between(rows));
    await pause([0, 2, 16, 33, 120][between([0, 4])]!);
  }
  for (const size of tall) {
    await chat.resize(size.columns, size.rows);
    await pause(400);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const found = (chat: ChatScreen, mark: RegExp) => [...chat.everything().matchAll(mark)].map(([text]) => text);

/** What was finished is there once and in order; of the live region there is one, at the end; nothing was cleared. */
function expectWhole(chat: ChatScreen, live: readonly RegExp[]): void {
  const all = chat.everything();
  const turns = Array.from({ length: TURNS }, (_, index) => [`prompt ${index + 1}`, `reply ${index + 1}`]).flat();
  expect(found(chat, /(?:prompt|reply) \d+(?=\n)/g), all).toEqual(turns);
  const end = all.lastIndexOf(`reply ${TURNS}`);
  for (const mark of live) {
    expect(found(chat, mark).length, `${mark} in\n${all}`).toBe(1);
    expect(all.search(mark), `${mark} in\n${all}`).toBeGreaterThan(end);
  }
  expect(chat.bytes()).not.toMatch(/\x1b\[[23]J/);
}

const filled = async () => {
  const chat = await openChat([], { turns: TURNS, charsPerSecond: 300 });
  await chat.waitFor('Say something');
  return chat;
};

/** First where the region fits, then anywhere. */
async function storms(chat: ChatScreen, seed: number, live: readonly RegExp[]): Promise<void> {
  await storm(chat, seed, moderate);
  await soon(() => expectWhole(chat, live));
  await storm(chat, seed, anything);
  await soon(() => expectWhole(chat, []));
}

describe.each([1])('a storm of sizes, seed %i', (seed) => {
  it('over a long draft', async () => {
    const chat = await filled();
    const lines = Array.from({ length: 16 }, (_, index) => `draft line ${index + 1} with some words so that it wraps`);
    chat.paste(lines.slice(0, 3).join('\n'));
    for (const line of lines.slice(3)) {
      chat.press('ctrl+j');
      chat.type(line);
    }
    await chat.waitFor('draft line 16');
    await storms(chat, seed, [/draft line 16 /g, /draft line 15 /g, /draft line 9 /g, /ask · /g]);
    chat.type('!');
    await chat.waitFor('wraps!');
    await soon(() => expectWhole(chat, []));
  });

  it('over a reply that streams', async () => {
    const chat = await filled();
    chat.type('long 12\r');
    await chat.waitFor(/Paragraph \d/);
    await storm(chat, seed, moderate);
    await chat.waitFor(/✓ [1-9]/, { within: 'everything' });
    await chat.quiet(300);
    await soon(() => expectWhole(chat, [/› long 12/g, /✓ [1-9]/g, /Say something/g]));
    const paragraphs = Array.from({ length: 12 }, (_, index) => `Paragraph ${index + 1} of`);
    expect(new Set(found(chat, /Paragraph \d+ of/g)), chat.everything()).toEqual(new Set(paragraphs));
  });

  it('over a running tool, steers and a queue', async () => {
    const chat = await filled();
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    for (const text of ['first', 'second', 'third']) chat.type(`the ${text} follow-up\r`);
    chat.type('the steering text');
    chat.press('ctrl+s');
    await chat.waitFor('the steering text ·');
    await chat.waitFor('the third follow-up');
    await storms(chat, seed, [
      /Bash {2}\.\/nap/g,
      /the steering text ·/g,
      /the first follow-up/g,
      /the third follow-up/g,
      /Enter queues/g,
      /ask · /g,
    ]);
  });

  it('over a permission', async () => {
    const chat = await filled();
    const words = Array.from({ length: 20 }, (_, index) => `word-${index}`).join(' ');
    chat.type(`ask ./tidy ${words}\r`);
    await chat.waitFor('❯ 1.');
    await storms(chat, seed, [/Run this command\?/g, /Allow once/g, /Deny and say why/g, /Enter queues/g, /ask · /g]);
  });

  it('over an overlay', async () => {
    const chat = await filled();
    chat.type('a draft below the overlay');
    await chat.waitFor('below the overlay');
    chat.press('ctrl+p');
    await chat.waitFor(onAlternate);
    await storm(chat, seed, anything);
    chat.press('esc');
    await chat.waitFor('a draft below');
    await chat.quiet(300);
    await soon(() => expectWhole(chat, [/a draft below the overlay/g, /ask · /g]));
  });
});
