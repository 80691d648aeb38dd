// team_suites.ts: suites, their runs, and what is done to them
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export type SuiteDocument = {
  name: string;
  scenarios: string[]; // ids
  tags: string[]; // a scenario with one of them is part of it
  devices: string[]; // "any", "all", or serials
  profiles: string[];
  repeat: number;
  retryInfra: number;
  failFast: boolean;
  data: Record<string, string>[];
  priority: number;
};

export type SuiteCounts = Partial<
  Record<
    'total' | 'pass' | 'fail' | 'unverified' | 'aborted' | 'skipped' | 'queued' | 'running' | 'healed',
    number
  >
>;

export type SuiteRun = {
  id: string;
  suite?: string; // empty: a command line's
  name: string;
  by?: string;
  state: 'running' | 'ended';
  starting?: boolean; // not all cases have runs yet
  submitted?: number; // while it starts: cases that have
  stopping?: boolean;
  verdict?: string;
  startedAt?: string;
  endedAt?: string;
  durationMs?: number;
  counts: SuiteCounts;
  rerunOf?: string;
};

export type SuiteCase = {
  name: string;
  group?: string; // the same in all its repeats
  scenario?: string;
  row?: Record<string, string>;
  device?: string;
  profile?: string;
  run?: string; // the newest attempt
  state: 'queued' | 'running' | 'ended';
  result?: string;
  verdict?: string;
  end?: string;
  attempt?: number;
  durationMs?: number;
  host?: string;
  waiting?: string;
};

export type SuiteRunDetails = SuiteRun & {
  cases: SuiteCase[];
  flaky?: string[];
  options?: Partial<SuiteDocument>; // the suite as it was
};

export type Suite = Partial<SuiteDocument> & {
  id: string;
  name: string;
  revision?: number;
  last?: SuiteRun;
};

export function useSuites() {
  return useQuery({
    queryKey: keys.suites,
    queryFn: ({ signal }) => ask<{ suites: Suite[] }>('GET', '/api/v1/suites', { signal }),
    select: ({ suites }) => suites,
  });
}

export function useSuite(id: string | undefined) {
  return useQuery({
    queryKey: keys.suite(id ?? ''),
    queryFn: id ? ({ signal }) => ask<Suite>('GET', `/api/v1/suites/${idOf(id)}`, { signal }) : skipToken,
    staleTime: 0,
  });
}

// id: undefined stores a new one. revision: the one that was read.
export function useSaveSuite(id: string | undefined) {
  return useMutation({
    mutationFn: (body: SuiteDocument & { revision?: number }) =>
      id
        ? ask<Suite>('PUT', `/api/v1/suites/${idOf(id)}`, { body })
        : ask<Suite>('POST', '/api/v1/suites', { body }),
    onSuccess: useRefresh(keys.suites),
  });
}

export function useRemoveSuite() {
  return useMutation({
    mutationFn: (id: string) => ask<void>('DELETE', `/api/v1/suites/${idOf(id)}`),
    onSuccess: useRefresh(keys.suites, keys.schedules),
  });
}

export function useRunSuite() {
  return useMutation({
    mutationFn: (id: string) => ask<SuiteRun>('POST', `/api/v1/suites/${idOf(id)}/run`),
    onSuccess: useRefresh(keys.suites, keys.suiteRuns),
  });
}

export function useSuiteRuns(suite: string | undefined) {
  return useQuery({
    queryKey: [...keys.suiteRuns, 'list', suite ?? ''],
    queryFn: ({ signal }) =>
      ask<{ suiteRuns: SuiteRun[] }>(
        'GET',
        `/api/v1/suite-runs?limit=50${suite ? `&suite=${idOf(suite)}` : ''}`,
        { signal },
      ),
    select: ({ suiteRuns }) => suiteRuns,
    placeholderData: keepPreviousData,
  });
}

export function useSuiteRun(id: string | undefined) {
  return useQuery({
    queryKey: keys.suiteRun(id ?? ''),
    queryFn: id
      ? ({ signal }) => ask<SuiteRunDetails>('GET', `/api/v1/suite-runs/${idOf(id)}`, { signal })
      : skipToken,
  });
}

export function useStopSuiteRun(id: string) {
  return useMutation({
    mutationFn: () => ask<SuiteRun>('POST', `/api/v1/suite-runs/${idOf(id)}/stop`),
    onSuccess: useRefresh(keys.suiteRuns),
  });
}

export function useRerunSuite(id: string) {
  return useMutation({
    mutationFn: (only: 'failed' | 'all') =>
      ask<SuiteRun>('POST', `/api/v1/suite-runs/${idOf(id)}/rerun`, { body: { only } }),
    onSuccess: useRefresh(keys.suites, keys.suiteRuns),
  });
}

export const suiteFile = (id: string, name: 'junit.xml' | 'report.html') =>
  `/api/v1/suite-runs/${idOf(id)}/${name}`;
