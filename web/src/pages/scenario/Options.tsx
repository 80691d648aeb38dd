// Options.tsx: what most scenarios leave as it is: where and with which model they run, what the agent may do
import { useTranslation } from 'react-i18next';
import { useAllDevices } from '@/api/hosts';
import { useProfiles } from '@/api/queries';
import { ownName } from '@/parts/deviceName';
import { Check, Field } from '@/parts/Field';
import { plain } from '@/parts/Foreign';
import styles from './Editor.module.css';
import type { Editing } from './editing/editing';
import {
  type Budget,
  budgets,
  type Form,
  isBudgetRight,
  type ListField,
  type TextField,
} from './editing/form';
import { Section } from './Section';
import { allowedSummary, limitsSummary, whereSummary } from './summaries';
import { Words } from './Words';

// The guarded actions by their names in the API: see "Guards" in docs/tester.md.
const guards = ['delete account', 'pay', 'send money', 'uninstall', 'erase data', 'emergency call'] as const;
type Props = { editing: Editing; form: Form };

function useSet(editing: Editing) {
  return {
    text: (name: TextField, text: string) => editing.edit(name, (form) => ({ ...form, [name]: text })),
    list: (name: ListField, words: readonly string[]) =>
      editing.edit('', (form) => ({ ...form, [name]: words })),
    budget: (name: Budget, text: string) =>
      editing.edit(name, (form) => ({ ...form, budgets: { ...form.budgets, [name]: text } })),
  };
}

function Where({ editing, form }: Props) {
  const { t } = useTranslation();
  const set = useSet(editing);
  const devices = useAllDevices();
  const profiles = useProfiles().data?.profiles ?? [];
  return (
    <div className={styles.columns}>
      <Field label={t('scenario.platform')}>
        <select value={form.platform} onChange={(event) => set.text('platform', event.target.value)}>
          <option value="">{t('scenario.anyPlatform')}</option>
          <option value="android">Android</option>
          <option value="ios">iOS</option>
        </select>
      </Field>
      <Field label={t('scenario.device')}>
        <select value={form.device} onChange={(event) => set.text('device', event.target.value)}>
          <option value="">{t('runButton.anyDevice')}</option>
          {form.device && !devices.some((each) => each.id === form.device) && (
            <option value={form.device}>{t('scenario.notThere', { id: form.device })}</option>
          )}
          {devices.map((each) => (
            <option key={each.id} value={each.id}>
              {[plain(ownName(each) ?? ''), each.id].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('scenario.profile')}>
        <select value={form.profile} onChange={(event) => set.text('profile', event.target.value)}>
          <option value="">{t('runButton.fromSettings')}</option>
          {form.profile && !profiles.some((each) => each.id === form.profile) && (
            <option value={form.profile}>{t('scenario.notThere', { id: form.profile })}</option>
          )}
          {profiles.map((each) => (
            <option key={each.id} value={each.id}>
              {each.usable ? each.title : `${each.title} · ${t('runButton.notUsable')}`}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}

function Allowed({ editing, form }: Props) {
  const { t } = useTranslation();
  const set = useSet(editing);
  const others = form.allowed.filter((word) => !guards.some((guard) => guard === word));
  const without = (word: string) => form.allowed.filter((each) => each !== word);
  return (
    <div className={styles.fields}>
      <Words
        label={t('scenario.packages')}
        hint={t('scenario.packagesHint')}
        placeholder="com.android.chrome"
        words={form.packages}
        onChange={(words) => set.list('packages', words)}
      />
      <fieldset>
        <legend className={styles.legend}>{t('scenario.allowed')}</legend>
        <p className={styles.hint}>{t('scenario.allowedHint')}</p>
        <div className={styles.checks}>
          {guards.map((guard) => (
            <Check
              key={guard}
              label={t(`scenario.guards.${guard}`)}
              checked={form.allowed.includes(guard)}
              onChange={(on) => set.list('allowed', on ? [...form.allowed, guard] : without(guard))}
            />
          ))}
          {others.map((word) => (
            <Check key={word} label={word} checked onChange={() => set.list('allowed', without(word))} />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Limits({ editing, form }: Props) {
  const { t } = useTranslation();
  const set = useSet(editing);
  return (
    <>
      <p className={styles.hint}>{t('scenario.budgetsHint')}</p>
      <div className={styles.columns}>
        {budgets.map((name) => (
          <Field
            key={name}
            label={t(`scenario.budget.${name}`)}
            error={isBudgetRight(name, form.budgets[name] ?? '') ? undefined : t('scenario.budgetWrong')}
          >
            <input
              inputMode={name === 'costUsd' ? 'decimal' : 'numeric'}
              value={form.budgets[name] ?? ''}
              placeholder={t('scenario.fromSettings')}
              onChange={(event) => set.budget(name, event.target.value)}
            />
          </Field>
        ))}
      </div>
    </>
  );
}

export function Options({ editing, form }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('scenario.where')} summary={whereSummary(form, t)}>
        <Where editing={editing} form={form} />
      </Section>
      <Section title={t('scenario.may')} summary={allowedSummary(form, t)}>
        <Allowed editing={editing} form={form} />
      </Section>
      <Section title={t('scenario.budgets')} summary={limitsSummary(form, t)}>
        <Limits editing={editing} form={form} />
      </Section>
    </>
  );
}
