// merge.ts: merges an edited scenario with the version that someone else has stored, field by field; pure
//
// A field that one side has changed is taken from that side. Where both have, it is a conflict: the merged form
// has mine, and taking theirs is left to a person.
import {
  type Budget,
  budgets,
  type Form,
  type ListField,
  lists,
  type StepField,
  stepLines,
  type TextField,
  texts,
} from './form';
import { mergeSteps } from './merge_steps';
import { type StartForm, startLists } from './start';

// Of what a conflict or a change is, for its words.
export type Place =
  | { kind: 'text'; name: TextField }
  | { kind: 'list'; name: ListField }
  | { kind: 'budget'; name: Budget }
  | { kind: 'start'; name: keyof StartForm }
  | { kind: 'step'; number: number }
  | { kind: 'steps' };
export type Conflict = {
  id: string;
  place: Place;
  mine: string;
  theirs: string;
  with: Change; // makes a form have theirs
};
type Change =
  | { kind: 'text'; name: TextField; value: string }
  | { kind: 'budget'; name: Budget; value: string }
  | { kind: 'start'; name: keyof StartForm; value: string }
  | { kind: 'step'; key: string; step: StepField | undefined }
  | { kind: 'steps'; steps: readonly StepField[] };
type Merged = {
  form: Form;
  base: Form; // theirs, comparable with form by the keys of its steps
  conflicts: Conflict[];
  taken: Place[]; // what is theirs now and was not mine
};

type Strings = readonly string[];
const startTexts = ['reset', 'orientation', 'apk', 'deepLink', 'locale', 'setup', 'teardown'] as const;

// A list without an order that matters: what one side has added or removed.
function mergedList(base: Strings, mine: Strings, theirs: Strings): Strings {
  const kept = mine.filter((word) => theirs.includes(word) || !base.includes(word));
  return [...kept, ...theirs.filter((word) => !base.includes(word) && !mine.includes(word))];
}

const isSameList = (one: Strings, other: Strings) => one.join('\n') === other.join('\n');

// Three values of one field. Returns what it is now; a clash is mine, and is reported.
function mergedText(base: string, mine: string, theirs: string, clash: () => void): string {
  if (mine.trim() === base.trim()) return theirs;
  if (theirs.trim() !== base.trim() && theirs.trim() !== mine.trim()) clash();
  return mine;
}

export function withChange(form: Form, change: Change): Form {
  if (change.kind === 'text') return { ...form, [change.name]: change.value };
  if (change.kind === 'budget') return { ...form, budgets: { ...form.budgets, [change.name]: change.value } };
  if (change.kind === 'start') return { ...form, start: { ...form.start, [change.name]: change.value } };
  if (change.kind === 'steps') return { ...form, steps: change.steps };
  const steps = form.steps.flatMap((step) => (step.key === change.key ? (change.step ?? []) : step));
  return { ...form, steps };
}

export function merge(base: Form, mine: Form, theirs: Form): Merged {
  const conflicts: Conflict[] = [];
  const taken: Place[] = [];
  const form: { -readonly [Name in keyof Form]: Form[Name] } = { ...mine };
  const add = (id: string, place: Place, mine: string, theirs: string, change: Change) =>
    conflicts.push({ id, place, mine, theirs, with: change });

  for (const name of texts) {
    const [my, their] = [mine[name], theirs[name]];
    const place = { kind: 'text', name } as const;
    form[name] = mergedText(base[name], my, their, () =>
      add(name, place, my, their, { ...place, value: their }),
    );
    if (form[name] !== my) taken.push(place);
  }
  for (const name of lists) {
    form[name] = mergedList(base[name], mine[name], theirs[name]);
    if (!isSameList(form[name], mine[name])) taken.push({ kind: 'list', name });
  }
  form.budgets = mergeBudgets(base, mine, theirs, add, taken);
  form.start = mergeStart(base, mine, theirs, add, taken);

  const merged = mergeSteps(base.steps, mine.steps, theirs.steps);
  form.steps = merged.steps;
  for (const { key, number, mine: my, theirs: their } of merged.conflicts)
    add(`step ${key}`, { kind: 'step', number }, stepLines(my), stepLines(their), {
      kind: 'step',
      key,
      step: their,
    });
  if (merged.order)
    add('steps', { kind: 'steps' }, listed(mine.steps), listed(merged.order), {
      kind: 'steps',
      steps: merged.order,
    });
  if (listed(form.steps) !== listed(mine.steps)) taken.push({ kind: 'steps' });
  form.compiled = mine.compiled === base.compiled ? theirs.compiled : mine.compiled;
  return { form, base: { ...theirs, steps: merged.base }, conflicts, taken };
}

type Add = (id: string, place: Place, mine: string, theirs: string, change: Change) => void;

function mergeBudgets(base: Form, mine: Form, theirs: Form, add: Add, taken: Place[]): Form['budgets'] {
  const out: Partial<Record<Budget, string>> = {};
  for (const name of budgets) {
    const [was, my, their] = [base.budgets[name] ?? '', mine.budgets[name] ?? '', theirs.budgets[name] ?? ''];
    const place = { kind: 'budget', name } as const;
    const value = mergedText(was, my, their, () =>
      add(`budgets.${name}`, place, my, their, { ...place, value: their }),
    );
    if (value !== '' || mine.budgets[name] !== undefined) out[name] = value;
    if (value !== my) taken.push(place);
  }
  return out;
}

function mergeStart(base: Form, mine: Form, theirs: Form, add: Add, taken: Place[]): StartForm {
  const out: { -readonly [Name in keyof StartForm]: StartForm[Name] } = { ...mine.start };
  for (const name of startTexts) {
    const [was, my, their] = [base.start[name], mine.start[name], theirs.start[name]];
    const place = { kind: 'start', name } as const;
    out[name] = mergedText(was, my, their, () =>
      add(`start.${name}`, place, my, their, { ...place, value: their }),
    );
    if (out[name] !== my) taken.push(place);
  }
  for (const name of startLists) {
    out[name] = mergedList(base.start[name], mine.start[name], theirs.start[name]);
    if (!isSameList(out[name], mine.start[name])) taken.push({ kind: 'start', name });
  }
  return out;
}

function listed(steps: readonly StepField[]): string {
  return steps.map((step, at) => `${at + 1}. ${stepLines(step)}`).join('\n');
}
