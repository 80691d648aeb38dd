// HealChoice.tsx: the change that a run proposes to a recording: accept it, or keep the recording as it is
import { useTranslation } from 'react-i18next';
import { useRecording, useRecordingChoice } from '@/api/history';
import { useMay } from '@/api/me';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { notify } from '@/parts/Notices';
import { Changes } from './Changes';
import styles from './HealView.module.css';

// Nothing is shown if no change waits, or if it is not that of the run.
export default function HealChoice({ scenario, run }: { scenario: string; run?: string }) {
  const { t } = useTranslation();
  const { data: recording } = useRecording(scenario);
  const choice = useRecordingChoice(scenario);
  const mayEdit = useMay('edit');
  const proposal = recording?.proposal;
  if (!proposal || (run && proposal.made.run !== run)) return null;
  const choose = (chosen: 'accept' | 'reject') =>
    choice.mutate(
      { choice: chosen, run: proposal.made.run },
      {
        onSuccess: () => notify(t(`history.${chosen}.done`)),
        onError: (error) => notify(error.message, { tone: 'fail' }),
      },
    );
  return (
    <section className={styles.choice} aria-label={t('history.choice.title')}>
      <h3>{t('history.choice.title')}</h3>
      <p>{t('history.choice.text')}</p>
      <p className={styles.why}>
        <Foreign text={proposal.why} />
      </p>
      <Changes changes={proposal.changes} />
      {mayEdit ? (
        <div className={styles.actions}>
          <Button look="main" disabled={choice.isPending} onClick={() => choose('accept')}>
            {t('history.accept.name')}
          </Button>
          <Button disabled={choice.isPending} onClick={() => choose('reject')}>
            {t('history.reject.name')}
          </Button>
        </div>
      ) : (
        <p>{t('may.lacks.edit')}</p>
      )}
    </section>
  );
}
