// filter.ts: the filter of the runs, kept in the address to be shared and bookmarked
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { serverNow } from '@/api/clock';
import type { RunsFilter } from '@/api/queries';

export const statuses = ['PASS', 'FAIL', 'UNVERIFIED', 'running', 'queued'] as const;
export const ranges = ['day', 'week', 'month', 'dates'] as const;
const names = ['text', 'scenario', 'status', 'tag', 'device', 'profile', 'range', 'since', 'until'] as const;
export type Wishes = Partial<Record<(typeof names)[number], string>>;

const HOURS: Record<string, number> = { day: 24, week: 7 * 24, month: 30 * 24 };
export const PAGE = 200; // runs per request

// A day of this reader's calendar, as the moment when it begins.
function dayOf(text: string | undefined, daysAfter = 0): string | undefined {
  const moment = new Date(`${text}T00:00`);
  if (!text || Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + daysAfter);
  return moment.toISOString();
}

// What the server is asked; now is when the page was opened, so that the same wishes stay the same request.
function filterOf(wishes: Wishes, now: number): RunsFilter {
  const { text, scenario, status, tag, device, profile, range } = wishes;
  const hours = HOURS[range ?? ''];
  const since = hours ? new Date(now - hours * 3_600_000).toISOString() : dayOf(wishes.since);
  const until = hours ? undefined : dayOf(wishes.until, 1);
  const verdict = status === 'PASS' || status === 'FAIL' || status === 'UNVERIFIED' ? status : undefined;
  const state = status === 'running' || status === 'queued' ? status : undefined;
  const filter: RunsFilter = { text, scenario, tag, device, profile, verdict, state, since, until };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

export function useWishes() {
  const [search, setSearch] = useSearchParams();
  const wishes = useMemo(() => {
    const found: Wishes = {};
    for (const name of names) {
      const value = search.get(name);
      if (value) found[name] = value;
    }
    return found;
  }, [search]);
  const now = useMemo(serverNow, []);
  const filter = useMemo(() => filterOf(wishes, now), [wishes, now]);
  const set = useCallback(
    (change: Wishes) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const clear = useCallback(() => setSearch({}, { replace: true }), [setSearch]);
  return { wishes, filter, set, clear };
}
