// SaveState.tsx: is everything at the server, and if not, why and what to do
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import type { Edited, Editing } from './editing';
import { differences, formOf } from './form';
import styles from './SaveState.module.css';

function useWhy(edited: Edited): string | undefined {
  const { t } = useTranslation();
  const { saving } = edited;
  if (saving.kind === 'conflict') return t('scenario.saving.conflict');
  if (saving.kind === 'gone') return t('scenario.saving.gone');
  if (saving.kind !== 'failed') return undefined;
  if (saving.error instanceof Problem && saving.error.status === 0) return t('scenario.saving.offline');
  return saving.error instanceof Error ? saving.error.message : String(saving.error);
}

// One word while saving works; screen readers do not repeat it after each letter.
export function SaveState({ edited }: { edited: Edited }) {
  const { t } = useTranslation();
  const why = useWhy(edited);
  const { kind } = edited.saving;
  const text = why
    ? t('scenario.saving.failed', { why })
    : kind === 'saved'
      ? t(edited.scenario ? 'scenario.saving.saved' : 'scenario.saving.nothing')
      : t('scenario.saving.saving');
  return (
    <p
      role="status"
      aria-live={why ? 'polite' : 'off'}
      className={`${styles.state} ${why ? styles.bad : ''}`}
    >
      {text}
    </p>
  );
}

function Versions({ editing, edited }: { editing: Editing; edited: Edited }) {
  const { t } = useTranslation();
  if (edited.saving.kind !== 'conflict') return null;
  const rows = differences(edited.form, formOf(edited.saving.theirs));
  return (
    <section className={styles.conflict} aria-labelledby="conflict">
      <h2 id="conflict">{t('scenario.conflict.title')}</h2>
      <p>{t('scenario.conflict.text')}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('scenario.conflict.mine')}</th>
            <th scope="col">{t('scenario.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{t(`scenario.${name}`)}</th>
              <td>
                <Foreign text={mine || '–'} />
              </td>
              <td>
                <Foreign text={theirs || '–'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button onClick={() => editing.takeTheirs()}>{t('scenario.conflict.take')}</Button>
        <Button look="main" onClick={() => editing.keepMine()}>
          {t('scenario.conflict.keep')}
        </Button>
      </div>
    </section>
  );
}

// Problems that the user must resolve before anything is saved again.
export function SaveTrouble({ editing, edited }: { editing: Editing; edited: Edited }) {
  const { t } = useTranslation();
  const why = useWhy(edited);
  const { kind } = edited.saving;
  if (kind === 'conflict') return <Versions editing={editing} edited={edited} />;
  if (!why) return null;
  return (
    <section className={styles.conflict} aria-label={t('scenario.saving.trouble')}>
      <p>
        {why} {kind === 'failed' && t('scenario.saving.kept')}
      </p>
      <div className={styles.actions}>
        {kind === 'gone' ? (
          <Button look="main" onClick={() => editing.keepMine()}>
            {t('scenario.saving.again')}
          </Button>
        ) : (
          <Button onClick={editing.retry}>{t('tryAgain')}</Button>
        )}
      </div>
    </section>
  );
}
