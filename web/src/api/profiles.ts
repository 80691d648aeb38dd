// profiles.ts: making, changing, removing and testing the models that can be chosen
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, type Profile, type Schemas, take } from './client';
import { keys } from './queries';

// The list with a profile as the server has it now: changed, new or gone.
function useReplaced() {
  const queries = useQueryClient();
  return (profile: Profile) => {
    queries.setQueryData<Schemas['Profiles']>(keys.profiles, (old) => {
      if (!old) return old;
      const at = old.profiles.findIndex((each) => each.id === profile.id);
      if (at < 0) return { profiles: [profile, ...old.profiles] };
      const profiles = old.profiles.filter((_, index) => index !== at);
      return { profiles: profile.removed ? profiles : profiles.toSpliced(at, 0, profile) };
    });
  };
}

export function useSaveProfile() {
  const replaced = useReplaced();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: Schemas['ProfileInput'] }) =>
      take(client.PUT('/api/v1/profiles/{id}', { params: { path: { id } }, body })),
    onSuccess: replaced,
  });
}

// Go back to what the environment states, which may be nothing.
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
