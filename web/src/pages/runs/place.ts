// place.ts: who comes back to the history finds it scrolled to where they left it
import { useLayoutEffect, useRef } from 'react';
import { useSearch } from 'wouter';

const places = new Map<string, number>();
let cameBack = false;
window.addEventListener('popstate', () => {
  cameBack = true;
});

// ready: the rows are there, so that there is something to scroll.
export function usePlace(ready: boolean) {
  const search = useSearch();
  const name = useRef(search);
  const done = useRef(false);
  name.current = search;
  useLayoutEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const place = places.get(name.current);
    if (cameBack && place) window.scrollTo({ top: place, behavior: 'instant' });
    cameBack = false;
  }, [ready]);
  useLayoutEffect(() => {
    const note = () => places.set(name.current, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
}
