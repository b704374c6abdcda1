// Scripts get every event, the last one `turn.end`; a plain pipe gets the assistant's exact words and nothing else.
import { describe, expect, it } from 'vitest';
import { jsonReporter, textReporter } from '../../src/cli/reporters.ts';
import type { Shell } from '../../src/cli/shell.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { Block, Message, MessageId, ThreadId, TurnId } from '../../src/store/types.ts';
import { collector } from './hand-made-shell.ts';

const thread = 't' as ThreadId;
const turn = 'u' as TurnId;
const id = (text: string) => text as MessageId;

const end: EngineEvent = {
  type: 'turn.end',
  thread,
  turn,
  state: 'done',
  stopReason: 'end_turn',
  durationMs: 1,
  error: null,
  returned: null,
};
const begin: EngineEvent = { type: 'turn.start', thread, turn, text: 'x', via: 'prompt', prompt: id('p'), at: 0 };
const status: EngineEvent = { type: 'status', thread, status: 'idle', agents: 0 };

function typesAfter(events: EngineEvent[]): string[] {
  const out = collector();
  const reporter = jsonReporter(out.output);
  for (const event of events) reporter.event(event);
  reporter.end();
  return out
    .text()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).type);
}

describe('events as lines', () => {
  it('end with turn.end whatever trails it', () => {
    expect(typesAfter([begin, end, status])).toEqual(['turn.start', 'status', 'turn.end']);
  });
  it('keep their order when another turn follows', () => {
    const expected = ['turn.start', 'turn.end', 'status', 'turn.start', 'turn.end'];
    expect(typesAfter([begin, end, status, begin, end])).toEqual(expected);
  });
  it('lose nothing when two turns end one after the other', () => {
    expect(typesAfter([begin, end, status, end])).toEqual(['turn.start', 'turn.end', 'status', 'turn.end']);
  });
  it('hold nothing back before the end', () => {
    const out = collector();
    jsonReporter(out.output).event(begin);
    expect(JSON.parse(out.text())).toEqual(begin);
  });
  it('cannot drive a terminal', () => {
    const out = collector();
    jsonReporter(out.output).event({ ...begin, text: '\x1b[2J\x9b2J\x7f' });
    expect(out.text()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    expect(JSON.parse(out.text()).text).toBe('\x1b[2J\x9b2J\x7f');
  });
});

describe('text into a pipe', () => {
  const said = (texts: string[]): EngineEvent[] => {
    const blocks: Block[] = texts.map((text) => ({ type: 'text', text }));
    const message = { id: id('m'), role: 'assistant', blocks } as Message;
    return [
      { type: 'message.start', thread, turn, message: id('m'), role: 'assistant' },
      ...blocks.map(
        (block, index): EngineEvent => ({ type: 'message.update', thread, turn, message: id('m'), index, block }),
      ),
      { type: 'message.end', thread, turn, message },
    ];
  };
  const printed = (events: EngineEvent[]) => {
    const out = collector();
    const err = collector();
    const reporter = textReporter({ out: out.output, err: err.output, env: {} } as Shell);
    for (const event of events) reporter.event(event);
    reporter.end();
    return { out: out.text(), err: err.text() };
  };

  it('is exact, once, and ends its line', () => {
    expect(printed(said(['a\x1b[1m **b**'])).out).toBe('a\x1b[1m **b**\n');
    expect(printed(said(['line\n'])).out).toBe('line\n');
  });
  it('parts blocks with an empty line', () => {
    expect(printed(said(['one', 'two'])).out).toBe('one\n\ntwo\n');
  });
  it('has what only the whole message holds', () => {
    const [, , last] = said(['late']);
    expect(printed([last!]).out).toBe('late\n');
  });
  it('has no preview, no tools and no prompts in it; notices go to the other stream', () => {
    const events: EngineEvent[] = [
      begin,
      { type: 'text.preview', thread, turn, text: 'unfinished' },
      { type: 'tool.start', thread, turn, tool: 'x', name: 'Bash', input: {}, parentTool: null, at: 0 },
      {
        type: 'message.end',
        thread,
        turn,
        message: { id: id('p'), role: 'user', blocks: [{ type: 'text', text: 'x' }] } as Message,
      },
      { type: 'notice', thread, level: 'warning', code: 'c', text: 'careful', next: 'Look' },
      end,
    ];
    expect(printed(events)).toEqual({ out: '', err: 'ccchat: careful. Look.\n' });
  });
});
