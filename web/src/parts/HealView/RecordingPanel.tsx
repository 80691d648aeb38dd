// RecordingPanel.tsx: what a run of a scenario plays: its calls, who made it, and a change that waits for a choice
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Call, useRecording, useRemoveRecording } from '@/api/history';
import { useMay } from '@/api/me';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Foreign } from '@/parts/Foreign';
import { notify } from '@/parts/Notices';
import { Panel } from '@/parts/Panel';
import { Ago } from '@/parts/Time';
import { CallWords } from './CallWords';
import HealChoice from './HealChoice';
import styles from './HealView.module.css';

function RemoveDialog({ scenario, onClose }: { scenario: string; onClose: () => void }) {
  const { t } = useTranslation();
  const removal = useRemoveRecording(scenario);
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => notify(t('history.remove.done')),
      onError: (error) => notify(error.message, { tone: 'fail' }),
      onSettled: onClose,
    });
  return (
    <Dialog
      title={t('history.remove.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('history.cancel')}</Button>
          <Button look="danger" disabled={removal.isPending} onClick={remove}>
            {t('history.remove.name')}
          </Button>
        </>
      }
    >
      <p>{t('history.remove.text')}</p>
    </Dialog>
  );
}

export function RecordingPanel({ scenario }: { scenario: string }) {
  const { t } = useTranslation();
  const { data } = useRecording(scenario);
  const mayEdit = useMay('edit');
  const [asks, setAsks] = useState(false);
  if (!data) return null;
  const { recording, made } = data;
  return (
    <Panel
      title={t('history.recording.title')}
      actions={mayEdit && <Button onClick={() => setAsks(true)}>{t('history.remove.name')}</Button>}
    >
      <div className={styles.heal}>
        <p>
          {t('history.recording.calls', { count: recording.calls.length })}
          {' · '}
          {made.run ? (
            <Link href={`/runs/${made.run}`}>{t('history.recording.run')}</Link>
          ) : (
            t('history.recording.file')
          )}{' '}
          <Ago at={made.at} />
          {recording.appVersion && (
            <>
              {' · '}
              {t('history.version')} <Foreign text={recording.appVersion} />
            </>
          )}
          {recording.device && (
            <>
              {' · '}
              <Foreign text={recording.device} />
            </>
          )}
        </p>
        <HealChoice scenario={scenario} />
        <details>
          <summary>{t('history.recording.show')}</summary>
          <ol className={styles.instead}>
            {recording.calls.map((call, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <li key={at}>
                {t('history.step', { step: call.step })}: <CallWords call={call as Call} />
              </li>
            ))}
          </ol>
        </details>
      </div>
      {asks && <RemoveDialog scenario={scenario} onClose={() => setAsks(false)} />}
    </Panel>
  );
}
