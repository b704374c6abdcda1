// Which replies on the screen are the running turn's, while lines go off the top and the program draws.
import { expect, test } from 'vitest';
import { runningTurn } from '../../src/engine/claude/running-turn.ts';

/** A number first: so many lines went off the top. */
function view(...shown: (string | number)[]) {
  const [gone, lines] = typeof shown[0] === 'number' ? [shown[0], shown.slice(1)] : [0, shown];
  return { lines: [...lines.map(String), ''], cursor: { row: lines.length, column: 0 }, gone };
}

const before = ['Claude Code', 'you: go', 'claude: One.', 'you: go', 'claude: Two.'];

test.each<[what: string, begins: string[], looks: [lines: (string | number)[], replies: number | null][]]>([
  ['nothing new yet', before, [[before, null]]],
  [
    'a late reply of the turn before',
    before.slice(0, 4),
    [
      [before, null],
      [[...before, 'you: go', 'claude: Th'], 1],
    ],
  ],
  [
    'the same prompt as before',
    before,
    [
      [[...before, 'you: go'], 0],
      [[...before, 'you: go', 'claude: Th'], 1],
    ],
  ],
  ['the first prompt', ['Claude Code'], [[['Claude Code', 'you: go', 'claude: O'], 1]]],
  ['lines go off the top', before, [[[2, ...before.slice(2), 'you: go', 'claude: Th'], 1]]],
  [
    'all of them do',
    before,
    [
      [[...before, 'you: go', 'claude: Th'], 1],
      [[6, 'claude: Fo'], null],
    ],
  ],
  ['steers are no prompts', before, [[[...before, 'you: go', 'claude: Three.', 'you: go', 'claude: Fo'], 2]]],
  [
    'half drawn',
    before,
    [
      [[...before, 'you: go'], 0],
      [before.slice(0, 3), null],
      [before, 0],
      [[...before, 'you: go', 'claude: Th'], 1],
    ],
  ],
  [
    'its prompt is drawn over',
    before,
    [
      [[...before, 'you: go'], 0],
      [[...before, 'claude: Th'], 1],
    ],
  ],
  ['drawn anew at another place', before, [[['you: other', ...before], null]]],
])('%s', (_, begins, looks) => {
  const turn = runningTurn();
  turn.begins(view(...begins));
  for (const [lines, replies] of looks) expect(turn.replies(view(...lines))).toBe(replies);
});
