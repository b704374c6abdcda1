// `/export`, `/import`, `/share` and `/unshare`: threads as files. What looks like a key is pointed out before a page is written.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from '../../engine/api.ts';
import {
  fileNameOf,
  htmlOf,
  jsonOf,
  markdownOf,
  secretsIn,
  shareThread,
  unshareThread,
  wholeLine,
} from '../../engine/export/index.ts';
import type { ThreadId } from '../../store/types.ts';
import { plural } from '../../text/figures.ts';
import { closed } from '../overlay.ts';
import { createConfirm } from '../overlays/confirm.ts';
import { threadName } from '../overlays/names.ts';
import type { CommandHost } from './host.ts';

const mostUnreadable = 3;
const formats = { markdown: 'md', json: 'json', html: 'html' } as const;
type Format = keyof typeof formats;

const isFormat = (word: string): word is Format => Object.hasOwn(formats, word);

/** `[format] [file]`; a file alone says the format by its name. */
export function parseExportArgs(args: string): { format: Format; file: string } {
  const [first = '', ...rest] = args.split(/\s+/).filter(Boolean);
  if (isFormat(first)) return { format: first, file: rest.join(' ') };
  const extension = path.extname(args).slice(1).toLowerCase();
  const byName = (Object.keys(formats) as Format[]).find((format) => formats[format] === extension);
  return { format: byName ?? 'markdown', file: args.trim() };
}

export function exportCommand(host: CommandHost, thread: ThreadId, args: string): void {
  const { engine } = host;
  const { format, file } = parseExportArgs(args);
  const about = engine.get(thread);
  const target = resolved(host, file === '' ? fileNameOf(threadName(engine, about), about.id, formats[format]) : file);
  writeNew(target, textIn(host, thread, format));
  host.notice('info', `Written to ${target}`);
}

/** Without a path: everything that the agent itself has kept. */
export async function importCommand(host: CommandHost, args: string): Promise<void> {
  host.notice('info', args === '' ? "Bringing in claude's own history" : `Bringing in ${args}`);
  const report = await host.engine.import(args === '' ? {} : { paths: [resolved(host, args)] });
  const { created, continued, messages, unreadable } = report;
  const grown = continued.length === 0 ? '' : `, ${plural(continued.length, 'thread')} gone on with`;
  host.notice(
    'info',
    `${plural(created.length, 'new thread')}${grown}, ${plural(messages, 'message')}`,
    '/threads shows them',
  );
  for (const { file, reason } of unreadable.slice(0, mostUnreadable)) host.notice('warning', `${file}: ${reason}`);
  if (unreadable.length > mostUnreadable)
    host.notice(
      'warning',
      `${unreadable.length - mostUnreadable} more could not be read`,
      '`ccchat import` lists them all',
    );
}

function textIn({ engine }: CommandHost, thread: ThreadId, format: Format): string {
  const about = engine.get(thread);
  const line = wholeLine(engine, thread);
  switch (format) {
    case 'markdown':
      return markdownOf(about, line);
    case 'json':
      return jsonOf(about, line, engine.turns(thread));
    case 'html':
      return htmlOf(about, line);
  }
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST')
      throw new EngineError('bad-input', `${file} is there already`, 'Give another name: /export markdown notes.md', {
        cause: error,
      });
    throw new EngineError(
      'bad-input',
      `${file} cannot be written`,
      'Give a file in a folder that exists and is yours',
      { cause: error },
    );
  }
}

export function shareCommand(host: CommandHost, thread: ThreadId, args: string): void {
  const folder = resolved(host, args === '' ? '.' : args);
  const secrets = secretsIn(wholeLine(host.engine, thread));
  const share = () => {
    const { file, url } = shareThread(host.engine, thread, folder);
    host.notice('info', `Shared as ${file}`, `${url} opens it; /unshare removes it`);
  };
  if (secrets.length === 0) {
    share();
    return;
  }
  const listed = secrets.slice(0, 8).map(({ kind, hint }) => `  ${kind}: ${hint}`);
  const more = secrets.length > listed.length ? [`  and ${secrets.length - listed.length} more`] : [];
  host.openOverlay(
    createConfirm(host.overlays, {
      title: 'Share',
      question: [
        'This thread holds what looks like secrets:',
        '',
        ...listed,
        ...more,
        '',
        `Write it to ${folder} all the same?`,
      ].join('\n'),
      yes: 'share',
      onYes() {
        share();
        return closed;
      },
    }),
  );
}

export function unshareCommand(host: CommandHost, thread: ThreadId): void {
  const file = unshareThread(host.engine, thread);
  if (file === null) throw new EngineError('nothing-to-do', 'This thread is not shared', '/share writes it as a page');
  host.notice('info', `Removed ${file}`);
}

function resolved({ cwd, overlays }: CommandHost, name: string): string {
  return path.resolve(cwd, name === '~' || name.startsWith('~/') ? path.join(overlays.home, name.slice(1)) : name);
}
