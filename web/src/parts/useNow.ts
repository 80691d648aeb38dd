// useNow.ts: the server's time, in steps of a second or of more
import { useSyncExternalStore } from 'react';
import { ticker } from '@/api/clock';

export function useNow(everyMs: number): number {
  return useSyncExternalStore(ticker.subscribe, () =>
    everyMs > 1000 ? Math.floor(ticker.now() / everyMs) * everyMs : ticker.now(),
  );
}
