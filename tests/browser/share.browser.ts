// A shared page as its reader meets it: opened in Chromium from its file or from loopback, read, searched and printed. Whatever was said
// in the thread stays text, and the page asks nobody anything; each trap is shown to snap when the page's guard is taken away.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadId } from '../../src/store/types.ts';
import { collector } from '../cli/hand-made-shell.ts';
import { eventually } from '../support/engine.ts';
import { type Desk, openDesk } from '../threads/support.ts';
import { type Chromium, type Opened, startChromium, type View } from './browser.ts';
import { coloursOf, focusedId, inventory, overflow, roomBeside, scrolled } from './in-page.ts';
import { hostile, hostileThread, longThread, tell, tide, tideTitle } from './threads.ts';

let desk: Desk;
let chromium: Chromium;
let opened: Opened[] = [];
beforeAll(async () => {
  desk = await openDesk();
  chromium = await startChromium();
});
afterEach(async () => {
  for (const { close } of opened) await close();
  opened = [];
});
afterAll(async () => {
  await chromium?.close();
  await desk?.close();
});

const share = (thread: ThreadId) => desk.engine.share(thread, { folder: desk.file('shared') });

async function open(url: string, view?: View): Promise<Opened> {
  const one = await chromium.open(url, view);
  opened.push(one);
  return one;
}
const openThread = (thread: ThreadId, view?: View) => open(share(thread).url, view);

async function isQuiet({ asked, said, ran }: Opened): Promise<void> {
  expect(await ran()).toEqual([]);
  expect(asked).toEqual([]);
  expect(said).toEqual([]);
}

const count = ({ page }: Opened) => page.locator('#count');
async function search(one: Opened, words: string, says: RegExp): Promise<void> {
  await one.page.locator('#query').fill(words);
  await one.page.locator('main[aria-busy=false]').waitFor();
  expect(await count(one).textContent(), words).toMatch(says);
}

async function eventuallyTrue(look: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`never saw ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('the page', () => {
  it.each<[string, View]>([
    ['wide and light', { width: 1360, scheme: 'light' }],
    ['wide and dark', { width: 1360, scheme: 'dark' }],
    ['narrow and light', { width: 400, scheme: 'light' }],
    ['narrow and dark', { width: 400, scheme: 'dark' }],
  ])('is readable %s', async (_, view) => {
    const one = await openThread(tide(desk.store), view);
    const { page } = one;
    expect(await page.title()).toBe(tideTitle);
    expect(await page.locator('h1').textContent()).toBe(tideTitle);
    expect(await page.locator('main table th').allTextContents()).toEqual(['date', 'before', 'now']);
    expect(await page.locator('main li.task').textContent()).toBe('☑ tests on both sides of the change');
    await page.locator('#unfold').click();
    const { ink, paper } = await coloursOf(page.locator('body'));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    expect(brightness(paper) > 0.5).toBe(view.scheme === 'light');
    expect(await page.locator('nav').isVisible()).toBe(view.width === 1360);
    await isQuiet(one);
  });

  it('folds tools into cards that say what they did, each with its own result', async () => {
    const one = await openThread(tide(desk.store));
    const cards = one.page.locator('details.tool');
    expect(await cards.locator('summary').allInnerTexts()).toEqual([
      expect.stringMatching(/^Grep\s+getTimezoneOffset/),
      expect.stringMatching(/^Bash\s+npm test -- table$/),
      expect.stringMatching(/^Edit\s+src\/table.ts\s+\+6 −2$/),
      expect.stringMatching(/^TodoWrite\s+1 of 3 done$/),
      expect.stringMatching(/^Bash\s+npm test\s+failed$/),
      expect.stringMatching(/^Bash\s+npm test$/),
    ]);
    const edit = cards.nth(2);
    expect(await edit.locator('.diff').isVisible()).toBe(false);
    await edit.locator('summary').focus();
    await one.page.keyboard.press('Enter');
    expect(await edit.locator('.diff').isVisible()).toBe(true);
    expect(await edit.locator('.diff del').allTextContents()).toEqual([
      '-const offset = new Date().getTimezoneOffset();\n',
      "-  return format(addMinutes(at, -offset), 'HH:mm');\n",
    ]);
    const [went, came] = [await coloursOf(edit.locator('.diff del')), await coloursOf(edit.locator('.diff ins'))];
    expect(went.paper).not.toBe(came.paper);
    for (const { ink, paper } of [went, came]) expect(contrast(ink, paper)).toBeGreaterThan(4.5);
    expect(await cards.nth(4).locator('.output').textContent()).toContain("expected '13:04' to be '14:04'");
    expect(await cards.nth(5).locator('.output').textContent()).toContain('11 passed');
  });

  it('can be read without scripts', async () => {
    const { page, asked } = await openThread(tide(desk.store), { scripts: 'off' });
    expect(await page.locator('#find').isVisible()).toBe(false);
    expect(await page.locator('article.user').first().innerText()).toContain('an hour out since the clocks changed');
    expect(asked).toEqual([]);
  });

  it('prints every message and none of the controls, on white', async () => {
    const one = await openThread(tide(desk.store), { scheme: 'dark' });
    await one.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect((await coloursOf(one.page.locator('body'))).paper).toBe('rgb(255, 255, 255)');
    expect(await one.page.locator('#find').isVisible()).toBe(false);
    for (const article of await one.page.locator('article').all()) expect(await article.isVisible()).toBe(true);
    const pdf = await one.page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await isQuiet(one);
  });

  it('keeps text of every script, and a very large block, whole and inside the column', async () => {
    const wide = `${'x'.repeat(4000)}\n${'line of output\n'.repeat(5000)}`;
    const hebrew = 'שלום, זה `code` באמצע';
    const thread = tell(desk.store, '漢字 עברית 👩‍👩‍👧‍👦', ({ says, replies, tool }) => {
      says(`漢字かな交じり文。${'長'.repeat(300)}`);
      says(hebrew);
      replies(`${hebrew}\n\n👩‍👩‍👧‍👦 e\u0301 ${'🌊'.repeat(200)}`, `\`\`\`\n${wide}\`\`\``);
      tool('Bash', { command: `echo ${'y'.repeat(3000)}` }, 'progress 1%\rprogress 99%\r\ndone');
    });
    const one = await openThread(thread, { width: 400 });
    await one.page.locator('#unfold').click();
    expect(await one.page.title()).toBe('漢字 עברית 👩‍👩‍👧‍👦');
    expect(await one.page.locator('main pre code').textContent()).toBe(wide.trimEnd());
    expect(await one.page.locator('main .output').textContent()).toBe('progress 1%\nprogress 99%\ndone');
    expect(await overflow(one.page)).toBeLessThanOrEqual(0);
    const room = await roomBeside(one.page.locator('article.user').nth(1).locator('.said'));
    expect(room.right).toBeLessThan(room.left);
    await isQuiet(one);
  });
});

