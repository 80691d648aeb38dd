// me.ts: who the visitor is, and what the role allows; a server without tokens lets everybody do everything
import { useQuery } from '@tanstack/react-query';
import { Problem, problemOf } from './client';
import { keys } from './queries';

export const roles = ['read', 'run', 'edit', 'admin'] as const;
export type Role = (typeof roles)[number];
export type Me = { name: string; role: Role };

const everything: Me = { name: '', role: 'admin' };

// Servers of the version before have no roles.
async function fetchMe({ signal }: { signal: AbortSignal }): Promise<Me> {
  const response = await fetch('/api/v1/me', { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Problem(0, 'OFFLINE', String(error));
  });
  if (response.status === 404) return everything;
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response, body);
  return body as Me;
}

const query = { queryKey: keys.me, queryFn: fetchMe, staleTime: 60_000 };

export function useMe(): Me {
  return useQuery(query).data ?? everything;
}

// Whether the server has said who the visitor is, or cannot.
export function useMeKnown(): boolean {
  return !useQuery(query).isPending;
}

// Until the server has answered everything is offered: it refuses what it does not allow.
export function useMay(need: Role): boolean {
  return roles.indexOf(useMe().role) >= roles.indexOf(need);
}
