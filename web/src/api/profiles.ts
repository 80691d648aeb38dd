// profiles.ts: providers and their models: keys, addresses, tests, and which model runs use
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Config, client, Problem, type Profile, type Schemas, take } from './client';
import { keys } from './queries';

export type Provider = Schemas['Provider'];

// What one of them is depends on the other: a key of a provider makes its models usable.
function useRefreshed() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.profiles });
}

function useReplaced() {
  const queries = useQueryClient();
  const refreshed = useRefreshed();
  return (provider: Provider) => {
    queries.setQueryData<Schemas['Providers']>(
      keys.providers,
      (old) => old && { providers: old.providers.map((each) => (each.id === provider.id ? provider : each)) },
    );
    void refreshed();
  };
}

export function useSaveProvider(id: string) {
  const replaced = useReplaced();
  return useMutation({
    mutationFn: (body: Schemas['ProviderInput']) =>
      take(client.PUT('/api/v1/providers/{id}', { params: { path: { id } }, body })),
    onSuccess: replaced,
  });
}

// Asks for the list of its models, which costs nothing.
export function useTestProvider(id: string) {
  const replaced = useReplaced();
  return useMutation({
    mutationFn: () => take(client.POST('/api/v1/providers/{id}/test', { params: { path: { id } } })),
    onSuccess: replaced,
  });
}

const putProfile = (id: string, body: Schemas['ProfileInput']) =>
  take(client.PUT('/api/v1/profiles/{id}', { params: { path: { id } }, body }));

export function useSaveProfile() {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Schemas['ProfileInput'] }) => putProfile(id, body),
    onSuccess: refreshed,
  });
}

// Go back to what the environment states, which may be nothing.
export function useResetProfile(id: string) {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: () => take(client.DELETE('/api/v1/profiles/{id}', { params: { path: { id } } })),
    onSuccess: refreshed,
  });
}

export function useTestProfile() {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: (id: string) => take(client.POST('/api/v1/profiles/{id}/test', { params: { path: { id } } })),
    onSuccess: refreshed,
  });
}

// Let runs use a profile, which may have to be made or changed for it.
export function useUseModel() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'config' },
    mutationFn: async ({ id, body }: { id: string; body?: Schemas['ProfileInput'] }) => {
      const profile: Pick<Profile, 'id'> = body ? await putProfile(id, body) : { id };
      const config = queries.getQueryData<Config>(keys.config);
      if (!config) throw new Problem(0, 'OFFLINE', '');
      return take(client.PUT('/api/v1/config', { body: { ...config, executorInfoId: profile.id } }));
    },
    onSuccess: (config) => {
      queries.setQueryData(keys.config, config);
      void queries.invalidateQueries({ queryKey: keys.profiles });
    },
  });
}
