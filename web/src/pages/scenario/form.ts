// form.ts: a scenario as it is edited, and how it comes from the server and goes there; pure
import type { Schemas } from '@/api/client';
import { type Claim, storedClaim } from '@/parts/Claims/claims';
import { type StartForm, startInput, startLines, startOf } from './start';

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

// A draft of an older page has no expectations.
export function renewed(form: Form): Form {
  const steps = form.steps.map((step) => newStep(step.text, step.expect, step.uncheckable));
  return { ...form, steps, compiled: form.compiled ?? '' };
}

export function stepText(step: string | Schemas['Step']): string {
  return typeof step === 'string' ? step : step.description;
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

export type Difference = { name: Exclude<keyof Form, 'compiled'>; mine: string; theirs: string };

function textOfStep(step: Schemas['Step']): string {
  return [step.description, ...(step.expect ?? []).map((claim) => JSON.stringify(claim))].join('\n   ');
}

// The fields in which two forms differ, as texts.
export function differences(mine: Form, theirs: Form): Difference[] {
  const [one, other] = [inputOf(mine), inputOf(theirs)];
  const shown = (value: unknown): string =>
    Array.isArray(value)
      ? value.map((each, at) => `${at + 1}. ${typeof each === 'string' ? each : textOfStep(each)}`).join('\n')
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([name, limit]) => `${name}: ${limit}`)
            .join('\n')
        : String(value ?? '');
  return ([...texts, 'steps', ...lists, 'budgets'] as const)
    .map((name): Difference => ({ name, mine: shown(one[name]), theirs: shown(other[name]) }))
    .concat({ name: 'start', mine: startLines(mine.start), theirs: startLines(theirs.start) })
    .filter((row) => row.mine !== row.theirs);
}

// Steps from lines that were pasted: without the numbers and dashes of a list.
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/^\s*(?:\d{1,3}[.)]|[-*•])\s+/, '').trim())
    .filter(Boolean);
}
