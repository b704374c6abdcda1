// The visual grammar: default foreground for what matters, dim for the secondary, one colour for one meaning, and nothing else.
// Meanings take the terminal's own sixteen colours, so that they suit its palette; only tints (diffs, selection) bring their own.
// Every style is a function from text to styled text; what colour says is said by a mark or a word as well.
import { Chalk, type ChalkInstance, type ColorSupportLevel } from 'chalk';

export type Style = (text: string) => string;

export type ThemeName = 'dark' | 'light' | 'plain';

export interface SyntaxStyles {
  readonly keyword: Style;
  readonly string: Style;
  readonly number: Style;
  readonly comment: Style;
  /** Functions, classes, sections: what is named. */
  readonly title: Style;
  readonly type: Style;
  readonly attribute: Style;
  readonly meta: Style;
}

export interface Theme {
  readonly name: ThemeName;
  /** Tells themes apart in caches: two themes with one key render alike. */
  readonly key: string;
  /** 0 when nothing may have a colour, the colours of tools included. */
  readonly level: ColourLevel;
  readonly bold: Style;
  readonly italic: Style;
  readonly underline: Style;
  readonly strike: Style;
  /** Secondary: labels, hints, elapsed times, thinking. */
  readonly dim: Style;
  /** What the person can act on: the prompt mark, keys, the selected entry. */
  readonly accent: Style;
  readonly good: Style;
  readonly bad: Style;
  readonly warn: Style;
  /** Code and other literal text. */
  readonly code: Style;
  readonly heading: Style;
  /** Lines of a diff; always with `+` or `-` in front. */
  readonly added: Style;
  readonly removed: Style;
  /** The words that differ inside an added or removed line. */
  readonly addedWord: Style;
  readonly removedWord: Style;
  /** What the person typed, where it stands in the conversation. */
  readonly said: Style;
  /** A whole selected row. */
  readonly selected: Style;
  /** A search hit inside text. */
  readonly hit: Style;
  readonly syntax: SyntaxStyles;
  /** OSC 8 when the terminal may have it; else the text with the address behind it. */
  readonly link: (text: string, url: string) => string;
}

/** None, the sixteen, 256, or all. */
export type ColourLevel = 0 | 1 | 2 | 3;

export interface ThemeOptions {
  readonly name: ThemeName;
  readonly level?: ColourLevel;
  /** `hidden`: links work by themselves (OSC 8); `shown`: the address stands behind the text. */
  readonly links?: 'hidden' | 'shown';
  /** Bold, dim and the like are no colours; without them even a plain theme is the identity. */
  readonly attributes?: 'on' | 'off';
}

const identity: Style = (text) => text;

export function createTheme({ name, level = 3, links = 'hidden', attributes = 'on' }: ThemeOptions): Theme {
  const colours = name === 'plain' || level === 0 ? 'none' : name;
  const chalk = new Chalk({ level: (attributes === 'off' ? 0 : Math.max(level, 1)) as ColorSupportLevel });
  const base = {
    name,
    key: `${name}/${colours === 'none' ? 0 : level}/${links}/${attributes}`,
    level: colours === 'none' ? 0 : level,
    bold: attribute(chalk.bold),
    italic: attribute(chalk.italic),
    underline: attribute(chalk.underline),
    strike: attribute(chalk.strikethrough),
    dim: attribute(chalk.dim),
    heading: attribute(chalk.bold),
    link: links === 'hidden' ? hiddenLink(chalk) : shownLink,
  };
  if (colours === 'none') return { ...base, ...withoutColour(chalk) };
  return { ...base, ...(colours === 'dark' ? dark(chalk, level) : light(chalk, level)) };
}

type Coloured = Omit<
  Theme,
  'name' | 'key' | 'level' | 'bold' | 'italic' | 'underline' | 'strike' | 'dim' | 'heading' | 'link'
>;

