// words.ts: a sentence as its key and its values, and its text in a language; pure
import type { TFunction } from 'i18next';
import type en from '@/text/en.json';
import { plain } from '@/text/unseen';

type Plain<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;
export type LineKey = Plain<keyof (typeof en)['outcome']>;

// A text among the values is from a device, an app, a model or a person: it is never part of our sentence.
export type Line = { key: LineKey; values?: Readonly<Record<string, string | number | Line>> };

export function line(key: LineKey, values?: Line['values']): Line {
  return values ? { key, values } : { key };
}

// Around a foreign text: it keeps its own direction. plain() leaves none of these in it.
export const OPEN = '\u2068';
export const CLOSE = '\u2069';

function textOf(t: TFunction, { key, values = {} }: Line, quote: (text: string) => string): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : typeof value === 'string' ? quote(value) : textOf(t, value, quote),
  ]);
  return t(`outcome.${key}`, Object.fromEntries(shown));
}

// With isolates around what is foreign: parts/Worded shows it, and titles and labels may have it as it is.
export function worded(t: TFunction, line: Line): string {
  return textOf(t, line, (text) => `${OPEN}${plain(text)}${CLOSE}`);
}

// Without: for texts that are copied, searched or shown by parts/Foreign.
export function wordedPlain(t: TFunction, line: Line): string {
  return textOf(t, line, plain);
}
