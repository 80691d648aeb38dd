// addStep.ts: steps of a stored scenario that are written from a device's page
import { client, type Scenario, take } from '@/api/client';
import { keys, queryClient } from '@/api/queries';

type Steps = Scenario['steps'];

// It is read first to keep changes that others have made.
async function edit(id: string, change: (steps: Steps) => Steps): Promise<void> {
  const path = { id };
  const stored = await take(client.GET('/api/v1/scenarios/{id}', { params: { path } }));
  const body = { ...stored, steps: change(stored.steps) };
  const saved = await take(client.PUT('/api/v1/scenarios/{id}', { params: { path }, body }));
  queryClient.setQueryData(keys.scenario(id), saved);
  void queryClient.invalidateQueries({ queryKey: keys.scenarios });
}

export const addStep = (id: string, text: string) => edit(id, (steps) => [...steps, text]);

// before is what the page showed: another text was changed by somebody else in the meantime.
export function writeStep(id: string, index: number, before: string, text: string): Promise<void> {
  return edit(id, (steps) => {
    const step = steps[index];
    const words = typeof step === 'string' ? step : step?.description;
    if (step === undefined || words !== before) return [...steps, text];
    return steps.toSpliced(index, 1, typeof step === 'string' ? text : { ...step, description: text });
  });
}