describe('search', () => {
  it('filters, counts, marks and unfolds what fits, and puts everything back', async () => {
    const one = await openThread(tide(desk.store));
    const { page } = one;
    const before = await page.locator('main').innerHTML();
    const articles = await page.locator('article').count();
    await search(one, 'HARBOUR.ZONE', new RegExp(`^1 of ${articles}$`));
    expect(await page.locator('article:visible').count()).toBe(1);
    expect(await page.locator('mark:visible').allTextContents()).toEqual(['harbour.zone']);
    await search(one, 'clock mend', /^1 of /);
    expect(new Set(await page.locator('mark').allTextContents())).toEqual(new Set(['clock', 'mend']));
    await search(one, '"high water"', /^1 of /);
    await search(one, '高潮', /^2 of /);
    await search(one, 'שפל', /^2 of /);
    await search(one, 'no such words', /^0 of /);
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    await search(one, '', /^$/);
    expect(await page.locator('#nothing').isVisible()).toBe(false);
    expect(await page.locator('article:visible').count()).toBe(articles);
    expect(await page.locator('main').innerHTML()).toBe(before.replaceAll(' hidden=""', ''));
    await isQuiet(one);
  });

  it("leaves the page's own words out of it", async () => {
    const one = await openThread(tide(desk.store));
    for (const label of ['Assistant', 'Thinking', 'claude-sonnet', '2026-06']) await search(one, label, /^0 of /);
  });

  it('is driven by the keyboard alone', async () => {
    const one = await openThread(tide(desk.store));
    const { page } = one;
    await page.keyboard.press('/');
    await page.keyboard.type('npm test');
    await page.keyboard.press('Enter');
    const total = await page.locator('mark').count();
    expect(total).toBeGreaterThan(3);
    expect(await count(one).textContent()).toContain(`· 1/${total}`);
    expect(await page.locator('mark.now').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await count(one).textContent()).toContain(`· 2/${total}`);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    expect(await count(one).textContent()).toContain(`· ${total}/${total}`);
    await page.keyboard.press('Escape');
    expect(await page.locator('mark').count()).toBe(0);
    expect(await page.locator('#query').inputValue()).toBe('');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const down = await scrolled(page);
    expect(down).toBeGreaterThan(0);
    await page.keyboard.press('k');
    expect(await scrolled(page)).toBeLessThan(down);
    await page.keyboard.press('/');
    expect(await focusedId(page)).toBe('query');
    await isQuiet(one);
  });

  it('takes anything for plain words', async () => {
    const one = await openThread(hostileThread(desk.store));
    for (const words of ['<script>', '<img src=x onerror=', '.*', '\\', '"', '[', 'İ', hostile[5]!])
      await one.page.locator('#query').fill(words);
    await search(one, '<img src=x onerror=ran', /^[1-9]/);
    await isQuiet(one);
  });

  it('stays exact, and bounded, in two thousand messages', async () => {
    const one = await openThread(longThread(desk.store));
    expect(await one.page.locator('article').count()).toBe(2000);
    await search(one, 'heron quay', /^10 of 2000$/);
    expect(await one.page.locator('mark').count()).toBe(20);
    await search(one, 'e', /^2000 of 2000$/);
    expect(await one.page.locator('mark').count()).toBe(2000);
    await search(one, 'depth777', /^1 of 2000$/);
    await search(one, '', /^$/);
    const last = one.page.locator('article').last();
    await last.scrollIntoViewIfNeeded();
    await eventuallyTrue(async () => (await last.innerText()).includes('Answer 1000'), 'the last answer');
    await isQuiet(one);
  });
});

