// profileForm.ts: the fields of a profile as texts, and the change that they make; pure
import type { Profile, Schemas } from '@/api/client';

export const formats = ['openai', 'anthropic', 'responses', 'gemini', 'ollama'] as const;
export const texts = ['model', 'baseUrl', 'contextTokens', 'maxOutputTokens'] as const;
export const prices = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;
type Name =
  | (typeof texts)[number]
  | `price.${(typeof prices)[number]}`
  | 'id'
  | 'format'
  | 'key'
  | 'quirks'
  | 'caFile'
  | 'headers';
export type ProfileForm = Record<Name, string>;

// Headers and the key stay empty: they go in and never come out again.
export function formOf(profile: Profile | undefined): ProfileForm {
  const price = (name: (typeof prices)[number]) => String(profile?.prices?.[name] ?? '');
  return {
    id: profile?.id ?? '',
    format: profile?.provider ?? 'openai',
    model: profile?.model ?? '',
    baseUrl: profile?.baseUrl ?? '',
    key: '',
    contextTokens: String(profile?.contextTokens ?? ''),
    maxOutputTokens: String(profile?.maxOutputTokens ?? ''),
    'price.input': price('input'),
    'price.output': price('output'),
    'price.cachedInput': price('cachedInput'),
    'price.cacheWrite': price('cacheWrite'),
    quirks: profile?.quirks?.join(', ') ?? '',
    caFile: profile?.caFile ?? '',
    headers: '',
  };
}

// The server reads numbers and lists from texts as well, and says what is wrong with them.
const asSent = (text: string) => (text.trim() === '' ? null : text.trim());

// Quirks of the list before that are gone are taken away by "-".
function quirksOf(before: string, now: string): string | null {
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  const gone = words(before).filter((word) => !words(now).includes(word));
  return asSent([...words(now), ...gone.map((word) => `-${word}`)].join(', '));
}

export function changeOf(before: ProfileForm, now: ProfileForm, dropKey: boolean): Schemas['ProfileInput'] {
  const change: Record<string, unknown> = {};
  const differs = (name: Name) => now[name].trim() !== before[name];
  for (const name of [...texts, 'caFile'] as const) if (differs(name)) change[name] = asSent(now[name]);
  if (differs('format')) change.format = now.format;
  if (differs('quirks')) change.quirks = quirksOf(before.quirks, now.quirks);
  if (prices.some((name) => differs(`price.${name}`)))
    change.prices = Object.fromEntries(prices.map((name) => [name, asSent(now[`price.${name}`])]));
  if (now.headers.trim()) change.headers = now.headers.trim();
  if (now.key.trim()) change.key = now.key.trim();
  else if (dropKey) change.key = null;
  return change as Schemas['ProfileInput'];
}
