// preferences.ts: what this browser's user has chosen; kept in the browser
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
type Preferences = {
  theme: Theme;
  language: 'en' | 'fr';
  shortcuts: boolean;
  packageName: string; // the app of new scenarios; '' for none
  screenHidden: boolean; // the live picture beside a run
  panes: Readonly<Record<string, readonly number[]>>; // shares that parts/SplitPanes keeps, by its name
};

const NAME = 'mobile-tester-agent';
const changed = new Set<() => void>();

function read(): Preferences {
  const language = navigator.language.startsWith('fr') ? 'fr' : 'en';
  const standard: Preferences = {
    theme: 'system',
    language,
    shortcuts: true,
    packageName: '',
    screenHidden: false,
    panes: {},
  };
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Preferences>) };
  } catch {
    return standard; // a browser may forbid storage, or hold invalid JSON
  }
}

let now = read();

function apply() {
  const root = document.documentElement;
  if (now.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = now.theme;
}
apply();

export const preferences = {
  get: () => now,
  set(change: Partial<Preferences>) {
    now = { ...now, ...change };
    apply();
    try {
      localStorage.setItem(NAME, JSON.stringify(now));
    } catch {
      // It holds for this page then.
    }
    for (const listener of changed) listener();
  },
  subscribe(listener: () => void) {
    changed.add(listener);
    return () => changed.delete(listener);
  },
};

export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get);
}
