// cases.test.ts: the headlines that reports have too, from the same facts
import { readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { Run } from '@/api/client';
import en from '@/text/en.json';
import { outcomeOf } from './outcome';
import { wordedPlain } from './words';

const file = new URL('../../../tests/data/outcomes/cases.json', import.meta.url);
const cases: { headline: string; run: Run }[] = JSON.parse(readFileSync(file, 'utf8'));

it.each(cases)('$headline', async ({ headline, run }) => {
  const texts = i18next.createInstance();
  await texts.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  const t = texts.t as unknown as TFunction;
  expect(wordedPlain(t, outcomeOf(run).headline)).toBe(headline);
});
