// team_hosts.ts: the hosts of a pool
import { useMutation, useQuery } from '@tanstack/react-query';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export type Host = {
  name: string;
  url?: string;
  version?: string;
  platforms?: string[];
  draining?: boolean;
  devices?: number | string[];
  startedAt?: string;
  here?: boolean; // the one that this page was loaded from
};

// Only devices of a pool name their host.
export function useHosts(pool: boolean) {
  return useQuery({
    queryKey: keys.hosts,
    queryFn: ({ signal }) => ask<{ hosts: Host[] }>('GET', '/api/v1/hosts', { signal }),
    select: ({ hosts }) => hosts,
    enabled: pool,
  });
}

export function useDrain(name: string) {
  return useMutation({
    mutationFn: (draining: boolean) =>
      ask<Host>('PUT', `/api/v1/hosts/${idOf(name)}`, { body: { draining } }),
    onSuccess: useRefresh(keys.hosts, keys.devices),
  });
}
