// useConfigDraft.ts: the configuration, saved as it is changed; a value that the server refuses stays in its
// field with the server's reason
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Config, client, Problem, take } from '@/api/client';
import { keys, useConfig } from '@/api/queries';

export type SaveState = 'saved' | 'saving' | 'refused' | 'lost';
// A text if the input is not a number: the server's error says what is valid.
export type Value = string | number | boolean | null;
type Change = { name: string; value: Value; of: (config: Config) => Config };
type Budgets = NonNullable<Config['budgets']>;
export type BudgetName = keyof Budgets;

// The member that the server's reason is about: "llmTemperature", "budgets/tokens".
const memberOf = (problem: Problem) => problem.field ?? 'executorInfoId';

// Two members limit the calls of the model: the lesser counts.
function callsOf(config: Config | undefined): number | undefined {
  const all = [config?.maxAgentIterations, config?.budgets?.iterations as number | undefined];
  const set = all.filter((each) => each !== undefined && each > 0) as number[];
  return set.length > 0 ? Math.min(...set) : undefined;
}

export type ConfigDraft = {
  config: Config | undefined;
  error: Error | null;
  state: SaveState;
  problems: Record<string, string>; // by member
  set: (name: keyof Config, value: Value) => void;
  setBudget: (name: BudgetName, value: Value) => void;
  calls: number | undefined; // most calls of the model
  setCalls: (value: Value) => void;
};

export function useConfigDraft(): ConfigDraft {
  const queries = useQueryClient();
  const { data, error } = useConfig();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [lost, setLost] = useState(false);
  // Boxes that the server has not answered for yet: a second click counts from there. Other fields keep
  // what was typed by themselves.
  const [wanted, setWanted] = useState<Record<string, Value>>({});
  // One after the other, each with what the one before has left.
  const save = useMutation({
    scope: { id: 'config' },
    mutationFn: ({ of }: Change) => {
      const now = queries.getQueryData<Config>(keys.config);
      if (!now) throw new Problem(0, 'OFFLINE', '');
      return take(client.PUT('/api/v1/config', { body: of(now) }));
    },
    onSuccess: (config) => {
      queries.setQueryData(keys.config, config);
      setLost(false);
    },
    onError: (problem) => {
      if (problem instanceof Problem && problem.status === 400)
        setProblems((old) => ({ ...old, [memberOf(problem)]: problem.message }));
      else setLost(true);
    },
    onSettled: (_, __, { name, value }) =>
      setWanted(({ [name]: now, ...others }) =>
        now === undefined || now === value ? others : { ...others, [name]: now },
      ),
  });
  function apply(change: Change) {
    setProblems(({ [change.name]: _, ...others }) => others);
    save.mutate(change);
  }
  const refused = Object.keys(problems).length > 0;
  return {
    config: data && ({ ...data, ...wanted } as Config),
    error,
    state: save.isPending ? 'saving' : lost ? 'lost' : refused ? 'refused' : 'saved',
    problems,
    set: (name, value) => {
      if (typeof value === 'boolean') setWanted((old) => ({ ...old, [name]: value }));
      apply({ name, value, of: (config) => ({ ...config, [name]: value }) as Config });
    },
    calls: callsOf(data),
    setCalls: (value) =>
      apply({
        name: 'maxAgentIterations',
        value,
        of: (config) => {
          const { iterations: _, ...budgets } = config.budgets ?? {};
          return { ...config, maxAgentIterations: value, budgets } as Config;
        },
      }),
    setBudget: (name, value) =>
      apply({
        name: `budgets/${name}`,
        value,
        of: (config) => {
          const { [name]: _, ...others } = config.budgets ?? {};
          return { ...config, budgets: (value === null ? others : { ...others, [name]: value }) as Budgets };
        },
      }),
  };
}
