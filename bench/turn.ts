// What a turn costs beside the model's own time: a pooled process against a fresh `claude -p --resume` for each turn, in one run.
// The scripted model answers at once, so that everything between Enter and the end of the turn is overhead. The two
// take turns, so that whatever else the machine does meets both.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openEngine } from '../src/engine/index.ts';
import { makeWorld, type World } from '../tests/support/world.ts';

const turns = 15;

interface Cost {
  before: number;
  after: number;
}

export async function run(): Promise<void> {
  const world = await makeWorld({ script: () => [{ text: 'OK' }] });
  const engine = await openEngine({ env: world.env, claude: world.claude, warmSpare: false });
  try {
    const { id } = engine.create({ cwd: world.cwd });
    const session = randomUUID();
    await engine.prompt(id, 'warm up');
    await printMode(world, ['-p', '--session-id', session, 'warm up']);
    const pooled: Cost[] = [];
    const fresh: Cost[] = [];
    for (let index = 0; index < turns; index++) {
      const text = `turn ${index}`;
      pooled.push(await costOf(world, () => engine.prompt(id, text)));
      fresh.push(await costOf(world, () => printMode(world, ['-p', '--resume', session, text])));
    }
    console.log(table(pooled, fresh));
  } finally {
    await engine.close();
    await world.close();
  }
}

async function costOf(world: World, turn: () => Promise<unknown>): Promise<Cost> {
  const started = Date.now();
  await turn();
  const asked = world.model.requests.at(-1)!.at;
  return { before: asked - started, after: Date.now() - asked };
}

function printMode(world: World, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(world.claude, args, { cwd: world.cwd, env: world.env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`claude -p ended with ${code}`))));
  });
}

function table(pooled: Cost[], fresh: Cost[]): string {
  const row = (name: string, pick: (cost: Cost) => number) => {
    const [a, b] = [median(pooled.map(pick)), median(fresh.map(pick))];
    return `| ${name} | ${a} ms | ${b} ms | ${(b / a).toFixed(1)}× |`;
  };
  return [
    `Overhead of a turn, median of ${turns}`,
    '',
    '| | ccchat, pool hit | claude -p --resume | ratio |',
    '|---|---|---|---|',
    row('Enter to the request at the model', ({ before }) => before),
    row('request (answered at once) to the end of the turn', ({ after }) => after),
    row('together', ({ before, after }) => before + after),
  ].join('\n');
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
