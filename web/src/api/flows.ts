// flows.ts: scenarios that are flow files: their problems, and storing them
import { client, type Scenario, type Schemas, take } from './client';
import { keys, queryClient } from './queries';

export type Flow = Schemas['Flow'];
export type FlowProblem = Schemas['FlowProblem'];

// What the file would be as a scenario, and what is wrong with it; nothing is stored.
export function checkFlow(flow: Flow, signal: AbortSignal): Promise<Schemas['FlowChecked']> {
  return take(client.POST('/api/v1/flows/check', { body: { flow }, signal }));
}

function keep(scenario: Scenario): Scenario {
  queryClient.setQueryData(keys.scenario(scenario.id), scenario);
  void queryClient.invalidateQueries({ queryKey: [...keys.scenarios, 'list'] });
  return scenario;
}

// Store a new flow.
export async function addFlow(flow: Flow): Promise<Scenario> {
  return keep(await take(client.POST('/api/v1/scenarios', { body: { flow } })));
}

// Store a changed flow, unless someone else has changed it since.
export async function putFlow(scenario: Scenario, flow: Flow): Promise<Scenario> {
  const { id, revision, name, goal, packageName, steps, tags, missing, problems, ...rest } = scenario;
  const body = { ...rest, revision, flow };
  return keep(await take(client.PUT('/api/v1/scenarios/{id}', { params: { path: { id } }, body })));
}

export const newFlow: Flow = {
  file: 'flow.yaml',
  files: { 'flow.yaml': 'appId: com.example.notes\nname: New flow\n---\n- launchApp\n' },
};
