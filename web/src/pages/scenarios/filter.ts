// filter.ts: the filter of the scenarios, kept in the address to be shared and bookmarked
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { ScenarioFilter } from '@/api/scenarios';

export const verdicts = ['PASS', 'FAIL', 'UNVERIFIED', 'NONE'] as const;
type LastVerdict = (typeof verdicts)[number];

export function useFilter(): [ScenarioFilter, (change: ScenarioFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const tag = search.get('tag') ?? '';
  const verdict = verdicts.find((each) => each === search.get('verdict'));
  const filter = useMemo(
    () => ({ ...(text && { text }), ...(tag && { tag }), ...(verdict && { verdict }) }),
    [text, tag, verdict],
  );
  const change = useCallback(
    (more: ScenarioFilter) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(more)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [filter, change];
}

export type { LastVerdict };
