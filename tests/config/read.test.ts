// Configuration as it lies on a disk: who wins, what is taken, what is refused, and that a project can only ask for more care.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { optionInfo, optionNames, readConfig, variableOf } from '../../src/config/index.ts';

let root: string;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-config-')));
  folder = path.join(root, 'project');
  mkdirSync(path.join(root, 'config/ccchat'), { recursive: true });
  mkdirSync(folder);
  env = { HOME: root, XDG_CONFIG_HOME: path.join(root, 'config') };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const own = (config: unknown) =>
  writeFileSync(
    path.join(root, 'config/ccchat/config.json'),
    typeof config === 'string' ? config : JSON.stringify(config),
  );
const project = (config: unknown, at = folder) =>
  writeFileSync(path.join(at, '.ccchat.json'), typeof config === 'string' ? config : JSON.stringify(config));
const look = (more: NodeJS.ProcessEnv = {}, at = folder) => readConfig({ env: { ...env, ...more }, folder: at });
const said = () => look().problems.map(({ level, says, next }) => `${level}: ${says}. ${next}`);

describe('who wins', () => {
  it('nobody says anything: nothing is set', () => {
    expect(look()).toMatchObject({ config: {}, problems: [], files: { project: null } });
  });

  it('project above person, environment above both', () => {
    own({ model: 'mine', steeringMode: 'all' });
    project({ model: 'theirs' });
    expect(look().config).toEqual({ model: 'theirs', steeringMode: 'all' });
    expect(look().places.get('model')).toEqual([{ kind: 'project', file: path.join(folder, '.ccchat.json') }]);
    expect(look({ CCCHAT_MODEL: 'now' }).config.model).toBe('now');
    expect(look({ CCCHAT_MODEL: 'now' }).places.get('model')).toEqual([{ kind: 'variable', name: 'CCCHAT_MODEL' }]);
  });

  it('denied tools add up, so that nobody can take another’s away', () => {
    own({ deniedTools: ['Bash'] });
    project({ deniedTools: ['WebFetch', 'Bash'] });
    expect(look({ CCCHAT_DENIED_TOOLS: 'Write' }).config.deniedTools).toEqual(['Bash', 'WebFetch', 'Write']);
    expect(look().places.get('deniedTools')).toHaveLength(2);
  });

  it('CCCHAT_CONFIG names another file, which must be there', () => {
    own({ model: 'mine' });
    const other = path.join(root, 'other.json');
    expect(look({ CCCHAT_CONFIG: other }).problems).toMatchObject([
      { level: 'wrong', says: `there is no file ${other}` },
    ]);
    writeFileSync(other, '{"model":"other"}');
    expect(look({ CCCHAT_CONFIG: other }).config).toEqual({ model: 'other' });
  });

  it('a project’s file counts in the folders below it, up to the top of its repository', () => {
    const below = path.join(folder, 'a/b');
    mkdirSync(below, { recursive: true });
    project({ model: 'theirs' });
    expect(look({}, below).config.model).toBeUndefined();
    mkdirSync(path.join(folder, '.git'));
    expect(look({}, below).config.model).toBe('theirs');
    project({ model: 'outside' }, root);
    rmSync(path.join(folder, '.ccchat.json'));
    expect(look({}, below).config.model).toBeUndefined();
  });

  it('paths are meant from where the file lies', () => {
    own({ mcpConfig: ['servers.json', '/abs.json', '{"mcpServers":{}}'], claude: './claude' });
    const at = path.join(root, 'config/ccchat');
    expect(look().config.mcpConfig).toEqual([path.join(at, 'servers.json'), '/abs.json', '{"mcpServers":{}}']);
    expect(look().config.claude).toBe(path.join(at, 'claude'));
  });
});

