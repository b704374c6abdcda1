// Two packages of the screen do on loading what can wait: together half of the time until one can type. The bundle takes them with that
// one line changed; a version without the line is taken as it is.
import { readFileSync } from 'node:fs';

const changes = [
  {
    // A regular expression of three thousand emoji, made only once something might be one.
    file: /string-width[\\/]index\.js$/,
    from: 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    to: `let rgiEmoji;
const mayBeEmoji = /[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3]/u;
const rgiEmojiRegex = {
  test: text => mayBeEmoji.test(text) && (rgiEmoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text),
};`,
  },
  {
    // The program is in the file already; `fetch` would load all of Node's HTTP client to decode it.
    file: /yoga-wasm-base64-esm\.js$/,
    from: '"function"!=typeof fetch',
    to: '!0',
  },
];

export const quickStart = {
  name: 'quick-start',
  setup(build) {
    for (const { file, from, to } of changes)
      build.onLoad({ filter: file }, (args) => ({
        contents: readFileSync(args.path, 'utf8').replaceAll(from, () => to),
        loader: 'js',
      }));
  },
};
