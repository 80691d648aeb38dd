// team_webhooks.ts: webhooks and what was delivered to them
import { useMutation, useQuery } from '@tanstack/react-query';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export const templates = ['json', 'slack', 'github-status', 'github-check'] as const;
export const events = ['suite.failed', 'suite.ended', 'run.failed', 'run.ended', 'host.lost'] as const;

export type WebhookDocument = {
  name: string;
  url?: string; // kept if it is not sent
  events: string[];
  template: string;
  secret?: string; // goes in and never comes out again
  enabled: boolean;
  allowPrivate: boolean;
  link?: string; // this dashboard's address as receivers reach it
};

export type Webhook = Omit<WebhookDocument, 'secret'> & {
  id: string;
  revision?: number;
  secretSet?: boolean;
  locked?: string; // why the server cannot read its secret and address
};

export type Delivery = {
  id: string;
  webhook: string;
  event?: string;
  webhookName?: string;
  at?: string;
  state?: string;
  attempts?: number;
  status?: number; // of the answer
  error?: string;
  answer?: string;
  createdAt?: string;
  nextAt?: string;
  deliveredAt?: string;
};

export type TestAnswer = {
  ok: boolean;
  status?: number;
  answer?: string;
  error?: string;
  durationMs?: number;
};

export function useWebhooks() {
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: ({ signal }) => ask<{ webhooks: Webhook[] }>('GET', '/api/v1/webhooks', { signal }),
    select: ({ webhooks }) => webhooks,
  });
}

export function useSaveWebhook(id: string | undefined) {
  return useMutation({
    mutationFn: (body: WebhookDocument & { revision?: number }) =>
      id
        ? ask<Webhook>('PUT', `/api/v1/webhooks/${idOf(id)}`, { body })
        : ask<Webhook>('POST', '/api/v1/webhooks', { body }),
    onSuccess: useRefresh(keys.webhooks),
  });
}

export function useRemoveWebhook() {
  return useMutation({
    mutationFn: (id: string) => ask<void>('DELETE', `/api/v1/webhooks/${idOf(id)}`),
    onSuccess: useRefresh(keys.webhooks),
  });
}

export function useTestWebhook(id: string) {
  return useMutation({
    mutationFn: () => ask<TestAnswer>('POST', `/api/v1/webhooks/${idOf(id)}/test`),
    onSettled: useRefresh(keys.deliveries),
  });
}

export function useDeliveries() {
  return useQuery({
    queryKey: keys.deliveries,
    queryFn: ({ signal }) =>
      ask<{ deliveries: Delivery[] }>('GET', '/api/v1/deliveries?limit=50', { signal }),
    select: ({ deliveries }) => deliveries,
  });
}
