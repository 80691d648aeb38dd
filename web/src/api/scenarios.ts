// scenarios.ts: what is done to scenarios besides being edited
import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { client, type Scenario, type Schemas, take } from './client';
import type { ScenarioStats } from './history';
import { keys } from './queries';

const PAGE = 200;

// verdict: of the last run that has ended; NONE: there is none that says something.
export type ScenarioFilter = {
  text?: string;
  tag?: string;
  verdict?: 'PASS' | 'FAIL' | 'UNVERIFIED' | 'NONE';
};

export function useScenarioList(filter: ScenarioFilter) {
  return useInfiniteQuery({
    queryKey: [...keys.scenarios, 'list', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, ...(pageParam && { before: pageParam }) };
      return take(client.GET('/api/v1/scenarios', { params: { query }, signal }));
    },
    getNextPageParam: (page) => (page.more ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
}

// pending: a scenario that stats does not have may still have runs.
type StatsOf = { stats: ReadonlyMap<string, ScenarioStats>; pending: boolean };

// What came of the last runs of scenarios, by their ids. Each group is asked for by itself, so that a list only
// asks for what is in view.
export function useStatsOf(groups: readonly (readonly string[])[], runs: number): StatsOf {
  return useQueries({
    queries: groups.map((ids) => ({
      queryKey: [...keys.stats, 'of', ids, runs],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const query = { scenario: ids.join(','), runs };
        return take(client.GET('/api/v1/stats', { params: { query }, signal }));
      },
      placeholderData: keepPreviousData,
    })),
    combine: mapOf,
  });
}

function mapOf(results: readonly { data?: Schemas['Stats']; isPending: boolean }[]): StatsOf {
  const stats = new Map(
    results.flatMap(({ data }) => data?.scenarios.map((each) => [each.scenarioId, each] as const) ?? []),
  );
  return { stats, pending: results.some(({ isPending }) => isPending) };
}

// One scenario, asked for again after each change, and when the window is looked at again: another program may
// have written it.
export function useStoredScenario(id: string | undefined) {
  return useQuery({
    queryKey: keys.scenario(id ?? ''),
    queryFn: id
      ? ({ signal }) => take(client.GET('/api/v1/scenarios/{id}', { params: { path: { id } }, signal }))
      : skipToken,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export function useDuplicate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      take(client.POST('/api/v1/scenarios/{id}/duplicate', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.scenarios }),
  });
}

// Ask the model what each step should show; the scenario as it is then.
export function compileExpectations(id: string): Promise<Scenario> {
  return take(client.POST('/api/v1/scenarios/{id}/expectations', { params: { path: { id } } }));
}

// Store the scenarios of a file's text, as the server reads it.
export function importScenarios(text: string): Promise<Schemas['Imported']> {
  const body = text as unknown as Schemas['Import'];
  const headers = { 'Content-Type': 'application/json' };
  return take(client.POST('/api/v1/scenarios/import', { body, headers, bodySerializer: () => text }));
}

export function exportUrl(format: 'json' | 'firestore'): string {
  return `/api/v1/scenarios/export?format=${format}`;
}

// Offer a file of this text to be saved.
export function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

// One scenario as it can be imported again.
export function exportText(scenario: Scenario, recording?: unknown): string {
  const {
    id: _id,
    revision: _revision,
    createdAt: _created,
    updatedAt: _updated,
    missing: _missing,
    problems: _problems,
    ...rest
  } = scenario;
  return `${JSON.stringify({ ...rest, ...(recording ? { recording } : {}) }, null, 2)}\n`;
}
