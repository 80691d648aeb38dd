// How.tsx: how often, how patiently and how urgently a suite runs
import { useTranslation } from 'react-i18next';
import { Check, Field } from '@/parts/Field';
import { Panel } from '@/parts/Panel';
import { priorityLevels, type SuiteForm } from './form';
import type { Change } from './SuitePage';
import styles from './SuitePage.module.css';

const levels = ['low', 'normal', 'high'] as const;

type Props = { form: SuiteForm; change: Change; errorOf: (name: string) => string | undefined };

export function How({ form, change, errorOf }: Props) {
  const { t } = useTranslation('team');
  const known = levels.some((name) => priorityLevels[name] === form.priority);
  return (
    <Panel title={t('suite.how')}>
      <div className={styles.columns}>
        <Field label={t('suite.repeat')} hint={t('suite.repeatHint')} error={errorOf('repeat')}>
          <input
            type="number"
            min={1}
            max={100}
            value={form.repeat}
            onChange={(event) => change({ repeat: event.target.value })}
          />
        </Field>
        <Field label={t('suite.retry')} hint={t('suite.retryHint')} error={errorOf('retryInfra')}>
          <input
            type="number"
            min={0}
            max={10}
            value={form.retry}
            onChange={(event) => change({ retry: event.target.value })}
          />
        </Field>
        <Field label={t('suite.priority')} hint={t('suite.priorityHint')} error={errorOf('priority')}>
          <select
            value={form.priority}
            onChange={(event) => change({ priority: Number(event.target.value) })}
          >
            {!known && <option value={form.priority}>{form.priority}</option>}
            {levels.map((name) => (
              <option key={name} value={priorityLevels[name]}>
                {t(`suite.priorityLevels.${name}`)}
              </option>
            ))}
          </select>
        </Field>
        <Check
          label={t('suite.failFast')}
          hint={t('suite.failFastHint')}
          checked={form.failFast}
          onChange={(failFast) => change({ failFast })}
        />
      </div>
    </Panel>
  );
}
