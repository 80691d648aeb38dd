// Start.tsx: in which state the app and the device are when a run begins
import { useTranslation } from 'react-i18next';
import { Field } from '@/parts/Field';
import styles from './Editor.module.css';
import type { Editing } from './editing/editing';
import type { Form } from './editing/form';
import {
  arePermissions,
  isTextRight,
  needsApk,
  orientations,
  resets,
  type StartForm,
  startLists,
  startSteps,
  startTexts,
} from './editing/start';
import { Section } from './Section';
import { startSummary } from './summaries';
import { Words } from './Words';

const examples = { apk: 'app-debug.apk', deepLink: 'notes://settings', locale: 'de-DE' } as const;
type Props = { editing: Editing; form: Form };

export function Start({ editing, form: { start } }: Props) {
  const { t } = useTranslation();
  const reset = resets.find((each) => each === start.reset) ?? 'restart';
  const errorOf = (name: (typeof startTexts)[number]): string | undefined => {
    if (name === 'apk') return needsApk(start) ? t('start.needsApk') : undefined;
    return isTextRight(name, start[name]) ? undefined : t(`start.wrong.${name}`);
  };
  const set = <Name extends keyof StartForm>(name: Name, value: StartForm[Name]) =>
    editing.edit(name, (form) => ({ ...form, start: { ...form.start, [name]: value } }));
  return (
    <Section title={t('scenario.start')} summary={startSummary(start, t)}>
      <div className={styles.fields}>
        <div className={styles.columns}>
          <Field label={t('start.reset')} hint={t(`start.resetHint.${reset}`)}>
            <select value={reset} onChange={(event) => set('reset', event.target.value)}>
              {resets.map((each) => (
                <option key={each} value={each}>
                  {t(`start.resets.${each}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('start.orientation')}>
            <select value={start.orientation} onChange={(event) => set('orientation', event.target.value)}>
              {orientations.map((each) => (
                <option key={each} value={each}>
                  {t(`start.orientations.${each}`)}
                </option>
              ))}
            </select>
          </Field>
          {startTexts.map((name) => (
            <Field key={name} label={t(`start.${name}`)} error={errorOf(name)}>
              <input
                value={start[name]}
                placeholder={examples[name]}
                onChange={(event) => set(name, event.target.value)}
              />
            </Field>
          ))}
        </div>
        {startLists.map((name) => (
          <Words
            key={name}
            label={t(`start.${name}`)}
            placeholder="CAMERA"
            words={start[name]}
            error={arePermissions(start[name]) ? undefined : t('start.wrong.permission')}
            onChange={(words) => set(name, words)}
          />
        ))}
        {startSteps.map((name) => (
          <Field key={name} label={t(`start.${name}`)} hint={t(`start.${name}Hint`)}>
            <textarea rows={2} value={start[name]} onChange={(event) => set(name, event.target.value)} />
          </Field>
        ))}
      </div>
    </Section>
  );
}
