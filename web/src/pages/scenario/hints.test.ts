// hints.test.ts: which steps are too vague for a verdict
import { expect, test } from 'vitest';
import { hintOf } from './hints';

test.each([
  ['Tap Checkout', 'unseen'],
  ['Tap Checkout and check that the total is shown', undefined],
  ['Toucher Payer et vérifier que le total est affiché', undefined],
  ['Type the password hunter22 and log in', 'secret'],
  ['Type the password {{password}} and check that the list is shown', undefined],
  ['  ', undefined],
])('%s', (step, hint) => {
  expect(hintOf(step)).toBe(hint);
});

test('a step with expectations says what should be seen', () => {
  expect(hintOf('Tap Checkout', true)).toBeUndefined();
  expect(hintOf('Type the password hunter22', true)).toBe('secret');
});
