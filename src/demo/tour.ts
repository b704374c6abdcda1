// What the scripted model says in the demo: the tour's own lines, then plain phrases that make it use tools, then an answer to anything
// that is at least polite about what it cannot do. It keeps nothing between requests, so forks and reverts come out right by themselves.
import { type ModelRequest, textsOf } from './request.ts';
import { type Rule, rules, type Script, type Step, summary } from './script.ts';
import { agentScript, freely, phrases } from './scripts.ts';

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

const winner = (request: ModelRequest): string => {
  const kinds = request.body.messages
    .flatMap((message) => textsOf(message.content))
    .flatMap((text) => kindIn(text) ?? []);
  const kind = kindIn(request.prompt) ?? (kinds.includes('green') ? 'green' : null);
  return kind === null ? best.green! : (best[kind] ?? best.green!);
};

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
        text: request.results.some((result) => result.is_error)
          ? 'The tasting broke off. The kettle is still warm.'
          : `The tasting is done. The best is ${winner(request)}.`,
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
            { tool: 'Write', input: { file_path: `${folderOf(request)}/notes.md`, content: notes(request) } },
          ]
        : [{ text: 'I would write it down, but I may not write here.' }],
    after: (request) => [
      {
        text: request.results.some((result) => result.is_error)
          ? 'Then it stays between us.'
          : 'It is in `notes.md` now.',
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

function folderOf(request: ModelRequest): string {
  const { system, messages } = request.body;
  const texts = typeof system === 'string' ? [system] : (system ?? []).map((part) => part.text);
  for (const message of messages) if (message.role === 'system') texts.push(...textsOf(message.content));
  return /working directory: (.+)/i.exec(texts.join('\n'))?.[1]?.trim() ?? '.';
}

const say = (text: string): Step[] => [{ text, charsPerSecond: 420 }];

const abilities = `I follow a script, and these are my lines:

- \`taste the black ones\` runs a program that takes a while
- \`read menu.ts\`, \`edit teas.txt: rooibos -> honeybush\`, \`write plan.md: buy milk\`
- \`run \\\`ls -l\\\`\` asks you first
- \`ask me\` something, make a \`todo\` list, \`think\` about it
- \`tell me something long\`, or \`count slowly to 50\`, and steer me meanwhile

With your own \`claude\` behind it you get answers that are not in a script.`;

const smallTalk: Rule[] = [
  {
    when: /^(?:hi|hello|hey|good (?:morning|evening|day)|moin|salut|hola)\b/i,
    reply: say('Hello! Tea? Ask me what this place is, or what I can do.'),
  },
  { when: /\b(?:help|what can you do|who are you|are you (?:an? )?(?:ai|real|claude))\b/i, reply: say(abilities) },
  { when: /\b(?:thanks|thank you|cheers)\b/i, reply: say('You are welcome. The kettle is always on.') },
  { when: /\b(?:bye|goodbye|see you)\b/i, reply: say('Goodbye! Ctrl+D leaves, and takes the tea house with it.') },
  {
    when: /\b(?:how much|price|cheap|expensive)\b/i,
    reply: say('Rooibos is the cheapest at 5, longjing the dearest at 12. `teas.txt` has them all.'),
  },
  {
    when: /\btea\b.*\?|\bwhich\b.*\?/i,
    reply: say('I would take the longjing. `taste the green ones` and judge for yourself.'),
  },
];

function politely(request: ModelRequest): Step[] {
  if (request.steers.length > 0 || request.results.length > 0 || request.prompt.startsWith('!')) return freely(request);
  if (request.prompt === '') return say('Here I am.');
  const asked = /\?\s*$/.test(request.prompt);
  const words = request.prompt.replace(/\s+/g, ' ').slice(0, 80);
  return say(
    asked
      ? `"${words}" is a good question, and not in my script. A real model would know; I know tea. Ask me what I can do.`
      : `I heard "${words}". I only know the lines of the tea house: ask me what I can do, or what this place is.`,
  );
}

const conversation = rules([...lines, ...phrases, ...smallTalk], politely);

export const demoScript: Script = (request) => {
  if (request.kind === 'compact') return summary(request);
  return request.kind === 'agent' ? agentScript(request) : conversation(request);
};
