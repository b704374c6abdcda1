import { expect, test } from 'vitest';
import { LateEscape } from '../../src/engine/claude/late-escape.ts';

const rest = 1_000;

test('a message that an escape struck is sent once more, and its second record is no second prompt', () => {
  const late = new LateEscape();
  late.missed();
  expect(late.begins('rather this')).toBe(false);
  expect(late.struck('', rest)).toBeNull();
  expect(late.struck('rather this', 0)).toBeNull();
  expect(late.struck('rather this', rest)).toBe('rather this');
  expect([late.struck('rather this', rest), late.busy]).toEqual([null, true]);
  expect(late.begins('rather  this')).toBe(true);
  expect(late.over).toBe(true);
  late.sent();
  expect([late.busy, late.begins('rather this')]).toEqual([false, false]);
});

test('what has been answered, or was never in danger, is not sent again', () => {
  const late = new LateEscape();
  expect([late.begins('one'), late.struck('draft', rest)]).toEqual([false, null]);
  late.missed();
  expect(late.begins('two')).toBe(false);
  late.spoke();
  expect(late.struck('draft', rest)).toBeNull();
  late.missed();
  late.spoke();
  expect([late.begins('three'), late.struck('draft', rest)]).toEqual([false, null]);
});