describe('what is not taken', () => {
  it.each([
    ['poolSize', 'three', 'must be a whole number from 1, not "three"'],
    ['poolSize', 0, 'must be a whole number from 1, not 0'],
    ['poolSize', 1.5, 'must be a whole number from 1, not 1.5'],
    ['idleMinutes', 0, 'must be a number above 0, not 0'],
    ['deniedTools', 'Bash', 'must be a list of texts, not "Bash"'],
    ['deniedTools', ['Bash', 3], 'must be a list of texts'],
    ['vim', 'yes', 'must be true or false, not "yes"'],
    ['theme', 'pink', 'must be one of auto, dark, light, plain, not "pink"'],
    ['model', '', 'must be a text, not ""'],
    ['model', null, 'must be a text, not null'],
    ['keymap', { send: 3 }, 'must be an object from command to key or list of keys'],
  ])('%s: %j', (option, value, says) => {
    own({ [option]: value, steeringMode: 'all' });
    const { config, problems } = look();
    expect(config).toEqual({ steeringMode: 'all' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ level: 'wrong', says: expect.stringContaining(`${option} ${says}`) });
  });

  it('an option that is none is named with the nearest', () => {
    own({ modle: 'x', poolsize: 2, colour: 'red', $schema: './schema.json' });
    expect(look().config).toEqual({});
    expect(said()).toEqual([
      expect.stringMatching(/^ignored: .*there is no option "modle"\. Did you mean "model"\?$/),
      expect.stringMatching(/there is no option "poolsize"\. Did you mean "poolSize"\?$/),
      expect.stringMatching(/there is no option "colour"\. `ccchat config --show` lists them all$/),
    ]);
  });

  it('what is not JSON is said with its line', () => {
    own('{\n  "model": "x",\n  oops\n}');
    expect(said()).toEqual([expect.stringMatching(/^wrong: .*config\.json is not valid JSON \(line 3\)/)]);
    own('[]');
    expect(said()).toEqual([expect.stringContaining('must hold one object')]);
    own('');
    expect(said()).toEqual([]);
  });

  it('bypass stands in no file and in no variable', () => {
    own({ mode: 'bypass' });
    expect(said()).toEqual([expect.stringMatching(/^wrong: .*cannot be bypass.*Use --mode bypass/)]);
    expect(look().config.mode).toBeUndefined();
    own({});
    project({ mode: 'bypass' });
    expect(look()).toMatchObject({ config: {}, problems: [{ level: 'wrong' }] });
    rmSync(path.join(folder, '.ccchat.json'));
    expect(look({ CCCHAT_MODE: 'bypass' })).toMatchObject({ config: {}, problems: [{ level: 'wrong' }] });
  });
});

describe('a project', () => {
  const refused = optionNames.filter((name) => !optionInfo(name).inProject.allowed);

  it('may not start programs, allow tools or set what is personal', () => {
    expect(refused).toEqual(
      expect.arrayContaining(['claude', 'mcpConfig', 'claudeArgs', 'allowedTools', 'keymap', 'theme', 'poolSize']),
    );
    project({
      claude: '/tmp/evil',
      mcpConfig: ['evil.json'],
      claudeArgs: ['--dangerously-skip-permissions'],
      allowedTools: ['Bash'],
      keymap: { 'panel-allow': 'n' },
      model: 'theirs',
    });
    expect(look().config).toEqual({ model: 'theirs' });
    expect(look().problems.map(({ level }) => level)).toEqual(Array(5).fill('ignored'));
    expect(said()[0]).toMatch(/a project may not set claude: it could start a program/);
  });

  it('may ask for more care than the person, never for less', () => {
    project({ mode: 'accept-edits' });
    expect(look()).toMatchObject({ config: {}, problems: [{ level: 'ignored' }] });
    project({ mode: 'plan' });
    expect(look()).toMatchObject({ config: { mode: 'plan' }, problems: [] });
    own({ mode: 'accept-edits' });
    expect(look().config.mode).toBe('plan');
    own({ mode: 'read-only' });
    project({ mode: 'ask' });
    expect(look()).toMatchObject({ config: { mode: 'read-only' }, problems: [{ level: 'ignored' }] });
  });
});

describe('the environment', () => {
  it('has a variable for every option but the keys', () => {
    expect(optionNames.filter((name) => variableOf(name) === null)).toEqual(['keymap']);
    expect(variableOf('appendSystemPrompt')).toBe('CCCHAT_APPEND_SYSTEM_PROMPT');
  });

  it('gives switches, numbers and lists as text', () => {
    const given = {
      CCCHAT_VIM: 'on',
      CCCHAT_WARM_SPARE: '0',
      CCCHAT_POOL_SIZE: '5',
      CCCHAT_IDLE_MINUTES: '0.5',
      CCCHAT_ALLOWED_TOOLS: 'Bash(git log:*),Edit',
      CCCHAT_THEME: '',
    };
    expect(look(given).config).toEqual({
      vim: true,
      warmSpare: false,
      poolSize: 5,
      idleMinutes: 0.5,
      allowedTools: ['Bash(git log:*)', 'Edit'],
    });
  });

  it('is told when it is wrong', () => {
    expect(look({ CCCHAT_POOL_SIZE: 'many' }).problems).toMatchObject([
      { level: 'wrong', says: 'CCCHAT_POOL_SIZE must be a whole number from 1, not "many"' },
    ]);
  });
});
