// One long reply with everything a screen must draw well: headings, lists, code, a table, wide characters, long lines.

const code = `function fibonacci(n: number): number {
  let [a, b] = [0, 1];
  for (let i = 0; i < n; i += 1) [a, b] = [b, a + b];
  return a;
}`;

export const longAnswer = `# The short history of a long river

Every river starts as something you could step over. This one does too, between two stones and a juniper bush, at a height where the snow stays until June and nobody counts the days. By the time it reaches the sea it is two kilometres wide, carries the silt of four countries, and has been given **eleven names** by people who *never met*.

## What it passes

- a mill that has not turned since 1931
- three bridges, of which one is for sheep
  - the sheep prefer the road
- the town of Łódka, the village of São Brás, and a place that is only a number on a map

1. First it falls.
2. Then it wanders.
3. Then it forgets what it was in a hurry about.

## How it grows

| place | width (m) | depth (m) | said of it |
|---|---:|---:|---|
| spring | 0.4 | 0.1 | "mind your boots" |
| old mill | 12 | 1.5 | "cold, even in August" |
| 河口 (mouth) | 2000 | 18 | "more sky than water" |

The ratio of one width to the next is close to what this prints, if you are generous:

\`\`\`ts
${code}
\`\`\`

> A river is never finished, said the ferryman, and neither is my coffee.

## 川の話

この川は山の小さな泉から始まります。春になると雪が解け、水は勢いよく谷を下ります。村の人々は「川は急がないが、止まらない」と言います。夜には蛙が鳴き、朝には霧が橋を隠します。

这条河从山里的一眼小泉开始，流过四个国家，最后来到大海。강은 서두르지 않지만 멈추지도 않는다. 🏞️ 👩‍👩‍👧‍👦 🐑

## A very long line

${'It went on and on past fields and fences and farms, '.repeat(8).trim()} until it did not.

---

So much for the river. Run \`git log --oneline\` if you would rather read about something that only goes one way.
`;
