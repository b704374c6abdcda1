// A styled string is text with SGR and OSC 8 sequences in it, and nothing else: only our own renderers make them.
// A line cut out of one stands on its own: what is open at its end is closed, and opened again where the text goes on.

const sequence = /\x1b\[([0-9;:]*)m|\x1b\]8;([^\x07\x1b]*)(?:\x07|\x1b\\)/g;

export const LINK_CLOSE = '\x1b]8;;\x07';

export interface StyleMark {
  /** Offset in the plain text at which the sequence takes effect. */
  at: number;
  code: string;
}

export interface Styled {
  plain: string;
  marks: StyleMark[];
}

export function hasStyles(text: string): boolean {
  return text.includes('\x1b');
}

export function stripStyles(text: string): string {
  return hasStyles(text) ? text.replace(sequence, '') : text;
}

export function parseStyled(text: string): Styled {
  if (!hasStyles(text)) return { plain: text, marks: [] };
  const marks: StyleMark[] = [];
  let plain = '';
  let from = 0;
  for (const match of text.matchAll(sequence)) {
    plain += text.slice(from, match.index);
    from = match.index + match[0].length;
    marks.push({ at: plain.length, code: match[0] });
  }
  return { plain: plain + text.slice(from), marks };
}

const closers: Record<number, string> = { 1: '22', 2: '22', 3: '23', 4: '24', 7: '27', 8: '28', 9: '29', 53: '55' };
const closes: Record<string, number[]> = {
  22: [1, 2],
  23: [3],
  24: [4],
  27: [7],
  28: [8],
  29: [9],
  55: [53],
};

/** What is switched on at a point of a styled string. */
export class OpenStyles {
  /** By what closes them: `open` as written; two may share a closer (bold and dim). */
  private open: { key: string; open: string; close: string }[] = [];
  private link = '';

  apply(code: string): void {
    if (code.startsWith('\x1b]8;')) {
      this.link = /^\x1b\]8;[^;]*;(?:\x07|\x1b\\)$/.test(code) ? '' : code;
      return;
    }
    this.applySgr(code.slice(2, -1).split(';'));
  }

  opening(): string {
    return this.open.map((style) => `\x1b[${style.open}m`).join('') + this.link;
  }

  closing(): string {
    const sgr = new Set(this.open.map((style) => style.close).reverse());
    return (this.link ? LINK_CLOSE : '') + [...sgr].map((close) => `\x1b[${close}m`).join('');
  }

  private applySgr(parameters: string[]): void {
    for (let i = 0; i < parameters.length; i++) {
      const code = Number(parameters[i] || 0);
      if (code === 38 || code === 48 || code === 58) {
        const length = parameters[i + 1] === '2' ? 5 : 3;
        const name = code === 38 ? 'fg' : code === 48 ? 'bg' : 'line';
        this.set(name, parameters.slice(i, i + length).join(';'), String(code + 1));
        i += length - 1;
      } else if (code === 0) this.open = [];
      else if (code === 39 || code === 49 || code === 59) this.unset(code === 39 ? 'fg' : code === 49 ? 'bg' : 'line');
      else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) this.set('fg', String(code), '39');
      else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) this.set('bg', String(code), '49');
      else if (closes[code]) for (const key of closes[code]) this.unset(String(key));
      else if (closers[code]) this.set(String(code), String(code), closers[code]);
    }
  }

  private set(key: string, open: string, close: string): void {
    this.unset(key);
    this.open.push({ key, open, close });
  }

  private unset(key: string): void {
    this.open = this.open.filter((style) => style.key !== key);
  }
}

/** The pieces between offsets of the plain text, in order; each closes what it opens. */
export function splitStyled(text: string, offsets: readonly number[]): string[] {
  const { plain, marks } = parseStyled(text);
  const open = new OpenStyles();
  const pieces: string[] = [];
  let from = 0;
  let next = 0;
  for (const to of [...offsets, plain.length]) {
    let piece = open.opening();
    for (; next < marks.length && (marks[next]!.at < to || to === plain.length); next++) {
      piece += plain.slice(from, marks[next]!.at) + marks[next]!.code;
      from = marks[next]!.at;
      open.apply(marks[next]!.code);
    }
    piece += plain.slice(from, to) + open.closing();
    from = to;
    pieces.push(piece);
  }
  return pieces;
}