describe('what was said', () => {
  it('stays text, wherever it stands', async () => {
    const thread = hostileThread(desk.store);
    const one = await openThread(thread);
    const { page } = one;
    await page.locator('#unfold').click();
    const inside = await inventory(page.locator('main'));
    const harmless =
      'a article b blockquote br code dd del details div dl dt em h2 h3 hr ins li ol p pre span strong summary table tbody td th time tr ul';
    expect(inside.names.filter((name) => !harmless.split(' ').includes(name))).toEqual([]);
    expect(
      inside.attributes.filter((name) => !['class', 'id', 'href', 'rel', 'open', 'datetime', 'start'].includes(name)),
    ).toEqual([]);
    expect(inside.links.filter((href) => !/^(#m-|https:\/\/)/.test(href))).toEqual([]);
    expect(inside.text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    expect(inside.text).not.toContain('stolen title');
    expect(inside.text).toContain('<script>ran("script")</script>');
    expect(await page.title()).toContain('</script></style></title>');
    await isQuiet(one);
  });

  it.each(hostile.slice(0, 11).filter((markup) => !markup.includes('refresh')))(
    'could do nothing even unescaped: %j',
    async (markup) => {
      const { file } = share(tide(desk.store));
      const html = readFileSync(file, 'utf8').replace('<main>', `<main>${markup}`);
      const broken = desk.file('broken.html');
      writeFileSync(broken, html);
      const { asked, ran } = await open(pathToFileURL(broken).href);
      expect(await ran()).toEqual([]);
      expect(asked).toEqual([]);
    },
  );

  it('would run and ask without the policy, so these tests can fail', async () => {
    const { file } = share(tide(desk.store));
    const html = readFileSync(file, 'utf8')
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      .replace('<main>', `<main>${hostile.slice(0, 3).join('')}`);
    const broken = desk.file('unguarded.html');
    writeFileSync(broken, html);
    const one = await open(pathToFileURL(broken).href);
    await eventuallyTrue(async () => (await one.ran()).length >= 2, 'both handlers');
    expect(new Set(await one.ran())).toEqual(new Set(['script', 'onerror']));
    expect(one.asked).toContain('https://outside.invalid/pixel.png');
  });
});

describe('share --serve', () => {
  it('serves the same page on loopback under a path of its own, until it is interrupted', async () => {
    const thread = tide(desk.store);
    const out = collector();
    let interrupt = () => {};
    const running = desk.run(['share', thread, '--serve', '--yes'], {
      out: out.output,
      onInterrupt: (stop) => {
        interrupt = stop;
        return () => {};
      },
    });
    const url = await eventually(() => /^http:\/\/127\.0\.0\.1:\d+\/\S+$/m.exec(out.text())?.[0], 'the address');
    const one = await open(url);
    expect(await one.page.title()).toBe(tideTitle);
    await search(one, 'harbour', /^[1-9]/);
    await isQuiet(one);
    expect((await fetch(new URL('/', url))).status).toBe(404);
    interrupt();
    expect((await running).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}
