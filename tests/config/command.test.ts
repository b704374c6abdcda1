// `ccchat config`, and what a wrong configuration does to the commands that would use it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../../src/engine/api.ts';
import { collector, runByHand } from '../cli/hand-made-shell.ts';

let root: string;
let file: string;
let shell: { cwd: string; env: NodeJS.ProcessEnv };

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-config-')));
  file = path.join(root, '.config/ccchat/config.json');
  mkdirSync(path.dirname(file), { recursive: true });
  mkdirSync(path.join(root, 'work'));
  shell = { cwd: path.join(root, 'work'), env: { HOME: root } };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (config: unknown) => writeFileSync(file, JSON.stringify(config));
const row = (out: string, option: string) =>
  out
    .split('\n')
    .find((line) => line.startsWith(`${option} `))
    ?.split(/ {2,}/);

/** What a command would have opened the engine with. */
async function opening(argv: string[]): Promise<{ options: EngineOptions | null; err: string; code: number }> {
  let options: EngineOptions | null = null;
  const { err, code } = await runByHand(argv, {
    ...shell,
    openEngine: async (given) => {
      options = given;
      throw new Error('far enough');
    },
  });
  return { options, err, code };
}

describe('ccchat config', () => {
  it('shows every option with value, default and where it comes from', async () => {
    write({ model: 'mine', poolSize: 5 });
    writeFileSync(path.join(shell.cwd, '.ccchat.json'), '{"deniedTools":["WebFetch"]}');
    shell.env.CCCHAT_THEME = 'light';
    const { code, out, err } = await runByHand(['--mode', 'plan', 'config', '--show'], shell);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(row(out, 'model')).toEqual(['model', 'mine', "claude's own choice", '~/.config/ccchat/config.json']);
    expect(row(out, 'poolSize')).toEqual(['poolSize', '5', '3', '~/.config/ccchat/config.json']);
    expect(row(out, 'deniedTools')).toEqual(['deniedTools', 'WebFetch', 'none', '~/work/.ccchat.json']);
    expect(row(out, 'theme')).toEqual(['theme', 'light', 'auto', 'CCCHAT_THEME']);
    expect(row(out, 'mode')).toEqual(['mode', 'plan', 'ask', '--mode']);
    expect(row(out, 'vim')).toEqual(['vim', 'false', 'false', 'default']);
  });

  it('adds up what adds up, flags included, and says where the files are', async () => {
    write({ deniedTools: ['WebFetch'] });
    const { out } = await runByHand(['--deny', 'Edit', '--allow', 'Read', 'config'], shell);
    const from = '~/.config/ccchat/config.json, --deny';
    expect(row(out, 'deniedTools')).toEqual(['deniedTools', 'WebFetch, Edit', 'none', from]);
    expect(row(out, 'allowedTools')).toEqual(['allowedTools', 'Read', 'none', '--allow']);
    expect(out).toMatch(/^your file {5}~\/\.config\/ccchat\/config\.json$/m);
    expect(out).toMatch(/^project file {2}none \(\.ccchat\.json here or above\)$/m);
    rmSync(file);
    expect((await runByHand(['config'], shell)).out).toMatch(/^your file .* \(not there yet\)$/m);
  });

  it('is the same as JSON', async () => {
    write({ model: 'mine', modle: 'x' });
    const { out } = await runByHand(['config', '--json'], shell);
    const shown = JSON.parse(out);
    expect(shown.files).toEqual({ person: file, project: null });
    expect(shown.options[0]).toMatchObject({ option: 'model', value: 'mine', default: null, from: [file] });
    expect(shown.problems).toMatchObject([{ level: 'ignored', next: 'Did you mean "model"?' }]);
  });

  it('says where the file is', async () => {
    expect((await runByHand(['config', '--path'], shell)).out).toBe(`${file}\n`);
  });

  it('names what is wrong and fails, what is unknown and does not', async () => {
    write({ modle: 'x' });
    expect(await runByHand(['config'], shell)).toMatchObject({
      code: 0,
      err: `ccchat: ${file}: there is no option "modle". Did you mean "model"?\n`,
    });
    write({ poolSize: 'three' });
    expect(await runByHand(['config'], shell)).toMatchObject({
      code: 1,
      err: `ccchat: ${file}: poolSize must be a whole number from 1, not "three". Correct it, or leave it out.\n`,
    });
  });
});

describe('what is configured', () => {
  it('reaches the engine, and flags win', async () => {
    write({ model: 'mine', mode: 'plan', allowedTools: ['Edit'], poolSize: 5, idleMinutes: 2, longThreadChars: 9_000 });
    expect((await opening(['send', 'hi'])).options).toMatchObject({
      defaults: { model: 'mine', mode: 'plan', allowedTools: ['Edit'] },
      poolSize: 5,
      idleMs: 120_000,
      longThreadChars: 9_000,
    });
    const { options } = await opening(['summarize', '--model', 'now', '--pool-size', '1', '--allow', 'Write']);
    expect(options).toMatchObject({ defaults: { model: 'now', allowedTools: ['Edit', 'Write'] }, poolSize: 1 });
  });

  it('and is wrong: nothing is started', async () => {
    write({ deniedTools: 'Bash' });
    const { options, err, code } = await opening(['send', 'hi']);
    expect({ options, code }).toEqual({ options: null, code: 1 });
    expect(err).toMatch(
      /^ccchat: .*deniedTools must be a list of texts, not "Bash"\. Correct it, or leave it out\.\n$/,
    );
    write({ claude: '/nowhere/claude' });
    expect((await opening(['send', 'hi'])).err).toContain(`Correct "claude" in ${file}`);
    write({ mcpConfig: ['gone.json'] });
    expect((await opening(['send', 'hi'])).err).toContain('there is no file');
  });

  it('and unknown: said to a person, kept from a script', async () => {
    write({ modle: 'x' });
    expect((await opening(['send', 'hi'])).err).toBe(
      'ccchat: far enough. If this stays, `ccchat doctor` checks the set-up and CCCHAT_LOG=file writes a debug log.\n',
    );
    const err = collector(true);
    await runByHand(['send', 'hi'], { ...shell, err: err.output });
    expect(err.text()).toContain('Did you mean "model"?');
  });
});
