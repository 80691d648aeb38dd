// differences.test.ts: what a page says about a scenario that was changed before a run
import { expect, test } from 'vitest';
import { differencesOf } from './differences';

const was = { id: 'S', revision: 1, name: 'N', goal: 'G', packageName: 'app', steps: ['A', 'B'] };

test('each field that differs is a row', () => {
  const now = { ...was, revision: 2, goal: 'H', steps: ['A', { description: 'C' }] };
  expect(differencesOf(was, now)).toEqual([
    { name: 'goal', was: 'G', now: 'H' },
    { name: 'steps', was: '1. A\n2. B', now: '1. A\n2. C' },
  ]);
});

test('a change of anything else is said without its value', () => {
  expect(differencesOf(was, { ...was, revision: 2, locale: 'de' })).toEqual([
    { name: 'other', was: '', now: '' },
  ]);
});

test('a page that knows only the id says that there is a change', () => {
  expect(differencesOf({ id: 'S' }, was)).toEqual([{ name: 'other', was: '', now: '' }]);
});
