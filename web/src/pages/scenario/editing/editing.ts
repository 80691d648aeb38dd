// editing.ts: one edited scenario: its state, and the effects of its reducer in the world
import { client, Problem, type Scenario, take } from '@/api/client';
import { listen } from '@/api/events';
import { keys, queryClient } from '@/api/queries';
import { dropDraft, keepDraft } from './draft';
import { type Form, formOf, inputOf, isSame } from './form';
import type { Place } from './merge';
import { isDirty, isUntouched, reduce, type Step } from './reducer';
import type { Effect, Event } from './state';

// Who has it open: told when it gets another id or ends.
export type Home = {
  rename: (from: string, to: string, editing: Editing) => void;
  forget: (id: string) => void;
  changed: () => void;
};
type Told = { what: 'updated' | 'merged'; places: readonly Place[] };
export type Editing = ReturnType<typeof startEditing>;

let count = 0;

export function startEditing([first, begun]: Step, home: Home) {
  let state = first;
  let timer: number | undefined;
  let ignore: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const hearers = new Set<(told: Told) => void>();

  function dispatch(event: Event) {
    const [next, effects] = reduce(state, event);
    const isNew = next !== state;
    state = next;
    for (const effect of effects) apply(effect);
    if (!isNew) return;
    for (const listener of listeners) listener();
    home.changed();
  }

  const unschedule = () => window.clearTimeout(timer);
  const forgetServer = () => {
    ignore?.();
    ignore = undefined;
  };

  function apply(effect: Effect) {
    switch (effect.kind) {
      case 'schedule':
        unschedule();
        timer = window.setTimeout(() => dispatch({ kind: 'due' }), effect.afterMs);
        return;
      case 'unschedule':
        return unschedule();
      case 'send':
        return void send(effect);
      case 'read':
        return void read(effect.id);
      case 'beacon':
        return sendLast(effect);
      case 'keep':
        return keepDraft(effect.id, effect.draft);
      case 'drop':
        return dropDraft(effect.id);
      case 'cache':
        return cache(effect.scenario);
      case 'rename':
        return home.rename(effect.from, effect.to, editing);
      case 'forget':
        forgetServer();
        return home.forget(effect.id);
      case 'await':
        forgetServer();
        ignore = listen({ opened: () => dispatch({ kind: 'due' }) });
        return;
      case 'tell':
        for (const hear of hearers) hear(effect);
    }
  }

  async function send({ form, scenario, sent }: Extract<Effect, { kind: 'send' }>) {
    try {
      const base = scenario ?? (sent && (await findStored(sent)));
      const stored = await put(form, base);
      forgetServer();
      dispatch({ kind: 'stored', form, scenario: stored });
    } catch (error) {
      dispatch({ kind: 'failed', form, error, status: statusOf(error) });
    }
  }

  async function read(id: string) {
    try {
      const scenario = await take(client.GET('/api/v1/scenarios/{id}', { params: { path: { id } } }));
      dispatch({ kind: 'theirs', scenario });
    } catch (error) {
      dispatch({ kind: 'unknown', error, status: statusOf(error) });
    }
  }

  // Wait for the end of a request.
  function idle(): Promise<void> {
    if (!state.busy) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = subscribe(() => {
        if (state.busy) return;
        stop();
        resolve();
      });
    });
  }

  // Save now; a Problem is thrown if that does not work.
  async function flush() {
    await idle();
    while (isDirty(state)) {
      dispatch({ kind: 'due' });
      await idle();
      const { saving } = state;
      if (saving.kind === 'failed') throw saving.error;
      if (saving.kind === 'conflict') throw new Problem(409, 'CONFLICT', '');
      if (saving.kind === 'gone') throw new Problem(404, 'NOT_FOUND', '');
      if (isUntouched(state)) return;
    }
  }

  // A request that changes the scenario at the server; what it answers is no news from elsewhere.
  async function during(request: () => Promise<Scenario>) {
    await flush();
    dispatch({ kind: 'hold' });
    let scenario: Scenario | undefined;
    try {
      scenario = await request();
    } finally {
      dispatch({ kind: 'adopted', scenario });
    }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      home.changed();
    };
  }

  const editing = {
    key: `editing${++count}`,
    get: () => state,
    subscribe,
    hear: (hearer: (told: Told) => void) => {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    edit: (field: string, change: (form: Form) => Form) =>
      dispatch({ kind: 'edit', field, form: change(state.form), nowMs: performance.now() }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    learn: (scenario: Scenario) => dispatch({ kind: 'news', scenario }),
    choose: (id: string | undefined, side: 'mine' | 'theirs') => dispatch({ kind: 'choose', id, side }),
    storeAgain: () => dispatch({ kind: 'storeAgain' }),
    retry: () => dispatch({ kind: 'due' }),
    leave: () => dispatch({ kind: 'leave' }),
    end: () => dispatch({ kind: 'end' }),
    isDirty: () => isDirty(state),
    isIdle: () => listeners.size === 0 && !isDirty(state) && !state.busy,
    flush,
    during,
  };
  for (const effect of begun) apply(effect);
  return editing;
}

const statusOf = (error: unknown) => (error instanceof Problem ? error.status : 0);

function put(form: Form, base: Scenario | undefined): Promise<Scenario> {
  const keepalive = JSON.stringify(inputOf(form)).length < 30_000; // what a page that goes may still send
  if (!base) return take(client.POST('/api/v1/scenarios', { body: inputOf(form), keepalive }));
  const body = { ...inputOf(form), revision: base.revision };
  return take(client.PUT('/api/v1/scenarios/{id}', { params: { path: { id: base.id } }, body, keepalive }));
}

function sendLast({ form, scenario }: Extract<Effect, { kind: 'beacon' }>) {
  const path = scenario ? `/${encodeURIComponent(scenario.id)}` : '';
  void fetch(`/api/v1/scenarios${path}`, {
    method: scenario ? 'PUT' : 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...inputOf(form), ...(scenario && { revision: scenario.revision }) }),
  }).catch(() => undefined);
}

// The newest scenarios, if one is what we have sent.
async function findStored(form: Form): Promise<Scenario | undefined> {
  const newest = await take(client.GET('/api/v1/scenarios', { params: { query: { limit: 10 } } }));
  return newest.scenarios.find((each) => isSame(form, formOf(each)));
}

// A changed scenario may have another recording now, or none.
function cache(scenario: Scenario) {
  queryClient.setQueryData(keys.scenario(scenario.id), scenario);
  for (const queryKey of [[...keys.scenarios, 'list'], keys.recording(scenario.id)])
    void queryClient.invalidateQueries({ queryKey });
}
