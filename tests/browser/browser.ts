// A real Chromium with nothing to talk to: every request beyond the page itself is refused and written down, and so is everything the
// page says, asks or tries to run. A page that is opened by its file knows no network at all.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

export interface Opened {
  readonly page: Page;
  /** Addresses asked for beside the page's own. */
  readonly asked: string[];
  /** Errors and warnings of the console, uncaught errors, dialogs and new windows. */
  readonly said: string[];
  /** Whether anything in it called `ran()`. */
  ran(): Promise<string[]>;
  close(): Promise<void>;
}

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly scripts?: 'on' | 'off';
  readonly scale?: number;
}

export interface Chromium {
  open(url: string, view?: View): Promise<Opened>;
  close(): Promise<void>;
}

const program = process.env.CCCHAT_CHROMIUM ?? '/usr/bin/chromium';

export async function startChromium(): Promise<Chromium> {
  if (!existsSync(program))
    throw new Error(`There is no Chromium at ${program}: apt-get install chromium, or set CCCHAT_CHROMIUM`);
  const home = mkdtempSync(path.join(tmpdir(), 'ccchat-chromium-'));
  const browser = await chromium.launch({
    executablePath: program,
    timeout: 90_000,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    async open(url, { width = 1000, height = 800, scheme = 'light', scripts = 'on', scale = 1 } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        javaScriptEnabled: scripts === 'on',
        deviceScaleFactor: scale,
      });
      context.setDefaultTimeout(60_000);
      return look(context, url);
    },
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function look(context: BrowserContext, url: string): Promise<Opened> {
  const asked: string[] = [];
  const said: string[] = [];
  await context.route('**/*', (route) => {
    const wanted = route.request().url();
    if (wanted.split('#')[0] === url.split('#')[0]) return route.continue();
    asked.push(wanted);
    return route.abort();
  });
  const calls: string[] = [];
  await context.exposeFunction('ran', (what: unknown) => calls.push(String(what)));
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`${message.type()}: ${message.text()}`);
  });
  page.on('popup', (popup) => said.push(`window: ${popup.url()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url, { waitUntil: 'load' });
  return {
    page,
    asked,
    said,
    async ran() {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
      return calls;
    },
    close: () => context.close(),
  };
}
