// RunHeader.tsx: a run's outcome, duration and cost in one line; the rest is behind Details
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { costOf, isReplay } from '@/outcome/outcome';
import { Button } from '@/parts/Button';
import { Chip, RunChip } from '@/parts/Chip';
import { Dialog } from '@/parts/Dialog';
import { pathOf } from '@/parts/deviceName';
import { Foreign } from '@/parts/Foreign';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { tip } from '@/parts/Tooltip';
import { useNow } from '@/parts/useNow';
import { useFormat } from '@/text/format';
import { Facts } from './Facts';
import styles from './RunHeader.module.css';
import { useRunView } from './view';

function Short() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, actions } = useRunView();
  const { run, events } = data;
  const now = useNow(run.state === 'running' ? 1000 : 3_600_000);
  const began = Date.parse(run.startedAt ?? '');
  const until = run.endedAt ? Date.parse(run.endedAt) : now;
  const goesOn = run.state === 'running';
  return (
    <p className={styles.short}>
      {began > 0 && (
        <span {...tip(t('run.fact.duration'))}>{format.duration(until - began, { whole: goesOn })}</span>
      )}
      {began > 0 && !isReplay(run) && (
        <span {...tip(t('run.fact.cost'))}>{format.money(costOf(run, events))}</span>
      )}
      {run.device && (
        <span {...tip(t('run.fact.device'))}>
          {actions ? (
            <Link href={pathOf(run.device, actions.elsewhere?.id)}>
              <Foreign text={run.device} />
            </Link>
          ) : (
            <Foreign text={run.device} />
          )}
        </span>
      )}
      {actions?.elsewhere && (
        <span {...tip(t('run.fact.host'))}>
          <Foreign text={actions.elsewhere.name} />
        </span>
      )}
    </p>
  );
}

export function RunHeader({ buttons }: { buttons: ReactNode }) {
  const { t } = useTranslation();
  const { data, actions } = useRunView();
  const [open, setOpen] = useState(false);
  const { run } = data;
  const name = run.name || run.goal || run.id;
  const steps = run.steps?.length ?? 0;
  const replayed = run.replayedSteps ?? 0;
  return (
    <header className={styles.header}>
      <h1>
        <RunChip run={run} />{' '}
        <span className={styles.name}>
          {actions && run.scenarioId ? (
            <Link href={`/scenarios/${encodeURIComponent(run.scenarioId)}`}>
              <Foreign text={name} />
            </Link>
          ) : (
            <Foreign text={name} />
          )}
        </span>
      </h1>
      <ReplayBadge run={run} />
      {replayed > 0 && replayed < steps && (
        <Chip tone="quiet">{t('run.replayedSome', { replayed, steps })}</Chip>
      )}
      {(run.attempt ?? 1) > 1 && <Chip tone="quiet">{t('run.attempt', { attempt: run.attempt })}</Chip>}
      {run.state === 'queued' && (
        <p role="status">
          {run.waiting ? (
            <Foreign text={run.waiting} />
          ) : run.place ? (
            t('run.place', { place: run.place })
          ) : (
            t('run.waits')
          )}
        </p>
      )}
      <Short />
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>{t('run.details')}</Button>
        {buttons}
      </div>
      {open && (
        <Dialog title={t('run.about')} onClose={() => setOpen(false)}>
          <Facts />
        </Dialog>
      )}
    </header>
  );
}
