// RunHeader.tsx: what came of a run, what it was, and what it cost
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Chip, RunChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { Ago, durationText, moneyText } from '@/parts/Time';
import { useNow } from '@/parts/useNow';
import { Budget } from './Budget';
import type { RunData } from './data';
import styles from './RunHeader.module.css';
import { usageOf } from './timeline';

function Facts({ data, linked }: { data: RunData; linked: boolean }) {
  const { t, i18n } = useTranslation();
  const { run, events } = data;
  const now = useNow(run.state === 'running' ? 1000 : 3_600_000);
  const usage = usageOf(run, events);
  const began = Date.parse(run.startedAt ?? '');
  const until = run.endedAt ? Date.parse(run.endedAt) : now;
  const count = (value: number) => value.toLocaleString(i18n.language);
  const share = usage.inputTokens > 0 ? Math.round((100 * usage.cachedTokens) / usage.inputTokens) : 0;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>{t('run.fact.app')}</dt>
        <dd>
          <Foreign text={[run.packageName, run.appVersion].filter(Boolean).join(' ')} />
        </dd>
      </div>
      {run.device && (
        <div className={styles.fact}>
          <dt>{t('run.fact.device')}</dt>
          <dd>
            {linked ? (
              <Link href={`/devices/${encodeURIComponent(run.device)}`}>
                <Foreign text={run.device} />
              </Link>
            ) : (
              <Foreign text={run.device} />
            )}
          </dd>
        </div>
      )}
      {run.profile && (
        <div className={styles.fact}>
          <dt>{t('run.fact.model')}</dt>
          <dd>
            <Foreign text={run.profile} />
          </dd>
        </div>
      )}
      {run.startedAt && (
        <div className={styles.fact}>
          <dt>{t('run.fact.started')}</dt>
          <dd>
            <Ago at={run.startedAt} />
          </dd>
        </div>
      )}
      {began > 0 && (
        <div className={styles.fact}>
          <dt>{t('run.fact.duration')}</dt>
          <dd>{durationText(Math.max(0, until - began))}</dd>
        </div>
      )}
      <div className={styles.fact}>
        <dt>{t('run.fact.tokens')}</dt>
        <dd>
          {count(usage.inputTokens + usage.outputTokens)}
          {share > 0 && ` ${t('run.cacheShare', { share })}`}
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>{t('run.fact.cost')}</dt>
        <dd>{moneyText(usage.costUsd, i18n.language)}</dd>
      </div>
      <Budget data={data} now={now} />
    </dl>
  );
}

type Props = {
  data: RunData;
  linked: boolean; // to other pages, which are there
  buttons: ReactNode;
};

export function RunHeader({ data, linked, buttons }: Props) {
  const { t } = useTranslation();
  const { run } = data;
  const name = run.name || run.goal || run.id;
  const steps = run.steps?.length ?? 0;
  const replayed = run.replayedSteps ?? 0;
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <h1>
          <RunChip run={run} />{' '}
          {linked && run.scenarioId ? (
            <Link href={`/scenarios/${encodeURIComponent(run.scenarioId)}`}>
              <Foreign text={name} />
            </Link>
          ) : (
            <Foreign text={name} />
          )}
        </h1>
        <ReplayBadge run={run} />
        {replayed > 0 && replayed < steps && (
          <Chip tone="quiet">{t('run.replayedSome', { replayed, steps })}</Chip>
        )}
        {buttons}
      </div>
      {run.state === 'queued' && (
        <p role="status">{run.place ? t('run.place', { place: run.place }) : t('run.waits')}</p>
      )}
      {run.reason && run.state === 'ended' && (
        <p className={styles.reason}>
          <Foreign text={run.reason} />
        </p>
      )}
      <Facts data={data} linked={linked} />
    </header>
  );
}
