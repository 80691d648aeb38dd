// index.ts: the page's words; French is loaded when it is chosen
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { preferences } from '@/parts/preferences';
import en from './en.json';
import { localeOf } from './format';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

export const languages = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof languages;

async function show(language: Language) {
  if (language === 'fr' && !i18next.hasResourceBundle('fr', 'translation'))
    i18next.addResourceBundle('fr', 'translation', (await import('./fr.json')).default);
  // With the region, "en-GB", so that whatever is formatted in i18n.language has the reader's forms; its words are "en".
  await i18next.changeLanguage(localeOf(language, navigator.languages));
  document.documentElement.lang = language;
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