/** Chalk says how; nesting is done here, because bold and dim share what closes them. */
function attribute(chalk: ChalkInstance): Style {
  const [open = '', close = ''] = chalk('\0').split('\0');
  if (open === '') return identity;
  const closers = new Set(close.match(/\x1b\[\d+m/g));
  return (text) => {
    if (text === '') return '';
    if (!text.includes('\x1b')) return open + text + close;
    let inner = text;
    for (const closer of closers) inner = inner.replaceAll(closer, closer + open);
    return open + inner + close;
  };
}

function dark(chalk: ChalkInstance, level: ColourLevel): Coloured {
  const rich = level >= 2;
  return {
    accent: attribute(chalk.blueBright),
    good: attribute(chalk.green),
    bad: attribute(chalk.redBright),
    warn: attribute(chalk.yellow),
    code: attribute(chalk.cyan),
    said: attribute(chalk.bold),
    ...(level === 3
      ? tints(chalk, ['#10293f', '#3d2412', '#1d5a8a', '#86491a'])
      : inks(rich ? [chalk.ansi256(110), chalk.ansi256(180)] : [chalk.blueBright, chalk.yellow])),
    selected: rich ? background(chalk, level, '#2a3344', 237) : attribute(chalk.inverse),
    hit: attribute(chalk.black.bgYellow),
    syntax: {
      keyword: attribute(chalk.magenta),
      string: attribute(chalk.green),
      number: attribute(chalk.cyan),
      comment: attribute(chalk.dim),
      title: attribute(chalk.blueBright),
      type: attribute(chalk.yellow),
      attribute: attribute(chalk.cyan),
      meta: attribute(chalk.dim),
    },
  };
}

function light(chalk: ChalkInstance, level: ColourLevel): Coloured {
  const rich = level >= 2;
  const orange = rich ? chalk.ansi256(130) : chalk.yellow;
  return {
    accent: attribute(chalk.blue),
    good: attribute(rich ? chalk.ansi256(28) : chalk.green),
    bad: attribute(rich ? chalk.ansi256(160) : chalk.red),
    warn: attribute(orange),
    code: attribute(rich ? chalk.ansi256(24) : chalk.cyan),
    said: attribute(chalk.bold),
    ...(level === 3
      ? tints(chalk, ['#dcedff', '#ffe9d6', '#a6d2ff', '#ffc48f'])
      : inks(rich ? [chalk.ansi256(25), orange] : [chalk.blue, orange])),
    selected: rich ? background(chalk, level, '#dfe6f2', 254) : attribute(chalk.inverse),
    hit: rich ? background(chalk, level, '#ffe08a', 222) : attribute(chalk.black.bgYellow),
    syntax: {
      keyword: attribute(rich ? chalk.ansi256(90) : chalk.magenta),
      string: attribute(rich ? chalk.ansi256(28) : chalk.green),
      number: attribute(rich ? chalk.ansi256(24) : chalk.cyan),
      comment: attribute(chalk.dim),
      title: attribute(chalk.blue),
      type: attribute(orange),
      attribute: attribute(rich ? chalk.ansi256(24) : chalk.cyan),
      meta: attribute(chalk.dim),
    },
  };
}

function withoutColour(chalk: ChalkInstance): Coloured {
  return {
    accent: attribute(chalk.bold),
    good: identity,
    bad: attribute(chalk.bold),
    warn: attribute(chalk.bold),
    code: identity,
    said: attribute(chalk.bold),
    added: identity,
    removed: attribute(chalk.dim),
    addedWord: attribute(chalk.underline),
    removedWord: attribute(chalk.underline),
    selected: attribute(chalk.inverse),
    hit: attribute(chalk.inverse),
    syntax: {
      keyword: identity,
      string: identity,
      number: identity,
      comment: attribute(chalk.dim),
      title: identity,
      type: identity,
      attribute: identity,
      meta: identity,
    },
  };
}

type DiffStyles = Pick<Theme, 'added' | 'removed' | 'addedWord' | 'removedWord'>;

/** A tint leaves the text its own colours; it takes all colours to have one that is faint enough. */
function tints(
  chalk: ChalkInstance,
  [added, removed, addedWord, removedWord]: [string, string, string, string],
): DiffStyles {
  return {
    added: attribute(chalk.bgHex(added)),
    removed: attribute(chalk.bgHex(removed)),
    addedWord: attribute(chalk.bgHex(addedWord)),
    removedWord: attribute(chalk.bgHex(removedWord)),
  };
}

function inks([added, removed]: [ChalkInstance, ChalkInstance]): DiffStyles {
  return {
    added: attribute(added),
    removed: attribute(removed),
    addedWord: attribute(added.bold.underline),
    removedWord: attribute(removed.bold.underline),
  };
}

function background(chalk: ChalkInstance, level: ColourLevel, hex: string, index: number): Style {
  return attribute(level === 3 ? chalk.bgHex(hex) : chalk.bgAnsi256(index));
}

function hiddenLink(chalk: ChalkInstance): Theme['link'] {
  const underline = attribute(chalk.underline);
  return (text, url) => `\x1b]8;;${url}\x07${underline(text)}\x1b]8;;\x07`;
}

const shownLink: Theme['link'] = (text, url) => (text === url ? text : `${text} (${url})`);

/** What tells how a terminal shows colours and links; nothing is asked of the terminal here. */
export interface TerminalSigns {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
  /** From the terminal's answer to OSC 11, when there was one. */
  readonly background?: 'dark' | 'light' | null;
}

/** `wanted` is the person's own choice; `auto` or nothing goes by the signs. */
export function detectTheme(signs: TerminalSigns, wanted: ThemeName | 'auto' = 'auto'): Theme {
  const level = colourLevel(signs);
  const links = showsLinks(signs) ? 'hidden' : 'shown';
  if (!signs.isTTY || signs.env.TERM === 'dumb')
    return createTheme({ name: 'plain', level: 0, links: 'shown', attributes: 'off' });
  if (wanted !== 'auto') return createTheme({ name: wanted, level, links });
  if (level === 0) return createTheme({ name: 'plain', level, links });
  return createTheme({ name: signs.background ?? backgroundFromEnv(signs.env) ?? 'dark', level, links });
}

export function colourLevel({ env, isTTY }: TerminalSigns): ColourLevel {
  if (env.NO_COLOR) return 0;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== '') {
    if (forced === '0' || forced === 'false') return 0;
    if (forced === '2' || forced === '3') return Number(forced) as ColourLevel;
    return Math.max(1, levelOf(env)) as ColourLevel;
  }
  return isTTY ? levelOf(env) : 0;
}

