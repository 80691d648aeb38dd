// HealChoice.tsx: the change of a recording that waits for a person: accept it, or go back to what was before
import { useTranslation } from 'react-i18next';
import { useRecording, useRecordingChoice } from '@/api/history';
import { Button } from '@/parts/Button';
import { notify } from '@/parts/Notices';
import { Changes } from './Changes';
import styles from './HealView.module.css';

// Nothing is shown if no change waits, or if it is not that of the run.
export function HealChoice({ scenario, run }: { scenario: string; run?: string }) {
  const { t } = useTranslation();
  const { data: recording } = useRecording(scenario);
  const choice = useRecordingChoice(scenario);
  const healed = recording?.healed;
  if (!healed || (run && healed.run !== run)) return null;
  const choose = (chosen: 'accept' | 'reject') =>
    choice.mutate(chosen, {
      onSuccess: () => notify(t(`history.${chosen}.done`)),
      onError: (error) => notify(error.message, { tone: 'fail' }),
    });
  return (
    <section className={styles.choice} aria-label={t('history.choice.title')}>
      <h3>{t('history.choice.title')}</h3>
      <p>{t('history.choice.text')}</p>
      <Changes changes={healed.changes} />
      <div className={styles.actions}>
        <Button look="main" disabled={choice.isPending} onClick={() => choose('accept')}>
          {t('history.accept.name')}
        </Button>
        <Button disabled={choice.isPending} onClick={() => choose('reject')}>
          {t('history.reject.name')}
        </Button>
      </div>
    </section>
  );
}
