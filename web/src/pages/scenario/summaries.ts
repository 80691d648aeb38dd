// summaries.ts: what a closed part of the form says in one line; pure
import type { TFunction } from 'i18next';
import { budgets, type Form } from './editing/form';
import { orientations, resets, type StartForm } from './editing/start';

const joined = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' · ');

export function startSummary(start: StartForm, t: TFunction): string {
  const reset = resets.find((each) => each === start.reset) ?? resets[0];
  const turned = orientations.find((each) => each === start.orientation && each !== orientations[0]);
  const lines = (text: string) => text.split('\n').filter((line) => line.trim()).length;
  const permissions = start.grant.length + start.revoke.length;
  return joined([
    t(`start.resetShort.${reset}`),
    start.deepLink,
    turned && t(`start.orientations.${turned}`),
    start.locale,
    permissions > 0 && t('start.permissions', { count: permissions }),
    lines(start.setup) > 0 && t('start.setupCount', { count: lines(start.setup) }),
    lines(start.teardown) > 0 && t('start.teardownCount', { count: lines(start.teardown) }),
  ]);
}

const platforms: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS' };

export function whereSummary(form: Form, t: TFunction): string {
  return joined([
    form.platform && (platforms[form.platform] ?? form.platform),
    form.device || t('runButton.anyDevice'),
    form.profile || t('scenario.defaultModel'),
  ]);
}

export function limitsSummary(form: Form, t: TFunction): string {
  const set = budgets.filter((name) => form.budgets[name]?.trim());
  const words = set.map((name) => `${t(`scenario.budget.${name}`)}: ${form.budgets[name]}`);
  return words.length > 0 ? joined(words) : t('scenario.fromSettings');
}

export function allowedSummary(form: Form, t: TFunction): string {
  const { packages, allowed } = form;
  if (packages.length + allowed.length === 0) return t('scenario.allowedNone');
  return joined([...packages, allowed.length > 0 && t('scenario.allowedCount', { count: allowed.length })]);
}
