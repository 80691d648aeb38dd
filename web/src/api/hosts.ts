// hosts.ts: the hosts of a pool, and which of them has a run or a device
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, type Device, take } from './client';
import { keys, useDevices } from './queries';

const SILENT_MS = 5000;

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

const hostsQuery = queryOptions({
  queryKey: keys.hosts,
  queryFn: ({ signal }) => take(client.GET('/api/v1/hosts', { signal })) as Promise<{ hosts: Host[] }>,
});

export function useHosts() {
  return useQuery({ ...hostsQuery, select: ({ hosts }) => hosts });
}

// The devices that a run may be meant for: those of this host, and in a pool those of the others.
export function useAllDevices(): readonly Device[] {
  const own = useDevices().data?.devices ?? [];
  const hosts = useHosts().data ?? [];
  const others = hosts.filter((host) => !host.self).flatMap(({ devices }) => devices ?? []);
  return [...new Map([...others, ...own].map((device) => [device.id, device])).values()].sort(
    (a, b) => Number(own.includes(b)) - Number(own.includes(a)),
  );
}

// The host of a run or a device, where it is another one than that of this page. lost: the pool has it no more.
export type Elsewhere = { id: string; name: string; url?: string | undefined; lost: boolean };

// Without a pool there is one host, which had perhaps another name before.
function isElsewhere(hosts: readonly Host[] | undefined, id: string | undefined): boolean {
  const self = hosts?.find((host) => host.self);
  return !!self && !!id && self.id !== id;
}

// known: false until the hosts have been asked for, once.
export function useElsewhere(id: string | undefined): { known: boolean; elsewhere?: Elsewhere } {
  const { data, isPending } = useQuery({
    ...hostsQuery,
    enabled: !!id,
    // No event says that a host has fallen silent.
    refetchInterval: ({ state }) => isElsewhere(state.data?.hosts, id) && SILENT_MS,
  });
  if (!id) return { known: true };
  if (isPending) return { known: false };
  if (!isElsewhere(data?.hosts, id)) return { known: true };
  const host = data?.hosts.find((each) => each.id === id);
  const url = host?.url && /^https?:/.test(host.url) ? host.url.replace(/\/+$/, '') : undefined;
  return { known: true, elsewhere: { id, name: host?.name || id, url, lost: !host } };
}
