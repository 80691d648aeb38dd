// form.ts: a scenario as it is edited, and how it comes from the server and goes there; pure
import type { Schemas } from '@/api/client';
import { type Claim, storedClaim } from '@/parts/Claims/claims';
import { type StartForm, startInput, startOf } from './start';

// A step keeps its key while it is edited and moved.
export type StepField = {
  readonly key: string;
  readonly text: string;
  readonly expect: readonly Claim[];
  readonly uncheckable: boolean; // the server found nothing to check in it
};
export const budgets = ['iterations', 'tokens', 'costUsd', 'minutes', 'stepAttempts', 'stepSeconds'] as const;
export type Budget = (typeof budgets)[number];
export const texts = ['name', 'goal', 'packageName', 'platform', 'device', 'profile'] as const;
export type TextField = (typeof texts)[number];
export const lists = ['tags', 'packages', 'allowed'] as const;
export type ListField = (typeof lists)[number];

export type Form = Readonly<
  Record<TextField, string> &
    Record<ListField, readonly string[]> & {
      steps: readonly StepField[];
      compiled: string; // the steps that the expectations were compiled from
      start: StartForm;
      budgets: Readonly<Partial<Record<Budget, string>>>; // the typed texts
    }
>;
type Input = Schemas['ScenarioInput'];

let count = 0;
export function newStep(text = '', expect: readonly Claim[] = [], uncheckable = false): StepField {
  return { key: `step${++count}`, text, expect, uncheckable };
}

// Forms that were kept as text, with new keys for their steps: the same key for the same step of all.
export function renewed<Forms extends readonly (Form | undefined)[]>(forms: Forms): Forms {
  const keys = new Map<string, string>();
  const keyOf = (key: string, fresh: string) => {
    if (!keys.has(key)) keys.set(key, fresh);
    return keys.get(key) ?? fresh;
  };
  const one = (form: Form): Form => ({
    ...form,
    steps: form.steps.map((step) => {
      const fresh = newStep(step.text, step.expect, step.uncheckable);
      return { ...fresh, key: keyOf(step.key, fresh.key) };
    }),
    compiled: form.compiled ?? '', // a draft of an older page has none
  });
  return forms.map((form) => form && one(form)) as unknown as Forms;
}

export function formOf(scenario: Input): Form {
  const field = (name: TextField) => scenario[name] ?? '';
  const steps = (scenario.steps ?? []).map((step) =>
    typeof step === 'string'
      ? newStep(step)
      : newStep(step.description, step.expect, step.checkable === false),
  );
  const limits: Partial<Record<Budget, string>> = {};
  for (const name of budgets) {
    const value = scenario.budgets?.[name];
    if (value) limits[name] = String(value);
  }
  return {
    name: field('name'),
    goal: field('goal'),
    packageName: field('packageName'),
    platform: field('platform'),
    device: field('device'),
    profile: field('profile'),
    tags: scenario.tags ?? [],
    packages: scenario.packages ?? [],
    allowed: scenario.allowed ?? [],
    steps: steps.length > 0 ? steps : [newStep()],
    compiled: scenario.compiled ?? '',
    budgets: limits,
    start: startOf(scenario),
  };
}

export function isBudgetRight(name: Budget, text: string): boolean {
  return (name === 'costUsd' ? /^\d*\.?\d*$/ : /^\d*$/).test(text.trim());
}

function stepOf(step: StepField): string | Schemas['Step'] {
  const description = step.text.trim();
  return step.expect.length > 0 ? { description, expect: step.expect.map(storedClaim) } : description;
}

// The scenario as the server stores it, without empty members and unreadable limits.
export function inputOf(form: Form): Input {
  const out: Input = { steps: form.steps.filter((step) => step.text.trim()).map(stepOf) };
  if (form.compiled) out.compiled = form.compiled;
  for (const name of texts) {
    const text = form[name].trim();
    if (text) (out as Record<string, string>)[name] = text;
  }
  for (const name of lists) if (form[name].length > 0) out[name] = [...form[name]];
  const limits: Partial<Record<Budget, number>> = {};
  for (const name of budgets) {
    const text = form.budgets[name]?.trim() ?? '';
    if (isBudgetRight(name, text) && Number(text) > 0) limits[name] = Number(text);
  }
  if (Object.keys(limits).length > 0) out.budgets = limits;
  return { ...out, ...startInput(form.start) };
}

export function isSame(one: Form, other: Form): boolean {
  return JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));
}

export function isBlank(form: Form): boolean {
  return Object.keys(inputOf(form)).length === 1 && form.steps.every((step) => !step.text.trim());
}

// Members that a run needs, by the server's names.
export function missingIn(form: Form): string[] {
  const input = inputOf(form);
  return (['goal', 'packageName', 'steps'] as const).filter((name) => !input[name]?.length);
}

// An expectation, comparable: the order of its members says nothing.
export function claimText(claim: Claim): string {
  const members = Object.entries(storedClaim(claim));
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

// A step's expectations, comparable.
export function claimsText(step: StepField): string {
  return step.expect.map(claimText).join();
}

// A step as text, with its expectations below it.
export function stepLines(step: StepField | undefined): string {
  if (!step) return '';
  return [
    step.text.trim(),
    ...step.expect.map((claim) => claim.words ?? JSON.stringify(storedClaim(claim))),
  ].join('\n   ');
}

// Steps from lines that were pasted: without the numbers and dashes of a list.
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/^\s*(?:\d{1,3}[.)]|[-*•])\s+/, '').trim())
    .filter(Boolean);
}
