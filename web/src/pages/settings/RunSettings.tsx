// RunSettings.tsx: what runs do and keep, and their limits
import { useTranslation } from 'react-i18next';
import { Check, Field } from '@/parts/Field';
import { NumberField } from './NumberField';
import styles from './SettingsPage.module.css';
import type { BudgetName, ConfigDraft } from './useConfigDraft';

const switches = [
  'replay',
  'strongProofs',
  'stream',
  'screenshotsEnabled',
  'recordingEnabled',
  'logsEnabled',
  'logTokensConsumption',
] as const;
// Calls of the model are limited once, by maxAgentIterations.
const budgets = [
  'tokens',
  'costUsd',
  'minutes',
  'stepAttempts',
  'stepSeconds',
] as const satisfies BudgetName[];

export function RunSettings({ draft }: { draft: ConfigDraft }) {
  const { t } = useTranslation();
  const { config, problems } = draft;
  return (
    <div className={styles.fields}>
      <fieldset className={styles.switches}>
        <legend className="visually-hidden">{t('settings.switches')}</legend>
        {switches.map((name) => (
          <Check
            key={name}
            label={t(`settings.${name}`)}
            hint={t(`settings.${name}Hint`)}
            checked={config?.[name] ?? false}
            onChange={(checked) => draft.set(name, checked)}
          />
        ))}
      </fieldset>
      <Field
        label={t('settings.guardedActions')}
        hint={t('settings.guardedActionsHint')}
        error={problems.guardedActions}
      >
        <select
          value={config?.guardedActions ?? 'fail'}
          onChange={(event) => draft.set('guardedActions', event.target.value)}
        >
          <option value="fail">{t('settings.guarded.fail')}</option>
          <option value="pause">{t('settings.guarded.pause')}</option>
        </select>
      </Field>
    </div>
  );
}

export function Limits({ draft }: { draft: ConfigDraft }) {
  const { t } = useTranslation();
  const { config, problems } = draft;
  return (
    <div className={styles.fields}>
      <NumberField
        label={t('settings.maxAgentIterations')}
        hint={t('settings.maxAgentIterationsHint')}
        error={problems.maxAgentIterations}
        value={draft.calls}
        onSave={draft.setCalls}
      />
      {budgets.map((name) => (
        <NumberField
          key={name}
          label={t(`settings.budget.${name}`)}
          error={problems[`budgets/${name}`]}
          value={config?.budgets?.[name] as number | undefined}
          onSave={(value) => draft.setBudget(name, value)}
        />
      ))}
    </div>
  );
}
