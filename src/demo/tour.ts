// What the scripted model says in the demo: the tour's own lines, then plain phrases that make it use tools, then an answer to anything
// that is at least polite about what it cannot do. It keeps nothing between requests, so forks and reverts come out right by themselves.
import { type ModelRequest, resultText, textsOf } from './request.ts';
import { type Rule, rules, type Script, type Step, summary } from './script.ts';
import { absolute, agentScript, callTools, freely, phrases, readStep } from './scripts.ts';
import { betterCheapest, cheapest } from './teahouse.ts';

/** The words the tour puts into the composer, step by step. */
export const tourPrompts = {
  stream: 'What is this place?',
  tool: 'Taste all the teas, please.',
  steer: 'Only the green ones.',
  queue: 'Write the winner into notes.md.',
  search: 'longjing',
} as const;

/** What the tour runs without asking; everything else asks, which is a step of its own. */
export const tourTools = ['Bash(./taste.sh)', 'Bash(./taste.sh:*)'];

const place = `This is **the tea house**, a made-up project that lives in a throw-away folder. I am no model at all: I read my lines from a script on your own machine, so there is no account, no network and nothing to lose.

Everything around me is real, though:

- the \`claude\` program runs, with its own tools, in a pseudo-terminal
- every word we say is stored in a database, and can be gone back to, branched and found again
- what you see is the same chat you get with your own account

| file | what it is |
|---|---|
| \`teas.txt\` | the catalogue, six teas |
| \`taste.sh\` | tastes them, which takes a while |
| \`menu.ts\` | the code that finds the cheapest |

\`\`\`ts
const tea = cheapest(catalogue); // rooibos, of course
\`\`\`

Ask me to taste something.`;

const tasting = (kind: string | null): Step => ({
  tool: 'Bash',
  input: {
    command: kind === null ? './taste.sh' : `./taste.sh ${kind}`,
    description: kind === null ? 'Taste every tea' : `Taste the ${kind} teas`,
  },
});

const kindIn = (text: string): string | null => /\b(green|black|blue|red)\b/i.exec(text)?.[1]?.toLowerCase() ?? null;

const best: Readonly<Record<string, string>> = {
  green: '**longjing**: chestnut, orchid, and a long finish',
  black: '**darjeeling**: muscatel, and bright as a bell',
  blue: '**oolong**: cream and lilac',
  red: '**rooibos**: honey, and nobody loses sleep over it',
};

/** Of what was tasted last; of everything, the green one wins. */
const winner = (request: ModelRequest): string => {
  const tastings = request.body.messages
    .flatMap((message) => textsOf(message.content))
    .flatMap((text) => /"command":"\.\/taste\.sh ?(\w*)"/.exec(text)?.[1] ?? []);
  return best[tastings.at(-1) ?? ''] ?? best.green!;
};

const failed = (request: ModelRequest) => request.results.some((result) => result.is_error);

const noted = (request: ModelRequest) => request.steers.map((steer) => `Noted: "${briefly(steer)}". `).join('');

const lines: Rule[] = [
  { when: /what is this place|where am i|what is this\b/i, reply: [{ text: place, charsPerSecond: 420 }] },
  {
    when: /\btaste\b|\b(?:only|just) the (?:green|black|blue|red)/i,
    reply: (request) =>
      request.has('Bash')
        ? [{ text: openingWords(request), charsPerSecond: 300 }, tasting(kindIn(request.prompt))]
        : [{ text: 'I would taste them, but I may not run anything here.' }],
    after: (request) => [
      {
        text: failed(request)
          ? 'The tasting broke off. The kettle is still warm.'
          : `${noted(request)}The tasting is done. The best is ${winner(request)}.`,
        charsPerSecond: 300,
      },
    ],
  },
  {
    when: /\bwinner\b.*notes\.md|notes\.md.*\bwinner\b/i,
    reply: (request) =>
      request.has('Write')
        ? [
            { text: 'I will write it down.', charsPerSecond: 300 },
            { tool: 'Write', input: { file_path: absolute(request, 'notes.md'), content: notes(request) } },
          ]
        : [{ text: 'I would write it down, but I may not write here.' }],
    after: (request) => [
      {
        text: failed(request) ? 'Then it stays between us.' : 'It is in `notes.md` now.',
        charsPerSecond: 300,
      },
    ],
  },
];

function openingWords(request: ModelRequest): string {
  const kind = kindIn(request.prompt);
  if (request.steers.length > 0) return `Right: only the ${kind ?? 'good'} ones, then.`;
  return kind === null ? 'With pleasure. I put the kettle on.' : `With pleasure: the ${kind} ones.`;
}

function notes(request: ModelRequest): string {
  return `# Tasting notes\n\nThe winner is ${winner(request)}.\n`;
}

