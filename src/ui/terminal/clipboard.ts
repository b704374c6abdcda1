// The clipboard. Copying: the terminal's own (OSC 52) works over ssh, the system's where the terminal will not; both are given the
// text. Pasting an image: only the system has it, so it is saved to a file that can be mentioned.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Terminals cut or refuse longer ones. */
const LONGEST_OSC_52 = 74_994;

export function osc52(text: string, env: Env): string {
  const data = Buffer.from(text, 'utf8').toString('base64');
  if (data.length > LONGEST_OSC_52) return '';
  const sequence = `\x1b]52;c;${data}\x07`;
  return env.TMUX ? `\x1bPtmux;\x1b${sequence}\x1b\\${sequence}` : sequence;
}

export function clipboardCommand(env: Env, platform: NodeJS.Platform): readonly string[] | null {
  if (platform === 'darwin') return ['pbcopy'];
  if (platform === 'win32' || env.WSL_DISTRO_NAME) return ['clip.exe'];
  if (env.WAYLAND_DISPLAY) return ['wl-copy'];
  return env.DISPLAY ? ['xclip', '-selection', 'clipboard'] : null;
}

/** Never waits and never fails: a machine without a clipboard still has the terminal's. */
export function copyToSystem(text: string, env: Env, platform: NodeJS.Platform = process.platform): void {
  const command = clipboardCommand(env, platform);
  if (command === null) return;
  const [program, ...args] = command;
  const child = spawn(program!, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  child.unref();
}

export type ClipboardImage = { type: 'image'; path: string } | { type: 'none'; message: string };

function imageCommand(env: Env, platform: NodeJS.Platform): readonly string[] | null {
  if (platform === 'darwin') return ['pngpaste', '-'];
  if (env.WAYLAND_DISPLAY) return ['wl-paste', '--type', 'image/png'];
  return env.DISPLAY ? ['xclip', '-selection', 'clipboard', '-t', 'image/png', '-o'] : null;
}

export async function clipboardImage(env: Env, platform: NodeJS.Platform = process.platform): Promise<ClipboardImage> {
  const command = imageCommand(env, platform);
  if (command === null) return { type: 'none', message: 'No clipboard here: attach an image by its path' };
  const [program, ...args] = command;
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'ccchat-image-')), 'pasted.png');
  const ended = await new Promise<string | null>((resolve) => {
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.on('error', () => resolve(`${program} is not installed: attach the image by its path`));
    child.stdout.pipe(createWriteStream(file, { mode: 0o600 }));
    child.on('close', (code) => resolve(code === 0 ? null : 'There is no image on the clipboard'));
  });
  if (ended !== null) return { type: 'none', message: ended };
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  return size > 0 ? { type: 'image', path: file } : { type: 'none', message: 'There is no image on the clipboard' };
}
