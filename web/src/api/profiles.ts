// profiles.ts: changing and testing the models that can be chosen
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, type Profile, type Schemas, take } from './client';
import { keys } from './queries';

// The list with one of its profiles replaced by what the server has now.
function useReplaced() {
  const queries = useQueryClient();
  return (profile: Profile) =>
    queries.setQueryData<Schemas['Profiles']>(
      keys.profiles,
      (old) => old && { profiles: old.profiles.map((each) => (each.id === profile.id ? profile : each)) },
    );
}

export function useSaveProfile(id: string) {
  const replaced = useReplaced();
  return useMutation({
    mutationFn: (body: Schemas['ProfileInput']) =>
      take(client.PUT('/api/v1/profiles/{id}', { params: { path: { id } }, body })),
    onSuccess: replaced,
  });
}

// Go back to what the environment says.
export function useResetProfile(id: string) {
  const replaced = useReplaced();
  return useMutation({
    mutationFn: () => take(client.DELETE('/api/v1/profiles/{id}', { params: { path: { id } } })),
    onSuccess: replaced,
  });
}

// One cheap question to the provider.
export function useTestProfile(id: string) {
  return useMutation({
    mutationFn: () => take(client.POST('/api/v1/profiles/{id}/test', { params: { path: { id } } })),
  });
}
