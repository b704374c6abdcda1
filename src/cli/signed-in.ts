// Remembers that this `claude` was signed in, so that asking it (a process, most of a second) is paid for once and not at every start.
// What is kept is a fingerprint of which program and which account folder it was; of keys only whether there is one.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../engine/home.ts';

const file = (env: NodeJS.ProcessEnv) => path.join(dataFolder(env), 'signed-in');

const whereKeysLie = ['HOME', 'CLAUDE_CONFIG_DIR', 'ANTHROPIC_BASE_URL'];
const whetherGiven = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
];

export function wasSignedIn(claude: string, env: NodeJS.ProcessEnv): boolean {
  try {
    return readFileSync(file(env), 'utf8') === fingerprint(claude, env);
  } catch {
    return false;
  }
}

/** A folder that cannot be written is no reason to stop: the next start asks again. */
export function rememberSignedIn(claude: string, env: NodeJS.ProcessEnv): void {
  try {
    mkdirSync(dataFolder(env), { recursive: true, mode: 0o700 });
    writeFileSync(file(env), fingerprint(claude, env), { mode: 0o600 });
  } catch {}
}

export function forgetSignedIn(env: NodeJS.ProcessEnv): void {
  try {
    rmSync(file(env), { force: true });
  } catch {}
}

function fingerprint(claude: string, env: NodeJS.ProcessEnv): string {
  const { mtimeMs, size } = statSync(claude);
  const facts = [
    realpathSync(claude),
    mtimeMs,
    size,
    ...whereKeysLie.map((name) => env[name] ?? ''),
    ...whetherGiven.map((name) => Boolean(env[name])),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
