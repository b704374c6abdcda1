// How a chat asks for a look when its person looks elsewhere: a notification where the terminal has them, the bell where it has none,
// and a mark in the title everywhere. One message, one sequence: terminals that know several would show it several times.

type Env = Readonly<Record<string, string | undefined>>;

export function notification(text: string, env: Env): string {
  const body = text
    .replace(/[\x00-\x1f\x7f-\x9f;]+/g, ' ')
    .trim()
    .slice(0, 200);
  if (env.TMUX || /^(screen|linux|dumb)/.test(env.TERM ?? '')) return '\x07';
  if (env.KITTY_WINDOW_ID || env.TERM === 'xterm-kitty') return `\x1b]99;;${body}\x1b\\`;
  if (/^(iTerm\.app|WezTerm|ghostty)$/.test(env.TERM_PROGRAM ?? '')) return `\x1b]9;${body}\x07`;
  if (env.VTE_VERSION || /^(foot|rxvt)/.test(env.TERM ?? '')) return `\x1b]777;notify;ccchat;${body}\x1b\\\x07`;
  return '\x07';
}

export function titleSequence(title: string): string {
  return `\x1b]2;${title.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, 120)}\x07`;
}
