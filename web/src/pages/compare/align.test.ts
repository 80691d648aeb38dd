import { expect, it } from 'vitest';
import { align } from './align';

it('pairs what both lists have, in order', () => {
  const pairs = align(['a', 'b', 'c'], ['a', 'c', 'd'], (value) => value);
  expect(pairs).toEqual([
    { left: 'a', right: 'a' },
    { left: 'b' },
    { left: 'c', right: 'c' },
    { right: 'd' },
  ]);
});
