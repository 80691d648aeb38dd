// SaveState.tsx: is everything at the server, and if not, why and what to do
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { Button } from '@/parts/Button';
import { Conflicts } from './Conflicts';
import type { Editing } from './editing/editing';
import type { State } from './editing/state';
import styles from './SaveState.module.css';

function useWhy({ saving }: State): string | undefined {
  const { t } = useTranslation();
  if (saving.kind === 'conflict') return t('scenario.saving.conflict');
  if (saving.kind === 'gone') return t('scenario.saving.gone');
  if (saving.kind !== 'failed') return undefined;
  if (saving.error instanceof Problem && saving.error.status === 0) return t('scenario.saving.offline');
  return saving.error instanceof Error ? saving.error.message : String(saving.error);
}

// A word; screen readers do not repeat it after each letter.
export function SaveState({ state }: { state: State }) {
  const { t } = useTranslation();
  const { kind } = state.saving;
  const works = kind === 'saved' || kind === 'waiting' || kind === 'saving';
  const text = !works
    ? t('scenario.saving.trouble')
    : kind === 'saved'
      ? t(state.scenario ? 'scenario.saving.saved' : 'scenario.saving.nothing')
      : t('scenario.saving.saving');
  return (
    <p
      role="status"
      aria-live={works ? 'off' : 'polite'}
      className={`${styles.state} ${works ? '' : styles.bad}`}
    >
      {text}
    </p>
  );
}

// Problems that the user must resolve before anything is saved again.
export function SaveTrouble({ editing, state }: { editing: Editing; state: State }) {
  const { t } = useTranslation();
  const why = useWhy(state);
  const { saving } = state;
  if (saving.kind === 'conflict') return <Conflicts editing={editing} conflicts={saving.conflicts} />;
  if (!why) return null;
  return (
    <section className={styles.trouble} aria-label={t('scenario.saving.trouble')}>
      <p>
        {t('scenario.saving.failed', { why })} {saving.kind === 'failed' && t('scenario.saving.kept')}
      </p>
      {saving.kind === 'gone' ? (
        <Button look="main" onClick={editing.storeAgain}>
          {t('scenario.saving.again')}
        </Button>
      ) : (
        <Button onClick={editing.retry}>{t('tryAgain')}</Button>
      )}
    </section>
  );
}
