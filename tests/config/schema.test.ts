// The schema in the repository and the page in docs say what the table says; `npx vitest run tests/config -u` does not mend them: run
// `ccchat config --schema > schema/config.schema.json`.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configSchema, optionInfo, optionNames, variableOf } from '../../src/config/index.ts';

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

it('the schema for editors is the table’s', () => {
  expect(JSON.parse(text('schema/config.schema.json'))).toEqual(configSchema());
});

it('refuses what is no option', () => {
  expect(configSchema()).toMatchObject({ additionalProperties: false });
});

it('the page names every option with its default, its variable and its flag', () => {
  const page = text('docs/configuration.md');
  for (const name of optionNames) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row, name).toBeDefined();
    const { flag, default: value, otherwise } = optionInfo(name);
    if (flag) expect(row, name).toContain(`\`${flag}\``);
    const variable = variableOf(name);
    if (variable) expect(row, name).toContain(`\`${variable}\``);
    const shown =
      value === null ? otherwise : Array.isArray(value) ? 'none' : typeof value === 'object' ? 'none' : String(value);
    expect(row, name).toContain(shown);
  }
});
