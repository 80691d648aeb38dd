// useScheme.ts: a number that changes whenever the colours of the page do
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePreferences } from '@/parts/preferences';

// What is drawn on a canvas does not follow the style by itself. Paper is light, whatever the screen is: it has
// to be drawn before the browser goes on to print.
export function useScheme(): string {
  const { theme } = usePreferences();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const queries = [window.matchMedia('(prefers-color-scheme: dark)'), window.matchMedia('print')];
    const note = () => flushSync(() => setChanges((count) => count + 1));
    for (const query of queries) query.addEventListener('change', note);
    return () => {
      for (const query of queries) query.removeEventListener('change', note);
    };
  }, []);
  return `${theme} ${changes}`;
}
