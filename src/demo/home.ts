// A home that `claude` takes for one it has lived in: no onboarding, no key to approve, no folder to trust, and nothing of anyone's in it.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Not a secret: it opens nothing but the scripted model. */
export const scriptedKey = 'sk-ant-scripted-0000000000000000';

export interface HomeOptions {
  /** The key is approved; without it, `claude` asks first. */
  readonly key: 'approved' | 'unknown';
}

export function makeHome(home: string, { key }: HomeOptions): void {
  mkdirSync(home, { recursive: true });
  const approved = key === 'approved' ? [scriptedKey.slice(-20)] : [];
  const settings = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved, rejected: [] },
    projects: {},
  };
  writeFileSync(settingsFile(home), JSON.stringify(settings));
}

/** Safe while no `claude` of this home is starting. */
export function trustFolder(home: string, folder: string): void {
  const settings = JSON.parse(readFileSync(settingsFile(home), 'utf8'));
  settings.projects ??= {};
  for (const name of new Set([path.resolve(folder), realpathSync(folder)]))
    settings.projects[name] = { ...settings.projects[name], hasTrustDialogAccepted: true };
  writeFileSync(settingsFile(home), JSON.stringify(settings));
}

const settingsFile = (home: string) => path.join(home, '.claude.json');

/** What points `claude` at this home and at the scripted model. */
export function scriptedEnvironment(home: string, modelUrl: string): Record<string, string> {
  return {
    HOME: home,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: scriptedKey,
    DISABLE_AUTOUPDATER: '1',
  };
}
