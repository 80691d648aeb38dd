// team_hosts.ts: the hosts of a pool
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Device } from './client';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export type Host = {
  id: string;
  name?: string;
  url?: string;
  version?: string;
  draining?: boolean;
  devices?: Device[];
  startedAt?: string;
  self?: boolean; // the one that this page was loaded from
};

export function useHosts() {
  return useQuery({
    queryKey: keys.hosts,
    queryFn: ({ signal }) => ask<{ hosts: Host[] }>('GET', '/api/v1/hosts', { signal }),
    select: ({ hosts }) => hosts,
  });
}

export function useDrain(id: string) {
  return useMutation({
    mutationFn: (draining: boolean) =>
      ask<unknown>('POST', `/api/v1/hosts/${idOf(id)}/${draining ? 'drain' : 'resume'}`),
    onSuccess: useRefresh(keys.hosts, keys.devices),
  });
}
