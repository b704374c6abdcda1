import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chordOf, createDecoder, type InputEvent } from '../../../src/ui/keys/index.ts';

const ESC = '\u001b';

function decode(bytes: string): InputEvent[] {
  const decoder = createDecoder();
  return [...decoder.push(bytes), ...decoder.flush()];
}

/** Short names: chords for keys, `"x"` for what types, angle brackets for the rest. */
function named(events: readonly InputEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'key') return event.text === '' ? chordOf(event) : JSON.stringify(event.text);
    if (event.type === 'paste') return `<paste ${JSON.stringify(event.text)}>`;
    if (event.type === 'focus') return event.focused ? '<focus>' : '<blur>';
    return `<reply ${JSON.stringify(event.sequence)}>`;
  });
}

const table: [string, string, string[]][] = [
  ['letters', 'aZ', ['"a"', '"Z"']],
  ['code points', 'é漢👍', ['"é"', '"漢"', '"👍"']],
  ['a combining mark', 'e\u0301', ['"e"', '"\u0301"']],
  ['space', ' ', ['" "']],
  ['a burst with Enter', 'ab\rc', ['"a"', '"b"', 'enter', '"c"']],
  ['Ctrl+J', '\n', ['ctrl+j']],
  ['tab and shift tab', `\t${ESC}[Z`, ['tab', 'shift+tab']],
  ['backspace', '\u007f\u0008', ['backspace', 'ctrl+h']],
  ['control letters', '\u0001\u0003\u0013\u001a', ['ctrl+a', 'ctrl+c', 'ctrl+s', 'ctrl+z']],
  ['control marks', '\u0000\u001c\u001d\u001e\u001f', ['ctrl+space', 'ctrl+\\', 'ctrl+]', 'ctrl+^', 'ctrl+_']],
  ['Esc', ESC, ['esc']],
  ['Esc twice', ESC + ESC, ['esc', 'esc']],
  ['alt letters', `${ESC}b${ESC}Z${ESC}é`, ['alt+b', 'alt+shift+z', 'alt+é']],
  ['alt Enter, alt backspace', `${ESC}\r${ESC}\u007f`, ['alt+enter', 'alt+backspace']],
  ['alt with brackets', `${ESC}[`, ['alt+[']],
  ['alt ]', `${ESC}]`, ['alt+]']],
  ['alt O', `${ESC}O`, ['alt+shift+o']],
  ['arrows', `${ESC}[A${ESC}[B${ESC}OC${ESC}OD`, ['up', 'down', 'right', 'left']],
  ['arrows with modifiers', `${ESC}[1;5D${ESC}[1;3C${ESC}[1;2A`, ['ctrl+left', 'alt+right', 'shift+up']],
  ['alt arrow as Esc before it', `${ESC}${ESC}[D`, ['alt+left']],
  ['rxvt arrows', `${ESC}[a${ESC}Od`, ['shift+up', 'ctrl+left']],
  ['home, end, pages', `${ESC}[H${ESC}[4~${ESC}[5~${ESC}[6~${ESC}OF`, ['home', 'end', 'pageup', 'pagedown', 'end']],
  ['delete, insert', `${ESC}[3~${ESC}[2~${ESC}[3;5~`, ['delete', 'insert', 'ctrl+delete']],
  ['function keys', `${ESC}OP${ESC}[15~${ESC}[24~${ESC}[[A`, ['f1', 'f5', 'f12', 'f1']],
  ['kitty letter', `${ESC}[97u`, ['"a"']],
  ['kitty ctrl', `${ESC}[99;5u${ESC}[115;5u`, ['ctrl+c', 'ctrl+s']],
  ['kitty shift Enter', `${ESC}[13;2u`, ['shift+enter']],
  ['kitty shifted letter', `${ESC}[97:65;2u`, ['"A"']],
  ['kitty shifted mark', `${ESC}[45:95;6u`, ['ctrl+_']],
  ['kitty base layout key', `${ESC}[1089::99;5u`, ['ctrl+c']],
  ['kitty associated text', `${ESC}[97;;229u`, ['"å"']],
  ['kitty release', `${ESC}[97;1:3u`, []],
  ['kitty repeat', `${ESC}[97;1:2u`, ['"a"']],
  ['kitty Esc and tab', `${ESC}[27u${ESC}[9;2u`, ['esc', 'shift+tab']],
  ['kitty arrows with event', `${ESC}[1;1:1A${ESC}[1;5:3A`, ['up']],
  ['kitty modifier key alone', `${ESC}[57441;2u`, []],
  ['kitty keypad', `${ESC}[57404u${ESC}[57414u`, ['"5"', 'enter']],
  ['kitty super', `${ESC}[122;9u${ESC}[122;10u`, ['super+z', 'shift+super+z']],
  ['modifyOtherKeys', `${ESC}[27;5;106~${ESC}[27;2;13~${ESC}[27;6;90~`, ['ctrl+j', 'shift+enter', 'ctrl+shift+z']],
  ['focus', `${ESC}[I${ESC}[O`, ['<focus>', '<blur>']],
  ['a paste', `${ESC}[200~one\rtwo${ESC}[201~x`, ['<paste "one\\rtwo">', '"x"']],
  ['an empty paste', `${ESC}[200~${ESC}[201~`, ['<paste "">']],
  ['a paste with sequences in it', `${ESC}[200~a${ESC}[Ab${ESC}[201~`, [`<paste "a\\u001b[Ab">`]],
  ['a mouse report', `${ESC}[<0;10;20Mx`, ['"x"']],
  ['an old mouse report', `${ESC}[M !!x`, ['"x"']],
  ['device attributes', `${ESC}[?62;22cx`, [`<reply "\\u001b[?62;22c">`, '"x"']],
  ['cursor position', `${ESC}[12;40Rx`, [`<reply "\\u001b[12;40R">`, '"x"']],
  ['kitty flags', `${ESC}[?5u`, [`<reply "\\u001b[?5u">`]],
  ['mode report', `${ESC}[?2026;2$y`, [`<reply "\\u001b[?2026;2$y">`]],
  [
    'background colour, BEL',
    `${ESC}]11;rgb:0000/0000/0000\u0007x`,
    [`<reply "\\u001b]11;rgb:0000/0000/0000\\u0007">`, '"x"'],
  ],
  ['background colour, ST', `${ESC}]11;rgb:ff/ff/ff${ESC}\\x`, [`<reply "\\u001b]11;rgb:ff/ff/ff\\u001b\\\\">`, '"x"']],
  ['terminal name', `${ESC}P>|kitty(0.35)${ESC}\\`, [`<reply "\\u001bP>|kitty(0.35)\\u001b\\\\">`]],
  ['an unknown sequence', `${ESC}[99;99;99zx`, ['"x"']],
];

