// cases.test.ts: the headlines that reports have too and the words of claims that the engine has, from the same facts
import { readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { Run } from '@/api/client';
import { type Claim, wordsOf } from '@/parts/Claims/claims';
import en from '@/text/en.json';
import { claimLine } from './claims';
import { outcomeOf } from './outcome';
import { wordedPlain } from './words';

function dataOf<T>(name: string): T[] {
  const file = new URL(`../../../tests/data/outcomes/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function words(): Promise<TFunction> {
  const texts = i18next.createInstance();
  await texts.init({
    lng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  return texts.t as unknown as TFunction;
}

it.each(dataOf<{ headline: string; run: Run }>('cases.json'))('$headline', async ({ headline, run }) => {
  expect(wordedPlain(await words(), outcomeOf(run).headline)).toBe(headline);
});

type Said = { words: string; claim: Claim; holds?: string };

it.each(dataOf<Said>('claims.json'))('$words', async ({ words: said, claim, holds }) => {
  const t = await words();
  expect(wordsOf(claim, t)).toBe(said);
  if (holds) expect(wordedPlain(t, claimLine(claim))).toBe(holds);
});
