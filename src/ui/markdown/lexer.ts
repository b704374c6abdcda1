// One lexer for all Markdown here: GitHub's flavour, with formulas left as they are written instead of read as emphasis.
import { type Links, Marked, type MarkedExtension, type Token, type TokensList } from 'marked';

const inlineMath =
  /^(?:\$\$[^\n]+?\$\$|\$(?![\s$])(?:[^$\\\n]|\\.)*?[^\s$\\]\$(?!\d)|\$[^\s$\\]\$(?!\d)|\\\([^\n]+?\\\)|\\\[[^\n]+?\\\])/;
const blockMath = /^ {0,3}(?:\$\$\n[\s\S]*?\n\$\$|\\\[\n[\s\S]*?\n\\\])[ \t]*(?:\n+|$)/;

export interface MathToken {
  type: 'math';
  raw: string;
  text: string;
}

const math: MarkedExtension = {
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[)\n/)?.index,
      tokenizer: (source) => {
        const raw = blockMath.exec(source)?.[0];
        return raw === undefined ? undefined : { type: 'math', raw, text: raw.trimEnd() };
      },
    },
    {
      name: 'mathInline',
      level: 'inline',
      start: (source) => source.match(/\$|\\[([]/)?.index,
      tokenizer: (source) => {
        const raw = inlineMath.exec(source)?.[0];
        return raw === undefined ? undefined : { type: 'math', raw, text: raw };
      },
    },
  ],
};

const marked = new Marked(math);

/** `links` are the definitions met so far; those found are added to it. */
export function lex(text: string, links: Links = {}): Token[] {
  const lexer = new marked.Lexer(marked.defaults);
  Object.assign(lexer.tokens.links, links);
  const tokens: TokensList = lexer.lex(text);
  Object.assign(links, tokens.links);
  return tokens;
}
