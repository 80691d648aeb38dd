// Fields.tsx: a scenario's goal, app, title and tags
import { useTranslation } from 'react-i18next';
import { Field } from '@/parts/Field';
import { lackOf } from '@/parts/RunButton/running';
import styles from './Editor.module.css';
import type { Editing } from './editing/editing';
import { missingIn, type TextField } from './editing/form';
import type { State } from './editing/state';
import { Words } from './Words';

export function Fields({ editing, state }: { editing: Editing; state: State }) {
  const { t } = useTranslation();
  const { form } = state;
  const set = (name: TextField, text: string) => editing.edit(name, (form) => ({ ...form, [name]: text }));
  const lacks = state.scenario ? missingIn(form) : [];
  return (
    <div className={styles.fields}>
      <Field label={t('scenario.goal')} hint={form.goal ? undefined : t('scenario.goalHint')}>
        <textarea
          rows={2}
          value={form.goal}
          placeholder={t('scenario.goalExample')}
          onChange={(event) => set('goal', event.target.value)}
        />
      </Field>
      <div className={styles.columns}>
        <Field label={t('scenario.packageName')} hint={t('scenario.packageHint')}>
          <input
            value={form.packageName}
            placeholder="com.example.notes"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set('packageName', event.target.value)}
          />
        </Field>
        <Field label={t('scenario.name')} hint={t('scenario.nameHint')}>
          <input value={form.name} onChange={(event) => set('name', event.target.value)} />
        </Field>
        <Words
          label={t('scenario.tags')}
          placeholder={t('scenario.tagsExample')}
          words={form.tags}
          onChange={(tags) => editing.edit('', (form) => ({ ...form, tags }))}
        />
      </div>
      {lacks.length > 0 && (
        <p className={styles.hint} role="note">
          {t('runButton.lacks', { what: lacks.map((name) => lackOf(t, name)).join(', ') })}
        </p>
      )}
    </div>
  );
}
