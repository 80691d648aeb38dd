// running.ts: runs of scenarios as their pages show them, and the question when the server has another version
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Problem, type Run, type Scenario } from '@/api/client';
import { useMay } from '@/api/me';
import { keys, queryClient, useAddRun } from '@/api/queries';
import { notify } from '../Notices';

// What is run. Its revision is the one that is shown; without one the newest is run.
export type Runnable = Pick<Scenario, 'id' | 'missing'> & Partial<Scenario>;
export type RunWith = { device?: string; profile?: string; fromStep?: number };

// A run that was refused: the server has another version of the scenario than the page.
export type Changed = { was: Runnable; now: Scenario; run: () => void };
let asked: Changed | undefined;
const listeners = new Set<() => void>();

export function ask(changed: Changed | undefined) {
  asked = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAsked = () => useSyncExternalStore(subscribe, () => asked);

type Wishes = {
  before?: (() => Promise<Runnable | undefined>) | undefined; // runs first, for example to save; it reports its own failure
  onQueued?: ((run: Run) => void) | undefined; // instead of going to the run
};

// Queue a run, or say why that is not possible. A second press during the request does nothing.
export function useRun({ before, onQueued }: Wishes = {}) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const add = useAddRun();
  const busy = useRef(false);
  const mayRun = useMay('run');

  async function queue(scenario: Runnable, how: RunWith) {
    const { id: scenarioId, revision } = scenario;
    try {
      const queued = await add.mutateAsync({ scenarioId, ...(revision && { revision }), ...how });
      if (onQueued) onQueued(queued);
      else go(`/runs/${queued.id}`);
    } catch (error) {
      const now = error instanceof Problem && error.status === 409 ? error.scenario : undefined;
      if (!now) throw error;
      queryClient.setQueryData(keys.scenario(now.id), now);
      void queryClient.invalidateQueries({ queryKey: [...keys.scenarios, 'list'] });
      ask({ was: scenario, now, run: () => void attempt(() => queue(now, how)) });
    }
  }

  async function attempt(act: () => Promise<void>) {
    if (busy.current) return;
    busy.current = true;
    try {
      await act();
    } catch (error) {
      const lacksModel = error instanceof Problem && error.field === 'profile';
      notify(error instanceof Error ? error.message : String(error), {
        tone: 'fail',
        ...(lacksModel && { link: { name: t('runButton.setUpModel'), to: '/settings#providers' } }),
      });
    } finally {
      busy.current = false;
    }
  }

  return (scenario: Runnable, how: RunWith = {}) =>
    attempt(async () => {
      if (!mayRun) return notify(t('may.lacks.run'), { tone: 'fail' });
      const ready = before ? await before() : scenario;
      if (!ready) return;
      if (ready.missing.length === 0) return queue(ready, how);
      const what = ready.missing.map((name) => lackOf(t, name)).join(', ');
      notify(t('runButton.lacks', { what }), { tone: 'fail' });
    });
}

const lacks = ['goal', 'packageName', 'steps'] as const;

// What a run needs, in words; a name that is not known here is shown as it is.
export function lackOf(t: (key: `runButton.lack.${(typeof lacks)[number]}`) => string, name: string): string {
  const known = lacks.find((each) => each === name);
  return known ? t(`runButton.lack.${known}`) : name;
}
