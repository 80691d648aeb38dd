// useNarrow.ts: whether the window is too narrow for the details beside the list; the style sheets say the same
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 48rem)');

function subscribe(changed: () => void) {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
