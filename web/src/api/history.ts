// history.ts: what came of runs: statistics of scenarios, recordings and how they changed
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, type Run, type Schemas, take } from './client';
import { keys } from './queries';

export type ScenarioStats = Schemas['ScenarioStats'];
export type RunOutcome = Schemas['RunOutcome'];
export type RecordingChange = Schemas['RecordingChange'];

// A call of a tool, as a recording or an event has it.
export type Call = { tool: string; args: Record<string, unknown>; target?: Record<string, unknown> };

export function durationOf(run: Run): number | undefined {
  if (!run.startedAt || !run.endedAt) return undefined;
  return Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt));
}

// The newest runs of these scenarios; of all without ids.
export function useStats(ids: readonly string[] | undefined, runs: number, enabled = true) {
  return useQuery({
    queryKey: [...keys.stats, ids ?? 'all', runs],
    queryFn: ({ signal }) => {
      const query = { runs, ...(ids && { scenario: ids.join(',') }) };
      return take(client.GET('/api/v1/stats', { params: { query }, signal }));
    },
    select: (stats) => stats.scenarios,
    placeholderData: keepPreviousData,
    enabled,
  });
}

// null: there is none.
export function useRecording(scenario: string | undefined) {
  return useQuery({
    queryKey: keys.recording(scenario ?? ''),
    queryFn: async ({ signal }) => {
      const params = { path: { id: scenario ?? '' } };
      const found = await take(client.GET('/api/v1/scenarios/{id}/recording', { params, signal }));
      return found ?? null;
    },
    enabled: Boolean(scenario),
  });
}

export function useRecordingChoice(scenario: string) {
  const queries = useQueryClient();
  const params = { path: { id: scenario } };
  return useMutation({
    // run: whose proposal was shown; another one may have come in the meantime.
    mutationFn: (chosen: { choice: 'accept' | 'reject'; run?: string }) =>
      take(
        client.POST('/api/v1/scenarios/{id}/recording', { params, body: { ...chosen, by: 'the dashboard' } }),
      ),
    onSuccess: (recording) => queries.setQueryData(keys.recording(scenario), recording),
    // Somebody else has chosen, or a run has made another recording.
    onError: () => void queries.invalidateQueries({ queryKey: keys.recording(scenario) }),
  });
}

export function useRemoveRecording(scenario: string) {
  const queries = useQueryClient();
  const params = { path: { id: scenario } };
  return useMutation({
    mutationFn: () => take(client.DELETE('/api/v1/scenarios/{id}/recording', { params })),
    onSuccess: () => queries.setQueryData(keys.recording(scenario), null),
  });
}

export function useRemoveRuns() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await take(client.DELETE('/api/v1/runs/{id}', { params: { path: { id } } }));
    },
    onSettled: () => {
      for (const queryKey of [keys.runs, keys.stats]) void queries.invalidateQueries({ queryKey });
    },
  });
}
