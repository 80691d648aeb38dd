// RunHeader.tsx: what came of a run, what it was, what it cost, and what can be done with it
import { ClipboardCopy, Play, Square } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '@/parts/Button';
import { Chip, RunChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { Ago, durationText, moneyText } from '@/parts/Time';
import { useNow } from '@/parts/useNow';
import { Budget } from './Budget';
import type { RunActions, RunData } from './data';
import styles from './RunHeader.module.css';
import { usageOf } from './timeline';

const Menu = lazy(async () => ({ default: (await import('@/parts/Menu')).Menu }));

function Actions({ data: { run }, actions }: { data: RunData; actions: RunActions }) {
  const { t } = useTranslation();
  const ended = run.state === 'ended';
  return (
    <div className={styles.actions}>
      {ended ? (
        <Button look="main" onClick={actions.again}>
          <Play aria-hidden /> {t('run.again')}
        </Button>
      ) : (
        <Button look="danger" onClick={actions.stop} disabled={actions.stopping}>
          <Square aria-hidden /> {actions.stopping ? t('run.stopping') : t('run.stop')}
        </Button>
      )}
      <Button onClick={actions.copyReport} disabled={!ended}>
        <ClipboardCopy aria-hidden /> {t('run.copyMarkdown')}
      </Button>
      <Suspense fallback={<Button disabled>{t('run.export')}</Button>}>
        <Menu
          label={t('run.export')}
          rows={actions.exports.map(({ format, href }) => ({
            id: format,
            title: t(`run.exports.${format as 'junit'}`),
            href,
            download: true,
            disabled: !ended && format !== 'manifest' && format !== 'log',
          }))}
        />
      </Suspense>
    </div>
  );
}

function useReplayText(run: RunData['run']): string | undefined {
  const { t } = useTranslation();
  const steps = run.steps?.length ?? 0;
  const replayed = run.replayedSteps ?? 0;
  if (replayed === 0) return undefined;
  return replayed === steps ? t('run.replayedAll') : t('run.replayedSome', { replayed, steps });
}

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

export function RunHeader({ data, actions }: { data: RunData; actions: RunActions | undefined }) {
  const { t } = useTranslation();
  const { run } = data;
  const name = run.name || run.goal || run.id;
  const replayed = useReplayText(run);
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <h1>
          <RunChip run={run} />{' '}
          {actions && run.scenarioId ? (
            <Link href={`/scenarios/${encodeURIComponent(run.scenarioId)}`}>
              <Foreign text={name} />
            </Link>
          ) : (
            <Foreign text={name} />
          )}
        </h1>
        {replayed && <Chip tone="quiet">{replayed}</Chip>}
        {actions && <Actions data={data} actions={actions} />}
      </div>
      {run.state === 'queued' && (
        <p role="status">{run.place ? t('run.place', { place: run.place }) : t('run.waits')}</p>
      )}
      {run.reason && run.state === 'ended' && (
        <p className={styles.reason}>
          <Foreign text={run.reason} />
        </p>
      )}
      <Facts data={data} linked={actions !== undefined} />
    </header>
  );
}
