// reducer.ts: what an event makes of an edited scenario, and what has to be done; pure
import type { Scenario } from '@/api/client';
import type { Draft } from './draft';
import { type Form, formOf, isBlank, isSame, renewed } from './form';
import { merge, withChange } from './merge';
import { aligned } from './merge_steps';
import { type Effect, type Event, idOf, NEW, type State } from './state';

export const SAVE_MS = 500;
const RETRY_MS = 3000;
const MERGE_MS = 1000;
const UNDO_MAX = 300;

export type Step = readonly [State, readonly Effect[]];
type Effects = readonly Effect[];

export function started(scenario: Scenario | undefined, draft: Draft | undefined, packageName: string): Step {
  const form = formOf(scenario ?? { packageName });
  const fresh: State = {
    form,
    scenario,
    base: form,
    saving: { kind: 'saved' },
    past: [],
    future: [],
    field: '',
    fieldMs: 0,
    sent: undefined,
    busy: false,
    news: undefined,
  };
  return draft ? restored(fresh, draft) : [fresh, []];
}

// Edits that an earlier page could not store. They began with the version of their revision.
function restored(fresh: State, draft: Draft): Step {
  const { scenario, form } = fresh;
  const [mine, began, sent] = renewed([draft.form, draft.base, draft.sent] as const);
  if (scenario && isSame(mine, form)) return [fresh, [{ kind: 'drop', id: scenario.id }]];
  const base = began ?? { ...form, steps: aligned(mine.steps, form.steps) };
  const state: State = {
    ...fresh,
    past: [form],
    base,
    sent,
    ...(scenario && { scenario: { ...scenario, revision: draft.revision } }),
  };
  return changed(state, mine);
}

// A new scenario without any input is not stored.
export function isUntouched({ form, base, scenario }: State): boolean {
  return !scenario && (isBlank(form) || isSame(form, base));
}

export const isDirty = (state: State) => state.saving.kind !== 'saved';
const isHeld = ({ saving }: State) => saving.kind === 'conflict' || saving.kind === 'gone';

function keep(state: State): Effect {
  const { scenario, form, base, sent } = state;
  const draft = { revision: scenario?.revision ?? 0, form, base, ...(sent && { sent }) };
  return { kind: 'keep', id: idOf(state), draft };
}

const soon = (afterMs: number): Effect => ({ kind: 'schedule', afterMs });
const and = ([state, effects]: Step, ...more: Effects): Step => [state, [...effects, ...more]];

function changed(state: State, form: Form): Step {
  const held = isHeld(state);
  const next: State = { ...state, form, ...(!held && { saving: { kind: 'waiting' } }) };
  return [next, held ? [keep(next)] : [keep(next), soon(SAVE_MS)]];
}

function edited(state: State, { field, form, nowMs }: Extract<Event, { kind: 'edit' }>): Step {
  if (form === state.form) return [state, []];
  const continues = field !== '' && field === state.field && nowMs - state.fieldMs < MERGE_MS;
  const past = continues ? state.past : [...state.past.slice(1 - UNDO_MAX), state.form];
  return changed({ ...state, past, future: [], field, fieldMs: nowMs }, form);
}

function travelled(state: State, back: boolean): Step {
  const from = back ? state.past : state.future;
  const form = from.at(-1);
  if (!form) return [state, []];
  const [left, more] = [from.slice(0, -1), [...(back ? state.future : state.past), state.form]];
  const next = { ...state, field: '', past: back ? left : more, future: back ? more : left };
  return changed(next, form);
}

// One request at a time; later edits follow it.
function sent(state: State): Step {
  const { form, scenario } = state;
  if (state.busy || isHeld(state)) return [state, []];
  if (isUntouched(state) || (scenario && isSame(form, formOf(scenario))))
    return [
      { ...state, saving: { kind: 'saved' } },
      [{ kind: 'unschedule' }, { kind: 'drop', id: idOf(state) }],
    ];
  const next: State = { ...state, busy: true, saving: { kind: 'saving' } };
  // A page that goes during the request does not hear the answer.
  const kept = keep({ ...next, sent: state.sent ?? form });
  return [next, [{ kind: 'unschedule' }, kept, { kind: 'send', form, scenario, sent: state.sent }]];
}

function stored(state: State, form: Form, scenario: Scenario): Step {
  const before = idOf(state);
  const done = state.form === form;
  const effects: Effect[] = [{ kind: 'cache', scenario }];
  if (before !== scenario.id)
    effects.push({ kind: 'drop', id: before }, { kind: 'rename', from: before, to: scenario.id });
  const next: State = {
    ...state,
    scenario,
    base: form,
    sent: undefined,
    busy: false,
    saving: { kind: done ? 'saved' : 'waiting' },
  };
  const rest: Effects = done ? [{ kind: 'drop', id: scenario.id }] : [keep(next), soon(SAVE_MS)];
  return heard(and([next, effects], ...rest));
}

// What was heard of during a request that has ended.
function heard([state, effects]: Step): Step {
  const { news } = state;
  if (!news) return [state, effects];
  const [next, more] = learned({ ...state, news: undefined }, news);
  return [next, [...effects, ...more]];
}

function learned(state: State, theirs: Scenario, says = true): Step {
  const mine = state.scenario;
  if (!mine || theirs.id !== mine.id || theirs.revision <= mine.revision) return [state, []];
  if (state.busy) {
    const newest = state.news && state.news.revision > theirs.revision ? state.news : theirs;
    return [{ ...state, news: newest }, []];
  }
  return merged(state, theirs, says);
}

