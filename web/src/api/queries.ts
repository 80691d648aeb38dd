// queries.ts: one hook for each resource of the server, and what makes its copy here out of date
import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { client, Problem, type Schemas, take } from './client';
import { type Change, listen } from './events';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 2 && error instanceof Problem && (error.status === 0 || error.status === 503),
    },
  },
});

export const keys = {
  scenarios: ['scenarios'] as const,
  scenario: (id: string) => ['scenarios', id] as const,
  runs: ['runs'] as const,
  run: (id: string) => ['runs', id] as const,
  artifacts: (id: string) => ['runs', id, 'artifacts'] as const,
  devices: ['devices'] as const,
  profiles: ['profiles'] as const,
  providers: ['profiles', 'providers'] as const, // out of date with the profiles
  sample: ['sample'] as const,
  config: ['config'] as const,
  status: ['status'] as const,
  stats: ['stats'] as const,
  recordings: ['recordings'] as const,
  recording: (scenario: string) => ['recordings', scenario] as const,
  me: ['me'] as const,
  suites: ['suites'] as const,
  suite: (id: string) => ['suites', id] as const,
  suiteRuns: ['suiteRuns'] as const,
  suiteRun: (id: string) => ['suiteRuns', id] as const,
  schedules: ['schedules'] as const,
  webhooks: ['webhooks'] as const,
  deliveries: ['deliveries'] as const,
  tokens: ['tokens'] as const,
  secrets: ['secrets'] as const,
  audit: ['audit'] as const,
  hosts: ['hosts'] as const,
};

export function useStatus() {
  return useQuery({
    queryKey: keys.status,
    queryFn: ({ signal }) => take(client.GET('/api/v1/status', { signal })),
  });
}

export function useScenarios(text = '') {
  return useInfiniteQuery({
    queryKey: [...keys.scenarios, 'list', text],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(text && { text }), ...(pageParam && { before: pageParam }) };
      return take(client.GET('/api/v1/scenarios', { params: { query }, signal }));
    },
    getNextPageParam: (page) => (page.more ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
}

export type RunsFilter = {
  text?: string;
  scenario?: string;
  state?: 'queued' | 'running' | 'ended';
  device?: string;
  verdict?: 'PASS' | 'FAIL' | 'UNVERIFIED';
  profile?: string;
  tag?: string;
  since?: string;
  until?: string;
};

export function useRuns(filter: RunsFilter = {}, limit = 50) {
  return useInfiniteQuery({
    queryKey: [...keys.runs, 'list', filter, limit],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit, ...(pageParam && { before: pageParam }) };
      return take(client.GET('/api/v1/runs', { params: { query }, signal }));
    },
    getNextPageParam: (page) => (page.more ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
}

// What no event tells, such as its place in the queue, is asked for now and then until it has ended.
export function useRun(id: string) {
  return useQuery({
    queryKey: keys.run(id),
    queryFn: ({ signal }) => take(client.GET('/api/v1/runs/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'ended' ? 2000 : false),
  });
}

export function useDevices() {
  return useQuery({
    queryKey: keys.devices,
    queryFn: ({ signal }) => take(client.GET('/api/v1/devices', { signal })),
  });
}

export function useProfiles() {
  return useQuery({
    queryKey: keys.profiles,
    queryFn: ({ signal }) => take(client.GET('/api/v1/profiles', { signal })),
  });
}

export function useProviders() {
  return useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => take(client.GET('/api/v1/providers', { signal })),
  });
}

// Whether the sample can be run here; what it lacks may be started any moment.
export function useSample() {
  return useQuery({
    queryKey: keys.sample,
    queryFn: ({ signal }) => take(client.GET('/api/v1/sample', { signal })),
    refetchInterval: ({ state }) => (state.data && !state.data.ready ? 3000 : false),
  });
}

export function useRunSample() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => take(client.POST('/api/v1/sample')),
    onSuccess: () => {
      for (const queryKey of [keys.runs, keys.scenarios, keys.devices])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

export function useConfig() {
  return useQuery({
    queryKey: keys.config,
    queryFn: ({ signal }) => take(client.GET('/api/v1/config', { signal })),
  });
}

// Queue a run and return its document.
export function useAddRun() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['RunInput']) => take(client.POST('/api/v1/runs', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.runs }),
  });
}

export function useStopRun() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => take(client.POST('/api/v1/runs/{id}/stop', { params: { path: { id } } })),
    onSuccess: (_, id) => queries.invalidateQueries({ queryKey: keys.run(id) }),
  });
}

// Answer a run that waits for a person.
export function useApproveRun() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, approved }: { id: string; approved: boolean }) =>
      take(client.POST('/api/v1/runs/{id}/approve', { params: { path: { id } }, body: { approved } })),
    onSettled: (_, __, { id }) => queries.invalidateQueries({ queryKey: keys.run(id) }),
  });
}

// What is out of date after a change of each kind.
const changed: Record<Change['kind'], (id: string) => readonly (readonly unknown[])[]> = {
  scenario: (id) => [[...keys.scenarios, 'list'], keys.scenario(id), keys.stats],
  run: () => [keys.runs, keys.stats, keys.status],
  recording: () => [keys.recordings],
  profile: () => [keys.profiles, keys.config],
  config: () => [keys.config, keys.profiles],
  expectations: () => [keys.scenarios],
  devices: () => [keys.devices, keys.hosts],
  suite: () => [keys.suites],
  suiteRun: () => [keys.suiteRuns, keys.suites],
  schedule: () => [keys.schedules],
  webhook: () => [keys.webhooks],
  delivery: () => [keys.deliveries],
  token: () => [keys.tokens, keys.me],
  audit: () => [keys.audit],
  secret: () => [keys.secrets],
  host: () => [keys.hosts, keys.devices],
};

// Runs begin and end without us, and other windows change what is shown here: it is asked for again.
export function useFreshness() {
  const queries = useQueryClient();
  useEffect(
    () =>
      listen({
        opened: () => void queries.invalidateQueries(),
        change: ({ kind, id = '' }) => {
          for (const queryKey of changed[kind]?.(id) ?? []) void queries.invalidateQueries({ queryKey });
        },
        event: (event) => {
          if (event.type === 'step' || event.type === 'guard')
            void queries.invalidateQueries({ queryKey: keys.run(event.run) });
          if (event.type !== 'state') return;
          for (const queryKey of [
            keys.runs,
            keys.status,
            keys.devices,
            keys.stats,
            keys.recordings,
            keys.suiteRuns,
            keys.suites,
          ])
            void queries.invalidateQueries({ queryKey });
        },
      }),
    [queries],
  );
}
