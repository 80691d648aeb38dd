// addStep.ts: one more step at the end of a stored scenario
import { client, take } from '@/api/client';
import { keys, queryClient } from '@/api/queries';

// It is read first to keep changes that others have made.
export async function addStep(id: string, text: string): Promise<void> {
  const path = { id };
  const stored = await take(client.GET('/api/v1/scenarios/{id}', { params: { path } }));
  const body = { ...stored, steps: [...stored.steps, text] };
  const saved = await take(client.PUT('/api/v1/scenarios/{id}', { params: { path }, body }));
  queryClient.setQueryData(keys.scenario(id), saved);
  void queryClient.invalidateQueries({ queryKey: keys.scenarios });
}