// The server's version and the edits become one. Undo takes back one's own edits only: the earlier forms get
// what is theirs, too.
function merged(state: State, theirs: Scenario, says = true): Step {
  const dirty = isDirty(state);
  const { form, base, conflicts: fresh, taken } = merge(state.base, state.form, formOf(theirs));
  const open = state.saving.kind === 'conflict' ? state.saving.conflicts : [];
  const conflicts = [...open.filter(({ id }) => !fresh.some((each) => each.id === id)), ...fresh];
  const own = (each: Form) => merge(state.base, each, formOf(theirs)).form;
  const next: State = {
    ...state,
    form,
    base,
    scenario: theirs,
    sent: undefined,
    past: state.past.map(own),
    future: state.future.map(own),
    saving: conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: dirty ? 'waiting' : 'saved' },
  };
  const told: Effects =
    says && taken.length > 0 ? [{ kind: 'tell', what: dirty ? 'merged' : 'updated', places: taken }] : [];
  if (conflicts.length > 0) return [next, [{ kind: 'unschedule' }, keep(next), ...told]];
  return [next, [...(dirty ? [keep(next), soon(0)] : []), { kind: 'cache', scenario: theirs }, ...told]];
}

function failed(state: State, form: Form, error: unknown, status: number): Step {
  const idle: State = { ...state, busy: false };
  if (status === 404 && state.scenario) return [{ ...idle, saving: { kind: 'gone' } }, [keep(idle)]];
  if ((status === 409 || status === 412) && state.scenario)
    return [{ ...idle, busy: true }, [{ kind: 'read', id: state.scenario.id }]];
  const next: State = { ...idle, saving: { kind: 'failed', error }, ...(status === 0 && { sent: form }) };
  return heard([next, isPassing(status) ? [keep(next), ...again] : [keep(next)]]);
}

// It may work later without anybody's doing.
const isPassing = (status: number) => status === 0 || status === 401 || status >= 500;
const again: Effects = [{ kind: 'await' }, soon(RETRY_MS)];

// The server's version is another one: perhaps it is our own, whose answer was lost.
function collided(state: State, theirs: Scenario): Step {
  const idle: State = { ...state, busy: false, news: undefined };
  const now = formOf(theirs);
  const own = [state.sent, state.form].find((form) => form && isSame(form, now));
  if (!own) return merged(idle, theirs);
  const next: State = { ...idle, scenario: theirs, base: own, sent: undefined, saving: { kind: 'waiting' } };
  return [next, [keep(next), soon(0)]];
}

function unknown(state: State, error: unknown, status: number): Step {
  const idle: State = { ...state, busy: false };
  if (status === 404) return [{ ...idle, saving: { kind: 'gone' } }, []];
  return [{ ...idle, saving: { kind: 'failed', error } }, again];
}

function chosen(state: State, id: string | undefined, side: 'mine' | 'theirs'): Step {
  if (state.saving.kind !== 'conflict') return [state, []];
  const { conflicts } = state.saving;
  const now = conflicts.filter((each) => id === undefined || each.id === id);
  const left = conflicts.filter((each) => !now.includes(each));
  const form =
    side === 'theirs' ? now.reduce((form, each) => withChange(form, each.with), state.form) : state.form;
  const next: State = {
    ...state,
    form,
    past: form === state.form ? state.past : [...state.past.slice(1 - UNDO_MAX), state.form],
    future: form === state.form ? state.future : [],
    field: '',
    saving: left.length > 0 ? { kind: 'conflict', conflicts: left } : { kind: 'waiting' },
  };
  return [next, left.length > 0 ? [keep(next)] : [keep(next), soon(0)]];
}

function storedAgain(state: State): Step {
  if (state.saving.kind !== 'gone') return [state, []];
  const id = idOf(state);
  const next: State = { ...state, scenario: undefined, base: formOf({}), saving: { kind: 'waiting' } };
  return [next, [{ kind: 'drop', id }, { kind: 'rename', from: id, to: NEW }, soon(0)]];
}

// The browser still sends the rest, but the answer is lost.
function left(state: State): Step {
  const { form, scenario, saving } = state;
  if ((saving.kind !== 'waiting' && saving.kind !== 'failed') || state.busy || isUntouched(state))
    return [state, []];
  const next: State = { ...state, sent: form };
  return [next, [keep(next), { kind: 'beacon', form, scenario }]];
}

export function reduce(state: State, event: Event): Step {
  switch (event.kind) {
    case 'edit':
      return edited(state, event);
    case 'undo':
      return travelled(state, true);
    case 'redo':
      return travelled(state, false);
    case 'due':
      return sent(state);
    case 'hold':
      return [{ ...state, busy: true }, []];
    case 'stored':
      return stored(state, event.form, event.scenario);
    case 'adopted': {
      const idle = { ...state, busy: false };
      return heard(event.scenario ? learned(idle, event.scenario, false) : [idle, []]);
    }
    case 'failed':
      return failed(state, event.form, event.error, event.status);
    case 'theirs':
      return collided(state, event.scenario);
    case 'unknown':
      return unknown(state, event.error, event.status);
    case 'news':
      return learned(state, event.scenario);
    case 'choose':
      return chosen(state, event.id, event.side);
    case 'storeAgain':
      return storedAgain(state);
    case 'leave':
      return left(state);
    case 'end': {
      const id = idOf(state);
      const ended: State = { ...state, saving: { kind: 'saved' } };
      return [ended, [{ kind: 'unschedule' }, { kind: 'drop', id }, { kind: 'forget', id }]];
    }
  }
}
