// Text that behaves like years of conversations: a vocabulary with a few very common and many rare words, code, paths and
// some Chinese and Japanese. The same seed gives the same text, so that two runs measure the same thing.
import type { Block, Role } from '../../src/store/index.ts';

export interface Said {
  role: Role;
  blocks: Block[];
}

export function corpus(seed: number) {
  const random = mulberry(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (from: string | string[]) => from[below(from.length)]!;
  const endings = ['', '', '', 'n', 'r', 's', 't', 'l', 'ck', 'nd', 'm', 'x'];
  const common = (
    'the of and to in is that for it with as on be at by this from or an are which can file line test error ' +
    'function return value change read write run command message thread list should would when then there code'
  ).split(' ');
  const rare = Array.from({ length: 60_000 }, () => {
    const parts = Array.from(
      { length: 2 + below(3) },
      () => pick('bcdfghjklmnprstvwz') + pick('aeiou') + pick(endings),
    );
    return parts.join('');
  });
  const wide = '河口会議設計検索文章変更確認実行結果問題方法時間人間世界言語系统数据库消息线程'.match(/./gu)!;

  /** Half of all words come from the common ones; of the rest, rank r is as likely as 1/r. */
  const word = () => (random() < 0.5 ? pick(common) : rare[Math.floor(rare.length ** random()) % rare.length]!);
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const path = () => `src/${word()}/${word()}-${below(500)}.ts`;
  const cjk = () => Array.from({ length: 12 + below(20) }, () => pick(wide)).join('');

  function text(): string {
    const kind = random();
    if (kind < 0.04) return `${cjk()}。${cjk()}`;
    if (kind < 0.2)
      return `${words(10)}\n\nconst ${word()}_${word()} = ${word()}(${below(9999)}); // ${path()}\n${words(15)}`;
    return words(8 + below(60));
  }

  function said(index: number): Said {
    if (index % 4 === 0) return { role: 'user', blocks: [{ type: 'text', text: text() }] };
    if (index % 4 === 1)
      return {
        role: 'assistant',
        blocks: [
          { type: 'text', text: words(12) },
          { type: 'tool_use', id: `t${index}`, name: 'Read', input: { file_path: path() } },
        ],
      };
    if (index % 4 === 2)
      return { role: 'tool', blocks: [{ type: 'tool_result', tool_use_id: `t${index - 1}`, content: text() }] };
    return { role: 'assistant', blocks: [{ type: 'text', text: text() }] };
  }

  return { said, below, rare, common };
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
