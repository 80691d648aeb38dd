// Facts.tsx: all that is known of a run as a whole
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { costOf, modelLine, tokensOf, usageOf } from '@/outcome/outcome';
import { Foreign } from '@/parts/Foreign';
import { Ago } from '@/parts/Time';
import { useNow } from '@/parts/useNow';
import { Worded } from '@/parts/Worded';
import { UNKNOWN, useFormat } from '@/text/format';
import { Budget } from './Budget';
import styles from './RunHeader.module.css';
import { useRunView } from './view';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Facts() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useRunView();
  const { run, events } = data;
  const now = useNow(run.state === 'running' ? 1000 : 3_600_000);
  const usage = usageOf(run, events);
  const began = Date.parse(run.startedAt ?? '');
  const until = run.endedAt ? Date.parse(run.endedAt) : now;
  const share = usage && usage.inputTokens > 0 ? usage.cachedTokens / usage.inputTokens : 0;
  const tokens = tokensOf(run, events);
  const model = modelLine(run);
  return (
    <dl className={styles.facts}>
      <Fact name={t('run.fact.app')}>
        <Foreign text={[run.packageName, run.appVersion].filter(Boolean).join(' ')} />
      </Fact>
      {run.device && (
        <Fact name={t('run.fact.device')}>
          <Foreign text={run.device} />
        </Fact>
      )}
      {run.host && (
        <Fact name={t('run.fact.host')}>
          <Foreign text={run.host} />
        </Fact>
      )}
      {(run.attempt ?? 1) > 1 && <Fact name={t('run.fact.attempt')}>{format.number(run.attempt ?? 1)}</Fact>}
      {!!run.priority && <Fact name={t('run.fact.priority')}>{format.number(run.priority)}</Fact>}
      {model && (
        <Fact name={t('run.fact.model')}>
          <Worded line={model} />
        </Fact>
      )}
      {run.startedAt && (
        <Fact name={t('run.fact.started')}>
          <Ago at={run.startedAt} />
        </Fact>
      )}
      {began > 0 && (
        <Fact name={t('run.fact.duration')}>
          {format.duration(until - began, { whole: run.state === 'running' })}
        </Fact>
      )}
      <Fact name={t('run.fact.tokens')}>
        {tokens === undefined ? UNKNOWN : format.number(tokens)}
        {share >= 0.005 && ` ${t('run.cacheShare', { share: format.percent(share) })}`}
      </Fact>
      <Fact name={t('run.fact.cost')}>{format.money(costOf(run, events))}</Fact>
      <Budget data={data} now={now} />
      {run.reason && run.state === 'ended' && (
        <Fact name={t('run.fact.reason')}>
          <Foreign text={run.reason} />
        </Fact>
      )}
    </dl>
  );
}
