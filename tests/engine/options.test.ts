// Every option reaches `claude`, per thread and per call: shown by what the model is sent and by what happens.
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/demo/model.ts';
import type { ThreadSettings } from '../../src/store/types.ts';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
afterEach(() => bench.close());

const last = (): ModelRequest => bench.world.model.requests.findLast(({ kind }) => kind === 'turn')!;
const toolNames = () => (last().body.tools ?? []).map(({ name }) => name);

/** A server of tools as small as can be. */
const server = `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tools = [{ name: 'weigh', description: 'Weighs a thing', inputSchema: { type: 'object', properties: {} } }];
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'scales', version: '1' } });
  else if (method === 'tools/list') answer(id, { tools });
  else if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'seven pounds' }] });
  else if (id !== undefined) answer(id, {});
});`;

const cases: { name: string; settings(): ThreadSettings; given(): void; without(): void }[] = [
  {
    name: 'model',
    settings: () => ({ model: 'claude-haiku-4-5' }),
    given: () => expect(last().body.model).toContain('haiku-4-5'),
    without: () => expect(last().body.model).not.toContain('haiku-4-5'),
  },
  {
    name: 'denied tools',
    settings: () => ({ deniedTools: ['Bash', 'WebSearch'] }),
    given: () =>
      expect([last().has('Bash'), last().has('WebSearch'), last().has('Read')]).toEqual([false, false, true]),
    without: () => expect(last().has('Bash')).toBe(true),
  },
  {
    name: 'the read-only profile',
    settings: () => ({ mode: 'read-only' }),
    given: () => {
      const writers = ['Bash', 'Write', 'Edit', 'NotebookEdit', 'Task', 'Agent'];
      expect(toolNames().filter((name) => writers.includes(name))).toEqual([]);
      expect(last().has('Read')).toBe(true);
    },
    without: () => expect(last().has('Write')).toBe(true),
  },
  {
    name: 'plan mode',
    settings: () => ({ mode: 'plan' }),
    given: () => expect(last().said('Plan mode is active')).toBe(true),
    without: () => {},
  },
  {
    name: 'an appended system prompt',
    settings: () => ({ appendSystemPrompt: 'Always speak of the sea, "calm" or not.' }),
    given: () => expect(JSON.stringify(last().body.system)).toContain('Always speak of the sea'),
    without: () => expect(JSON.stringify(last().body.system)).not.toContain('Always speak of the sea'),
  },
  {
    name: 'extra arguments',
    settings: () => ({ claudeArgs: ['--system-prompt', 'You keep bees.'] }),
    given: () => expect(JSON.stringify(last().body.system)).toContain('You keep bees.'),
    without: () => expect(JSON.stringify(last().body.system)).not.toContain('You keep bees.'),
  },
];

it.each(cases)('$name: for a call, for a thread, and not for others', async ({ settings, given, without }) => {
  bench = await openBench({ engine: { poolSize: 4 } });
  const { engine } = bench;
  const plain = bench.thread();
  expect((await engine.prompt(plain, 'hello', { settings: settings() })).state).toBe('done');
  given();
  expect((await engine.prompt(plain, 'hello again')).state).toBe('done');
  without();
  const own = bench.thread({ settings: settings() });
  expect((await engine.prompt(own, 'hello')).state).toBe('done');
  given();
});

it('servers of tools: named in a file, their tools are called and their results come back (newer versions begin before the server is up)', async () => {
  bench = await openBench({
    env: { ENABLE_TOOL_SEARCH: 'false' },
    script: (request) => {
      const weigh = (request.body.tools ?? []).find(({ name }) => name.endsWith('weigh'));
      if (request.results.length > 0) return [{ text: `It weighs ${JSON.stringify(request.results[0]!.content)}` }];
      return weigh ? [{ tool: weigh.name, input: {} }] : [{ text: 'no scales' }];
    },
  });
  const { world, engine } = bench;
  writeFileSync(path.join(world.root, 'scales.cjs'), server);
  const config = path.join(world.root, 'servers.json');
  const scales = { command: process.execPath, args: [path.join(world.root, 'scales.cjs')] };
  writeFileSync(config, JSON.stringify({ mcpServers: { scales } }));
  const thread = bench.thread({ settings: { mcpConfig: [config], allowedTools: ['mcp__scales__weigh'] } });
  let said = 'no scales';
  for (let round = 0; round < 20 && said === 'no scales'; round += 1)
    said = (await engine.prompt(thread, 'weigh it')).text;
  expect(said).toContain('seven pounds');
});

it('the folder: of the thread, else CCCHAT_CWD', async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
  const there = bench.world.folder('elsewhere');
  await bench.reopen({ env: { ...bench.world.env, CCCHAT_CWD: there } });
  const { engine } = bench;
  const named = engine.create();
  expect(named.cwd).toBe(there);
  await engine.prompt(named.id, 'please run `pwd`');
  expect(JSON.stringify(last().results)).toContain(realpathSync(there));
  await engine.prompt(bench.thread(), 'please run `pwd`');
  expect(JSON.stringify(last().results)).toContain(realpathSync(bench.world.cwd));
});
