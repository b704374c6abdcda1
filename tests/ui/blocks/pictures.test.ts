import { expect, it } from 'vitest';
import { gifMaker } from '../../../scripts/pictures/gif.ts';
import { picture, svg, terminalOf } from '../../../scripts/pictures/render.ts';

const size = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
};

it('draws what a terminal shows', async () => {
  const drawn = await svg(['\x1b[31mred\x1b[39m \x1b[48;2;1;2;3mtint\x1b[49m', '─│', '日 👩‍💻 \u{10ffff}'], {
    columns: 20,
    theme: 'dark',
  });
  expect(drawn).toContain('>red</text>');
  expect(drawn).toContain('fill="#010203"');
  expect(drawn).toContain('<path');
});

it('gives PNGs of the right size, light and dark apart', async () => {
  const lines = ['hello', 'world'];
  const dark = await picture(lines, { columns: 40, theme: 'dark', scale: 1 });
  const light = await picture(lines, { columns: 40, theme: 'light', scale: 1 });
  expect(size(dark)).toEqual(size(light));
  expect(size(dark).height).toBe(2 * 20 + 32);
  expect(Buffer.compare(dark, light)).not.toBe(0);
});

it('measures emoji as the screen does', async () => {
  const terminal = await terminalOf(['👩‍💻x', '🇩🇪x', '❤️x', 'e\u0301x', '日x'], 10);
  const place = (row: number) => {
    const line = terminal.buffer.active.getLine(row)!;
    return Array.from({ length: 10 }, (_, column) => line.getCell(column)!.getChars()).indexOf('x');
  };
  expect([0, 1, 2, 3, 4].map(place)).toEqual([2, 2, 2, 1, 2]);
});

it('makes a GIF, and refuses frames of another size', async () => {
  const maker = gifMaker({ columns: 10, theme: 'dark', scale: 1 });
  await maker.add({ source: ['a'], ms: 100 });
  await maker.add({ source: ['a'], ms: 100 });
  await maker.add({ source: ['b'], ms: 100 });
  await expect(maker.add({ source: ['a', 'b'], ms: 100 })).rejects.toThrow(/among frames/);
  const gif = Buffer.from(maker.finish());
  expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
  expect(gif.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(2);
});
