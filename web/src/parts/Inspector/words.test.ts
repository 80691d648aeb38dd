// words.test.ts: steps in words, in both languages
import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { hintOf } from '@/pages/scenario/hints';
import en from '@/text/en.json';
import fr from '@/text/fr.json';
import {
  type Called,
  type Change,
  changeWords,
  deedWords,
  nameOf,
  stepWords,
  withCheck,
  withDeed,
} from './words';

let english: TFunction;
let french: TFunction;
beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, fr: { translation: fr } },
    interpolation: { escapeValue: false },
  });
  english = i18next.getFixedT('en');
  french = i18next.getFixedT('fr');
});

const called = (words: string, more: Partial<Called> = {}): Called => ({
  words,
  by: 'text',
  where: '',
  anchor: '',
  unique: true,
  ...more,
});
const change = (kind: Change['kind'], text: string, of = ''): Change => ({ kind, text, of, was: '' });
const add = called('Add', { where: 'beside', anchor: 'Apple' });

describe('an element as a person names it', () => {
  const rows: [string, Called, string, string | undefined][] = [
    ['alone', called('Log in'), 'button', 'Log in'],
    ['in a row', add, 'button', 'Add beside Apple'],
    ['in a card', called('Open', { where: 'inside', anchor: 'Invoice' }), 'button', 'Open for Invoice'],
    ['below a heading', called('Edit', { where: 'below', anchor: 'Work' }), 'button', 'Edit below Work'],
    ['a sentence is quoted', called('Forgot password?'), 'button', '“Forgot password?”'],
    [
      'without a name',
      called('', { by: 'none', where: 'beside', anchor: 'Apple' }),
      'image',
      'the image beside Apple',
    ],
    ['by its id', called('save', { by: 'id' }), 'button', 'the button with the ID “save”'],
    ['by its number', called('Help', { unique: false, number: 2, of: 3 }), 'button', 'Help (2 of 3)'],
    ['by nothing', called('', { by: 'none', unique: false }), 'button', undefined],
  ];
  it.each(rows)('%s', (_, name, role, words) => expect(nameOf(english, name, role)).toBe(words));
});

describe('a step', () => {
  const tap = { kind: 'tap', called: add, role: 'button' } as const;
  const cart = change('shown', 'Cart (1)');
  it('is one sentence of an action and what has changed', () => {
    const step = stepWords(english, deedWords(english, tap), [changeWords(english, cart)]);
    expect(step).toBe('Tap Add beside Apple and check that “Cart (1)” is shown');
    expect(hintOf(step)).toBeUndefined();
  });
  it('is one in French, too', () => {
    const step = stepWords(french, deedWords(french, tap), [changeWords(french, cart)]);
    expect(step).toBe('Toucher Add à côté de Apple et vérifier que « Cart (1) » est affiché');
    expect(hintOf(step)).toBeUndefined();
  });
  it.each([
    change('shown', 'Cart (1)'),
    change('shown', '2', 'Quantity'),
    change('gone', 'Bread'),
    change('toast', 'Saved'),
    change('state', 'checked', 'Large text'),
    change('state', 'not selected', 'Large text'),
    change('state', 'disabled', 'Save'),
    change('value', 'a@b', 'E-mail'),
  ])('of each kind of change needs no hint: $kind $text', (each) => {
    for (const t of [english, french])
      expect(hintOf(stepWords(t, deedWords(t, tap), [changeWords(t, each)]))).toBeUndefined();
  });
  it('names a secret, and quotes what is typed', () => {
    const field = called('Password');
    expect(
      deedWords(english, { kind: 'type', called: field, role: 'text_field', text: '{{password}}' }),
    ).toBe('Type {{password}} into Password');
    expect(deedWords(english, { kind: 'type', called: field, role: 'text_field', text: 'Tea & milk' })).toBe(
      'Type “Tea & milk” into Password',
    );
  });
  it('gets one more expectation', () => {
    const first = withCheck(english, 'Tap Add.', '“A” is shown');
    expect(first).toBe('Tap Add and check that “A” is shown');
    expect(withCheck(english, first, '“B” is shown')).toBe(
      'Tap Add and check that “A” is shown and that “B” is shown',
    );
    expect(withCheck(english, ' ', '“A” is shown')).toBe('Check that “A” is shown');
  });
  it('gets another action and keeps what it expects', () => {
    expect(withDeed(english, 'Tap Old and check that “A” is shown', 'Tap New')).toBe(
      'Tap New and check that “A” is shown',
    );
    expect(withDeed(english, 'Tap Old', 'Tap New')).toBe('Tap New');
  });
});