function levelOf(env: TerminalSigns['env']): ColourLevel {
  const term = env.TERM ?? '';
  if (term === 'dumb') return 0;
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 3;
  if (/-(direct|truecolor)$/.test(term) || /^(xterm-kitty|xterm-ghostty|wezterm|foot|alacritty)/.test(term)) return 3;
  if (/^(iTerm\.app|WezTerm|ghostty|vscode)$/.test(env.TERM_PROGRAM ?? '') || env.WT_SESSION) return 3;
  if (/-256(color)?$/.test(term) || env.TERM_PROGRAM === 'Apple_Terminal') return 2;
  return term === '' && !env.COLORTERM ? 0 : 1;
}

/** Only terminals known for OSC 8: elsewhere an address that cannot be seen is an address that is lost. */
function showsLinks({ env, isTTY }: TerminalSigns): boolean {
  if (!isTTY) return false;
  if (env.TERM_PROGRAM === 'tmux') return atLeast(env.TERM_PROGRAM_VERSION, 3, 4);
  if (env.TMUX || /^(screen|tmux)/.test(env.TERM ?? '')) return false;
  if (/^(iTerm\.app|WezTerm|ghostty|vscode|Hyper|rio|mintty|Tabby)$/.test(env.TERM_PROGRAM ?? '')) return true;
  if (/^(xterm-kitty|xterm-ghostty|wezterm|foot|alacritty|contour)/.test(env.TERM ?? '')) return true;
  return Boolean(env.WT_SESSION || env.KONSOLE_VERSION || env.DOMTERM) || Number(env.VTE_VERSION ?? 0) >= 5000;
}

function atLeast(version: string | undefined, major: number, minor: number): boolean {
  const [, first = '0', second = '0'] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

/** `COLORFGBG=15;0`: the last field is the background, 7 and 9–15 are light. */
export function backgroundFromEnv(env: TerminalSigns['env']): 'dark' | 'light' | null {
  const last = /(?:^|;)(\d+)$/.exec(env.COLORFGBG ?? '')?.[1];
  if (last === undefined) return null;
  const index = Number(last);
  if (index > 15) return null;
  return index === 7 || index > 8 ? 'light' : 'dark';
}

/** Asks the terminal for its background; the answer goes to `parseBackgroundReply`. */
export const BACKGROUND_QUERY = '\x1b]11;?\x07';

/** `ESC ] 11 ; rgb:RRRR/GGGG/BBBB` with one to four digits a part; null for anything else. */
export function parseBackgroundReply(reply: string): 'dark' | 'light' | null {
  const match =
    /\x1b\]11;(?:rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?|#([0-9a-f]{6}))(?:\x07|\x1b\\)/i.exec(
      reply,
    );
  if (!match) return null;
  const parts = match[4] ? (match[4].match(/../g) as string[]) : [match[1]!, match[2]!, match[3]!];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark';
}
