// team_hosts.ts: hosts of a pool that drain
import { useMutation } from '@tanstack/react-query';
import { keys } from './queries';
import { ask, idOf, useRefresh } from './team';

export function useDrain(id: string) {
  return useMutation({
    mutationFn: (draining: boolean) =>
      ask<unknown>('POST', `/api/v1/hosts/${idOf(id)}/${draining ? 'drain' : 'resume'}`),
    onSuccess: useRefresh(keys.hosts, keys.devices),
  });
}
