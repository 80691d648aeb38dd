// session.ts: whether the server lets this browser in; a server with a token asks for it once
import { useSyncExternalStore } from 'react';

const changed = new Set<() => void>();
let refused = false;
let enteredMs = 0;

function set(next: boolean) {
  if (refused === next) return;
  refused = next;
  for (const listener of changed) listener();
}

export const session = {
  isRefused: () => refused,

  // A request that was sent before somebody logged in says nothing about now.
  refuse(sentMs: number) {
    if (sentMs > enteredMs) set(true);
  },

  enter() {
    enteredMs = performance.now();
    set(false);
  },

  async check() {
    const sentMs = performance.now();
    const answer = await fetch('/api/v1/status').catch(() => undefined);
    if (answer?.status === 401) session.refuse(sentMs);
  },

  subscribe(listener: () => void) {
    changed.add(listener);
    return () => changed.delete(listener);
  },
};

export function useRefused(): boolean {
  return useSyncExternalStore(session.subscribe, session.isRefused);
}
