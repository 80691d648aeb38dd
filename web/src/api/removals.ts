// removals.ts: scenarios that a person has removed and may still want back
//
// The server is told when the time to undo is over, or when the page goes. Nothing is lost by an undo then, while
// a scenario that was stored again would be another one, without its runs.
import { useSyncExternalStore } from 'react';
import { client, take } from './client';
import { keys, queryClient } from './queries';

const UNDO_MS = 8000;
let removed: ReadonlySet<string> = new Set();
const timers = new Map<string, number>();
const changed = new Set<() => void>();

function set(next: ReadonlySet<string>) {
  removed = next;
  for (const listener of changed) listener();
}

function without(id: string): ReadonlySet<string> {
  return new Set([...removed].filter((each) => each !== id));
}

async function finish(id: string, failed: (error: unknown) => void) {
  timers.delete(id);
  try {
    await take(client.DELETE('/api/v1/scenarios/{id}', { params: { path: { id } }, keepalive: true }));
    queryClient.removeQueries({ queryKey: keys.scenario(id), exact: true });
    await queryClient.invalidateQueries({ queryKey: [...keys.scenarios, 'list'] });
  } catch (error) {
    failed(error);
    set(without(id));
  }
}

export function remove(id: string, failed: (error: unknown) => void) {
  set(new Set([...removed, id]));
  timers.set(
    id,
    window.setTimeout(() => void finish(id, failed), UNDO_MS),
  );
}

export function restore(id: string) {
  window.clearTimeout(timers.get(id));
  if (timers.delete(id)) set(without(id));
}

export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    () => removed,
  );
}

window.addEventListener('pagehide', () => {
  for (const [id, timer] of timers) {
    window.clearTimeout(timer);
    void fetch(`/api/v1/scenarios/${encodeURIComponent(id)}`, { method: 'DELETE', keepalive: true }).catch(
      () => undefined,
    );
  }
});
