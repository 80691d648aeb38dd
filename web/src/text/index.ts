// index.ts: the page's words; French is loaded when it is chosen, and words of single pages with these
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferences } from '@/parts/preferences';
import en from './en.json';
import { localeOf } from './format';
import type team from './team/en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en; team: typeof team };
  }
}

export const languages = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof languages;

// French has the same keys; the compiler checks it.
type French<Words> = () => Promise<{ default: Words }>;
const words: French<typeof en> = () => import('./fr.json');
const french: Record<string, French<object>> = { translation: words };

async function load(language: Language) {
  if (language !== 'fr') return;
  const lacking = Object.entries(french).filter(([name]) => !i18next.hasResourceBundle('fr', name));
  await Promise.all(
    lacking.map(async ([name, fetched]) => i18next.addResourceBundle('fr', name, (await fetched()).default)),
  );
}

async function show(language: Language) {
  await load(language);
  // With the region, "en-GB", so that whatever is formatted in i18n.language has the reader's forms; its words are "en".
  await i18next.changeLanguage(localeOf(language, navigator.languages));
  document.documentElement.lang = language;
}

// The words of pages that few visitors open come with these pages. Once it has resolved they can be shown.
export async function addText<Words extends object>(name: string, english: Words, fr: French<Words>) {
  i18next.addResourceBundle('en', name, english);
  french[name] = fr;
  await load(preferences.get().language);
}

export async function startText() {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false }, // React escapes
  });
  preferences.subscribe(() => void show(preferences.get().language));
  await show(preferences.get().language);
}
