// On a terminal, permissions and questions are put to the person; wherever output goes, nothing drives the terminal but colour.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';
import { type InTerminal, inTerminal, send } from './ccchat.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await world?.close();
});

const file = (name: string) => path.join(world.cwd, name);

async function choose(terminal: InTerminal, choice: string): Promise<void> {
  await terminal.until(/1–\d: /);
  const number = new RegExp(`^ {2}(\\d) {2}${choice}`, 'm').exec(terminal.seen.replaceAll('\r', ''))?.[1];
  if (!number) throw new Error(`"${choice}" is not offered:\n${terminal.seen}`);
  terminal.type(`${number}\r`);
}

describe('a permission on the terminal', () => {
  it('is allowed once', async () => {
    const terminal = inTerminal(world, ['send', 'write once.txt: hello']);
    await terminal.until('claude wants to use Write:');
    await terminal.until('+ hello');
    await choose(terminal, 'allow once');
    expect(await terminal.ended).toBe(0);
    expect(readFileSync(file('once.txt'), 'utf8')).toBe('hello\n');
  });

  it('is denied with a comment that the model gets', async () => {
    const terminal = inTerminal(world, ['send', 'write never.txt: hello']);
    await choose(terminal, 'deny with a comment');
    await terminal.until('comment: ');
    terminal.type('not this file\r');
    expect(await terminal.ended).toBe(0);
    expect(existsSync(file('never.txt'))).toBe(false);
    const told = world.model.requests.some((request) =>
      JSON.stringify(request.body.messages).includes('not this file'),
    );
    expect(told).toBe(true);
  });

  it('is not decided by Enter alone, and Ctrl+C interrupts the turn', async () => {
    const terminal = inTerminal(world, ['send', 'write none.txt: hello']);
    await terminal.until(/1–\d: /);
    terminal.type('\r');
    await terminal.until(/1–\d: [\s\S]*1–\d: /);
    terminal.type('\x03');
    expect(await terminal.ended).toBe(130);
    expect(existsSync(file('none.txt'))).toBe(false);
  });
});

describe('a question on the terminal', () => {
  it('is answered with a number', async () => {
    const terminal = inTerminal(world, ['send', 'ask me']);
    await terminal.until('(a number, or your own words) ');
    terminal.type('2\r');
    await terminal.until('Thank you.');
    expect(await terminal.ended).toBe(0);
    expect(terminal.seen.slice(terminal.seen.indexOf('Thank you.'))).toContain('Green');
  });

  it('is answered with free text', async () => {
    const terminal = inTerminal(world, ['send', 'ask me']);
    await terminal.until('(a number, or your own words) ');
    terminal.type('ultramarine\r');
    await terminal.until('Thank you.');
    expect(await terminal.ended).toBe(0);
    expect(terminal.seen.slice(terminal.seen.indexOf('Thank you.'))).toContain('ultramarine');
  });
});

describe('colour', () => {
  it('is there on a terminal, and not with NO_COLOR', async () => {
    await send(world, 'hello');
    const coloured = inTerminal(world, ['list']);
    expect(await coloured.ended).toBe(0);
    expect(coloured.seen).toMatch(/\x1b\[\d+m/);
    const plain = inTerminal(world, ['list'], { NO_COLOR: '1' });
    expect(await plain.ended).toBe(0);
    expect(plain.seen).not.toContain('\x1b[');
  });

  it('is all that moves: no screen is cleared, no title set', async () => {
    const terminal = inTerminal(world, ['send', '--allow', 'Bash', 'run `printf x`']);
    expect(await terminal.ended).toBe(0);
    const codes = terminal.seen.match(/\x1b(?:\[[0-9;?]*[A-Za-z]|.)/g) ?? [];
    expect(codes.filter((code) => !/^\x1b\[(?:\d*m|K)$/.test(code))).toEqual([]);
    expect(terminal.seen).toContain('done');
  });
});
