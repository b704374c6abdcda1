// What a turn costs beside the model's own time: a pooled process against a fresh `claude -p --resume` for each turn, in one run.
// The scripted model answers at once, so that everything between Enter and the end of the turn is overhead.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openEngine } from '../src/engine/index.ts';
import { makeWorld, type World } from '../tests/support/world.ts';

const turns = 8;

interface Cost {
  before: number;
  after: number;
}

export async function run(): Promise<void> {
  const world = await makeWorld({ script: () => [{ text: 'OK' }] });
  try {
    const [pooled, fresh] = [await costOfPooled(world), await costOfFresh(world)];
    console.log(table(pooled, fresh));
  } finally {
    await world.close();
  }
}

async function costOfPooled(world: World): Promise<Cost[]> {
  const engine = await openEngine({ env: world.env, claude: world.claude, warmSpare: false });
  const { id } = engine.create({ cwd: world.cwd });
  await engine.prompt(id, 'warm up');
  const costs = await measured(world, (text) => engine.prompt(id, text));
  await engine.close();
  return costs;
}

async function costOfFresh(world: World): Promise<Cost[]> {
  const session = randomUUID();
  await printMode(world, ['-p', '--session-id', session, 'warm up']);
  return measured(world, (text) => printMode(world, ['-p', '--resume', session, text]));
}

async function measured(world: World, turn: (text: string) => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let index = 0; index < turns; index++) {
    const started = Date.now();
    await turn(`turn ${index}`);
    const asked = world.model.requests.at(-1)!.at;
    costs.push({ before: asked - started, after: Date.now() - asked });
  }
  return costs;
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
