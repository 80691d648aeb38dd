// team_access.ts: tokens, secrets, and the audit of who did what
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { Role } from './me';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export type Token = {
  id?: string;
  name: string;
  role: Role;
  createdAt?: string;
  lastUsedAt?: string;
  expiresAt?: string;
  valid?: boolean; // false once it has expired
  by?: string;
};

export function useTokens() {
  return useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => ask<{ tokens: Token[] }>('GET', '/api/v1/tokens', { signal }),
    select: ({ tokens }) => tokens,
  });
}

// The token itself is in the answer, this once.
export function useAddToken() {
  return useMutation({
    mutationFn: (body: { name: string; role: Role; days?: number }) =>
      ask<Token & { token: string }>('POST', '/api/v1/tokens', { body }),
    onSuccess: useRefresh(keys.tokens),
  });
}

export function useRemoveToken() {
  return useMutation({
    mutationFn: (id: string) => ask<void>('DELETE', `/api/v1/tokens/${idOf(id)}`),
    onSuccess: useRefresh(keys.tokens),
  });
}

export type Secret = { name: string; updatedAt?: string; by?: string };

// usable: false without a key that encrypts them, and why.
export type Secrets = { secrets: Secret[]; usable?: boolean; why?: string };

export function useSecrets() {
  return useQuery({
    queryKey: keys.secrets,
    queryFn: ({ signal }) => ask<Secrets>('GET', '/api/v1/secrets', { signal }),
  });
}

export function useSaveSecret() {
  return useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      ask<unknown>('PUT', `/api/v1/secrets/${idOf(name)}`, { body: { value } }),
    onSuccess: useRefresh(keys.secrets),
  });
}

export function useRemoveSecret() {
  return useMutation({
    mutationFn: (name: string) => ask<void>('DELETE', `/api/v1/secrets/${idOf(name)}`),
    onSuccess: useRefresh(keys.secrets),
  });
}

export type AuditEntry = {
  id: string;
  at: string;
  by?: string;
  address?: string;
  what: string;
  kind?: string;
  target?: string; // its id
  label?: string; // its name, as it is now or was at last
  removed?: boolean; // it is not there any more
};
type AuditPage = { entries: AuditEntry[]; more?: boolean; next?: string };

export function useAudit() {
  return useInfiniteQuery({
    queryKey: keys.audit,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      ask<AuditPage>('GET', `/api/v1/audit?limit=100${pageParam ? `&before=${idOf(pageParam)}` : ''}`, {
        signal,
      }),
    getNextPageParam: (page) => (page.more ? page.next : undefined),
  });
}
