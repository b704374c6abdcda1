// A steer, moving, for the README: a prompt, a tool at work, a follow-up queued, a steer held, accepted and absorbed. The screen
// is looked at ten times a second; what stands still for long is shown for a shorter time.
import { gifMaker } from './gif.ts';
import { prompts } from './play.ts';
import { openStage, ready, settle } from './stage.ts';

const COLUMNS = 84;
const ROWS = 20;
const EVERY_MS = 100;
const LONGEST_MS = 1_600;

export async function steerGif(): Promise<Uint8Array> {
  const stage = await openStage({ columns: COLUMNS, rows: ROWS, theme: 'dark' });
  const { screen, project } = stage;
  const maker = gifMaker({ columns: COLUMNS, theme: 'dark', scale: 1, cursor: 'shown', title: 'ccchat' });
  let caption = 'ccchat';
  const frame = (ms: number) => maker.add({ source: screen.terminal, ms, title: caption });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const write = async (text: string) => {
    for (const piece of text.match(/.{1,3}/gs) ?? []) {
      screen.type(piece);
      await pause(40);
      await frame(110);
    }
  };
  /** Films until it holds; a frame may stand longer than it took. */
  const until = async (holds: () => boolean, each = EVERY_MS) => {
    for (let stood = 0; !holds(); stood += EVERY_MS) {
      await pause(EVERY_MS);
      if (stood < LONGEST_MS) await frame(each);
    }
    await pause(EVERY_MS);
    await frame(LONGEST_MS / 2);
  };
  const says = (what: RegExp) => () => what.test(screen.text());

  try {
    await screen.waitFor(ready);
    await settle(screen);
    await frame(600);
    await write(prompts.slow);
    caption = 'Enter sends';
    screen.press('enter');
    await until(says(/○ Bash[\s\S]*slow-tests/));
    caption = 'the next prompt, while the tool runs';
    await write(prompts.followUps[0]);
    caption = 'Enter queues it: it runs after this turn';
    screen.press('enter');
    await until(says(/» Summarise/));
    caption = 'a word to the turn that runs';
    await write(prompts.steer);
    caption = 'Ctrl+S steers: it goes in after this tool';
    screen.press('ctrl+s');
    await until(says(/accepted/), 300);
    await frame(1_200);
    caption = 'absorbed in the same turn; the queue follows';
    project.release();
    await until(says(/4 passed/));
    await until(says(/Nothing failed[\s\S]*✓[\s\S]*Say something/));
    await frame(2_400);
    return maker.finish();
  } finally {
    await stage.close();
  }
}
