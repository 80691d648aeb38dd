// list.test.ts: keys in lists
import { expect, test } from 'vitest';
import { indexAfter, indexOfTyped } from './list';

const key = (name: string, more = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test('arrows move within the list, and around it where it wraps', () => {
  expect(indexAfter(key('ArrowDown'), 0, 3)).toBe(1);
  expect(indexAfter(key('ArrowDown'), 2, 3)).toBe(2);
  expect(indexAfter(key('ArrowDown'), 2, 3, { wrap: true })).toBe(0);
  expect(indexAfter(key('ArrowUp'), 0, 3, { wrap: true })).toBe(2);
  expect(indexAfter(key('PageDown'), 1, 5, { page: 2 })).toBe(3);
  expect(indexAfter(key('End'), 0, 3)).toBe(2);
});

test('an arrow enters a list without a selection at its near end', () => {
  expect(indexAfter(key('ArrowDown'), -1, 3)).toBe(0);
  expect(indexAfter(key('ArrowUp'), -1, 3)).toBe(2);
  expect(indexAfter(key('ArrowDown'), -1, 0)).toBe(undefined);
});

test('arrows of a row follow the direction of the text', () => {
  expect(indexAfter(key('ArrowRight'), 1, 3, { axis: 'row' })).toBe(2);
  expect(indexAfter(key('ArrowRight'), 1, 3, { axis: 'row' }, true)).toBe(0);
  expect(indexAfter(key('ArrowDown'), 1, 3, { axis: 'row' })).toBe(undefined);
  expect(indexAfter(key('PageDown'), 1, 3, { axis: 'row' })).toBe(undefined);
});

test('keys of the browser stay its own', () => {
  expect(indexAfter(key('ArrowLeft', { altKey: true }), 1, 3, { axis: 'row' })).toBe(undefined);
  expect(indexAfter(key('Home', { ctrlKey: true }), 1, 3)).toBe(undefined);
  expect(indexAfter(key('x'), 1, 3)).toBe(undefined);
});

test('typed letters find the next text that begins with them', () => {
  const texts = ['Copy', 'Delete', 'Download', 'Éclair'];
  expect(indexOfTyped(texts, 0, 'd')).toBe(1);
  expect(indexOfTyped(texts, 1, 'dd')).toBe(2);
  expect(indexOfTyped(texts, 2, 'd')).toBe(1);
  expect(indexOfTyped(texts, 1, 'do')).toBe(2);
  expect(indexOfTyped(texts, 1, 'É')).toBe(3);
  expect(indexOfTyped(texts, 1, 'x')).toBe(-1);
  expect(indexOfTyped([], -1, 'x')).toBe(-1);
});