describe('bytes to events', () => {
  test.each(table)('%s', (_, bytes, expected) => {
    expect(named(decode(bytes))).toEqual(expected);
  });

  test.each(table)('%s, cut at every byte', (_, text, expected) => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createDecoder();
      const events = [
        ...decoder.push(bytes.subarray(0, cut)),
        ...decoder.push(bytes.subarray(cut)),
        ...decoder.flush(),
      ];
      expect(named(events), `cut at ${cut}`).toEqual(expected);
    }
  });

  test.each(table)('%s, byte by byte', (_, text, expected) => {
    const decoder = createDecoder();
    const events = [...Buffer.from(text)].flatMap((byte) => decoder.push(Uint8Array.of(byte)));
    expect(named([...events, ...decoder.flush()])).toEqual(expected);
  });

  test('everything in one stream, cut anywhere, gives the same events', () => {
    const whole = table.filter(([, bytes]) => !/\u001b[[\]O]?$/.test(bytes));
    const stream = Buffer.from(whole.map(([, bytes]) => bytes).join(''));
    const expected = whole.flatMap(([, , names]) => names);
    const cuts = fc.array(fc.nat({ max: stream.length }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const decoder = createDecoder();
        const sorted = [0, ...places.toSorted((a, b) => a - b), stream.length];
        const events = sorted.slice(1).flatMap((end, index) => decoder.push(stream.subarray(sorted[index], end)));
        expect(named([...events, ...decoder.flush()])).toEqual(expected);
      }),
    );
  });

  test('random bytes never throw and never type a control character', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 6 }), (chunks) => {
        const decoder = createDecoder();
        const events = [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
        for (const event of events)
          if (event.type === 'key') expect(event.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what the decoder waits for', () => {
  test.each([
    ['', 'nothing'],
    ['a', 'nothing'],
    [ESC, 'escape'],
    [`${ESC}[`, 'escape'],
    [`${ESC}[1;`, 'sequence'],
    [`${ESC}[200~abc`, 'paste'],
    [`${ESC}[200~abc${ESC}[201~`, 'nothing'],
  ])('%j: %s', (bytes, expected) => {
    const decoder = createDecoder();
    decoder.push(bytes);
    expect(decoder.waiting).toBe(expected);
  });

  test('a paste that stalls is handed over in parts and can be left with Esc or Ctrl+C', () => {
    const decoder = createDecoder();
    decoder.push(`${ESC}[200~one`);
    expect(named(decoder.flush())).toEqual(['<paste "one">']);
    expect(named(decoder.push('two'))).toEqual([]);
    expect(named(decoder.push(ESC))).toEqual(['<paste "two">']);
    expect(named([...decoder.flush(), ...decoder.push('x')])).toEqual(['esc', '"x"']);
  });

  test('100 kB of paste in small chunks arrives whole', () => {
    const text = 'line of text\n'.repeat(8000);
    const decoder = createDecoder();
    const stream = `${ESC}[200~${text}${ESC}[201~`;
    const events: InputEvent[] = [];
    for (let at = 0; at < stream.length; at += 1021) events.push(...decoder.push(stream.slice(at, at + 1021)));
    expect(events).toEqual([{ type: 'paste', text }]);
  });
});