const say = (text: string): Step[] => [{ text, charsPerSecond: 420 }];

const abilities = `I follow a script, and these are my lines:

- \`taste the black ones\` runs a program that takes a while
- \`fix menu.ts\`, \`write plan.md: buy milk\` and \`\` run \`touch milk\` \`\` ask you first
- \`look around\`, or name a file with \`@\`
- \`ask me\` something, make a \`todo\` list, \`think\` about it
- \`tell me something long\`, or \`count slowly to 50\`, and steer me meanwhile

With your own \`claude\` behind it you get answers that are not in a script.`;

const looking: Rule[] = [
  {
    when: /@"?[\w./-]+|\b(?:what(?:'s| is) in|show me|explain|look at|open)\s+`?[\w-]+\.\w+/i,
    reply: (request) => callTools(request, [readStep(request, fileIn(request.prompt))]),
    after: (request) => say(failed(request) ? 'I find no such file here.' : whatItHolds(request)),
  },
  {
    when: /\bls\b|look around|\bfiles\b|what(?:'s| is) (?:here|in (?:this|the) (?:folder|directory|project|repo))/i,
    reply: (request) => callTools(request, [{ tool: 'Bash', input: { command: 'ls -l', description: 'Look around' } }]),
    after: say('`teas.txt` is the catalogue, `taste.sh` tastes it, `menu.ts` finds the cheapest. The rest came later.'),
  },
];

const mending: Rule = {
  when: /\b(?:fix|mend|bugs?|improve|refactor|optimi[sz]e)\b/i,
  reply: (request) => callTools(request, [readStep(request, 'menu.ts')]),
  after: (request) => {
    if (request.calls.some((call) => call.name === 'Edit'))
      return say(
        failed(request)
          ? 'Then it stays as it is.'
          : '`cheapest` no longer sorts all the teas to find one. `/diff` shows what changed.',
      );
    if (!request.results.some((result) => resultText(result).includes(cheapest)))
      return say('I know one flaw in `menu.ts`, and it is mended already.');
    const input = { file_path: absolute(request, 'menu.ts'), old_string: cheapest, new_string: betterCheapest };
    return callTools(request, [{ tool: 'Edit', input }]);
  },
};

function fileIn(text: string): string {
  return (/@"?([\w./-]+)/.exec(text) ?? /([\w./-]+\.\w+)/.exec(text))?.[1] ?? '';
}

function whatItHolds(request: ModelRequest): string {
  const lines = resultText(request.results[0]!)
    .replace(/<system-reminder>[\s\S]*/, '')
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\s*\d+[→\t]/, ''));
  return `It has ${lines.length} lines, and begins like this:\n\n\`\`\`\n${lines.slice(0, 4).join('\n')}\n\`\`\``;
}

const smallTalk: Rule[] = [
  { when: /\b(?:help|what can you do|who are you|are you (?:an? )?(?:ai|real|claude))\b/i, reply: say(abilities) },
  { when: /\b(?:thanks|thank you|cheers)\b/i, reply: say('You are welcome. The kettle is always on.') },
  { when: /\b(?:bye|goodbye|see you)\b/i, reply: say('Goodbye! Ctrl+D leaves, and takes the tea house with it.') },
  {
    when: /\b(?:how much|price|cheap|expensive)\b/i,
    reply: say('Rooibos is the cheapest at 5, longjing the dearest at 12. `teas.txt` has them all.'),
  },
  {
    when: /\b(?:haiku|poem|song|story|joke)\b/i,
    reply: say('Steam over the cup.  \nA turn runs; I say: greener.  \nThe kettle has heard.'),
  },
  {
    when: /\btea\b.*\?|\bwhich\b.*\?/i,
    reply: say('I would take the longjing. `taste the green ones` and judge for yourself.'),
  },
  {
    when: /^(?:hi|hello|hey|good (?:morning|evening|day)|moin|salut|hola)\b/i,
    reply: say('Hello! Tea? Ask me what this place is, or what I can do.'),
  },
];

const briefly = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

function politely(request: ModelRequest): Step[] {
  if (request.steers.length > 0 || request.results.length > 0 || request.prompt.startsWith('!')) return freely(request);
  if (request.prompt === '') return say('Here I am.');
  const words = briefly(request.prompt);
  const heard = /\?\s*$/.test(request.prompt) ? `"${words}" is a good question, and` : `I heard "${words}". It is`;
  return say(
    `${heard} not in my script; a real model would know. Try \`taste the black ones\`, \`fix menu.ts\`, \`ask me\`, or \`what can you do\`.`,
  );
}

const conversation = rules([...lines, ...phrases, ...looking, mending, ...smallTalk], politely);

export const demoScript: Script = (request) => {
  if (request.kind === 'compact') return summary(request);
  return request.kind === 'agent' ? agentScript(request) : conversation(request);
};
