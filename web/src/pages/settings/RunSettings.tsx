// RunSettings.tsx: the configuration of runs to come, and their limits
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/api/client';
import { Check, Field } from '@/parts/Field';
import { Panel } from '@/parts/Panel';
import { NumberField } from './NumberField';
import styles from './SettingsPage.module.css';
import type { BudgetName, ConfigDraft } from './useConfigDraft';

const switches = [
  'logsEnabled',
  'screenshotsEnabled',
  'recordingEnabled',
  'logTokensConsumption',
  'stream',
  'replay',
  'strongProofs',
] as const;
const budgets: readonly BudgetName[] = [
  'iterations',
  'tokens',
  'costUsd',
  'minutes',
  'stepAttempts',
  'stepSeconds',
];

type Props = { draft: ConfigDraft; profiles: readonly Profile[] };

function ModelChoice({ draft, profiles }: Props) {
  const { t } = useTranslation();
  const chosen = profiles.find((each) => each.id === draft.config?.executorInfoId);
  return (
    <Field
      label={t('settings.model')}
      error={draft.problems.executorInfoId}
      {...(chosen?.why !== undefined && { hint: chosen.why })}
    >
      <select
        value={draft.config?.executorInfoId ?? ''}
        onChange={(event) => draft.set('executorInfoId', event.target.value)}
      >
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.usable ? profile.title : t('settings.notUsable', { title: profile.title })} ({profile.id}
            )
          </option>
        ))}
      </select>
    </Field>
  );
}

// A second model that judges each passed step; off if none is chosen.
function SecondModel({ draft, profiles }: Props) {
  const { t } = useTranslation();
  const chosen = profiles.find((each) => each.id === draft.config?.secondModel);
  return (
    <Field
      label={t('settings.secondModel')}
      hint={chosen?.why ?? t('settings.secondModelHint')}
      error={draft.problems.secondModel}
    >
      <select
        value={draft.config?.secondModel ?? ''}
        onChange={(event) => draft.set('secondModel', event.target.value)}
      >
        <option value="">{t('settings.noSecondModel')}</option>
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.usable ? profile.title : t('settings.notUsable', { title: profile.title })} ({profile.id}
            )
          </option>
        ))}
      </select>
    </Field>
  );
}

export function RunSettings({ draft, profiles }: Props) {
  const { t } = useTranslation();
  const { config, problems } = draft;
  return (
    <Panel title={t('settings.run')}>
      <div className={styles.fields}>
        <ModelChoice draft={draft} profiles={profiles} />
        <NumberField
          label={t('settings.llmTemperature')}
          hint={t('settings.llmTemperatureHint')}
          error={problems.llmTemperature}
          value={config?.llmTemperature}
          onSave={(value) => draft.set('llmTemperature', value)}
        />
        <NumberField
          label={t('settings.maxAgentIterations')}
          hint={t('settings.maxAgentIterationsHint')}
          error={problems.maxAgentIterations}
          value={config?.maxAgentIterations}
          onSave={(value) => draft.set('maxAgentIterations', value)}
        />
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
        <SecondModel draft={draft} profiles={profiles} />
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
      </div>
    </Panel>
  );
}

export function Limits({ draft }: { draft: ConfigDraft }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('settings.limits')}>
      <p className={styles.lead}>{t('settings.limitsText')}</p>
      <div className={styles.fields}>
        {budgets.map((name) => (
          <NumberField
            key={name}
            label={t(`settings.budget.${name}`)}
            error={draft.problems[name]}
            value={draft.config?.budgets?.[name] as number | undefined}
            onSave={(value) => draft.setBudget(name, value)}
          />
        ))}
      </div>
    </Panel>
  );
}
