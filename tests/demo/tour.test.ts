// What the demo answers to people who say what they like: every line of its script, and something sensible to everything else.
import { describe, expect, it } from 'vitest';
import { type RequestBlock, type RequestMessage, readRequest } from '../../src/demo/request.ts';
import type { Step } from '../../src/demo/script.ts';
import { cheapest, files } from '../../src/demo/teahouse.ts';
import { demoScript } from '../../src/demo/tour.ts';

const tools = ['Bash', 'Read', 'Write', 'Edit', 'AskUserQuestion'].map((name) => ({ name }));
const user = (content: RequestMessage['content']): RequestMessage => ({ role: 'user', content });

function answer(...messages: RequestMessage[]): Step[] {
  const system = 'Primary working directory: /teahouse\n';
  return demoScript(
    readRequest({ model: 'm', system, tools, messages, stream: true }, { 'x-claude-code-session-id': 's' }),
  );
}

const said = (steps: Step[]) => steps.map((step) => ('text' in step ? step.text : '')).join('');
const called = (steps: Step[]) =>
  steps.flatMap((step) => ('tool' in step ? [`${step.tool} ${values(step.input)}`] : []));
const values = (input: Record<string, unknown>) => String(input.command ?? input.file_path);
const used = (name: string, input: Record<string, unknown>): RequestMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id: 't', name, input }],
});
const result = (content: string, ...more: RequestBlock[]) =>
  user([{ type: 'tool_result', tool_use_id: 't', content }, ...more]);
const steer = (text: string): RequestBlock => ({
  type: 'text',
  text: `<system-reminder>\nThe user sent a new message while you were working:\n${text}\n</system-reminder>`,
});

describe('free text', () => {
  it.each([
    ['hello', /^Hello! Tea\?/],
    ['hello, what can you do for me?', /these are my lines/],
    ['help', /these are my lines/],
    ['where am I?', /the tea house/],
    ['how much is rooibos?', /cheapest at 5/],
    ['which one is best?', /longjing/],
    ['write a haiku about tea', /kettle/],
    ['thanks!', /welcome/],
    ['what is the meaning of life?', /a good question, and not in my script[\s\S]*what can you do/],
    ['sing', /I heard "sing"\. It is not in my script/],
  ])('%s', (text, expected) => {
    expect(said(answer(user(text)))).toMatch(expected);
  });

  it.each([
    ['taste the black ones', ['Bash ./taste.sh black']],
    ['@teas.txt what is in it?', ['Read /teahouse/teas.txt']],
    ["what's in menu.ts", ['Read /teahouse/menu.ts']],
    ['look around', ['Bash ls -l']],
    ['what is in this folder?', ['Bash ls -l']],
    ['can you fix a bug in menu.ts?', ['Read /teahouse/menu.ts']],
    ['run `touch milk`', ['Bash touch milk']],
    ['write plan.md: buy milk', ['Write /teahouse/plan.md']],
  ])('%s uses a tool', (text, expected) => {
    expect(called(answer(user(text)))).toEqual(expected);
  });

  it('every line it says it knows, it knows', () => {
    const lines = [...said(answer(user('what can you do?'))).matchAll(/``(.+?) ``|`([^`]+)`/g)];
    const examples = lines.map(([, twice, once]) => twice ?? once ?? '').filter((line) => !/^(@|claude)$/.test(line));
    expect(examples.length).toBeGreaterThan(8);
    for (const example of examples) expect(said(answer(user(example))), example).not.toContain('not in my script');
  });
});

describe('what was tasted', () => {
  const tasted = used('Bash', { command: './taste.sh black' });
  it('has its own winner, whatever was said meanwhile', () => {
    const words = said(answer(user('taste the black ones'), tasted, result('tasting done', steer('make it shorter'))));
    expect(words).toBe(
      'Noted: "make it shorter". The tasting is done. The best is **darjeeling**: muscatel, and bright as a bell.',
    );
  });

  it('is tasted again when a steer names another kind', () => {
    const steps = answer(user('taste the black ones'), tasted, result('tasting done', steer('only the green ones')));
    expect(called(steps)).toEqual(['Bash ./taste.sh green']);
  });
});

describe('the flaw in the menu', () => {
  const menu = files.find(({ name }) => name === 'menu.ts')!.text;
  const read = used('Read', { file_path: '/teahouse/menu.ts' });
  it('is there, and is mended once', () => {
    expect(menu).toContain(cheapest);
    const edit = answer(user('fix menu.ts'), read, result(menu));
    expect(edit).toMatchObject([{ tool: 'Edit', input: { file_path: '/teahouse/menu.ts', old_string: cheapest } }]);
    expect(said(answer(user('fix menu.ts'), read, result('export {}')))).toContain('mended already');
  });
});
