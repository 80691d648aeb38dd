// RunRow.tsx: the cells of one run
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run } from '@/api/client';
import { durationOf } from '@/api/history';
import { costOf, isReplay, modelLine, outcomeOf, tokensOf } from '@/outcome/outcome';
import { Chip, RunChip } from '@/parts/Chip';
import { Foreign, plain } from '@/parts/Foreign';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import { useNow } from '@/parts/useNow';
import { Worded } from '@/parts/Worded';
import { UNKNOWN, useFormat } from '@/text/format';
import styles from './RunsTable.module.css';

export const nameOf = (run: Run) => run.name || run.goal || run.id;

type Props = {
  run: Run;
  chosen: boolean;
  onChoose: (id: string, chosen: boolean) => void;
};

function Choice({ run, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <td className={styles.choose}>
      <label>
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => onChoose(run.id, event.target.checked)}
        />
        <span className="visually-hidden">{t('runs.choose', { name: plain(nameOf(run)) })}</span>
      </label>
    </td>
  );
}

// The record is unreadable; the run can still be deleted.
function DamagedRow(props: Props) {
  const { t } = useTranslation();
  const { run } = props;
  return (
    <>
      <Choice {...props} />
      <td className={styles.result}>
        <Chip tone="fail">{t('damaged.name')}</Chip>
      </td>
      <th scope="row" className={styles.name}>
        <Foreign text={run.id} />
        <span className={styles.damage}>
          {t('damaged.run')} <Foreign text={run.damaged ?? ''} />
        </span>
      </th>
    </>
  );
}

// Under the name: what went wrong, or the tags.
function Under({ run }: { run: Run }) {
  if (run.state === 'ended' && run.verdict !== 'PASS')
    return (
      <span className={styles.headline}>
        <Worded line={outcomeOf(run).headline} />
      </span>
    );
  if (!run.tags?.length) return null;
  return (
    <span className={styles.under}>
      <Foreign text={run.tags.join(' · ')} />
    </span>
  );
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(1000);
  return useFormat().duration(now - Date.parse(since), { whole: true });
}

function Duration({ run }: { run: Run }) {
  const format = useFormat();
  const duration = durationOf(run);
  if (run.state === 'running' && run.startedAt) return <Elapsed since={run.startedAt} />;
  return duration === undefined ? UNKNOWN : format.duration(duration);
}

function Cost({ run }: { run: Run }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tokens = tokensOf(run);
  if (isReplay(run)) return <span className={styles.soft}>{t('runs.recording')}</span>;
  const words =
    tokens === undefined ? undefined : t('run.tokens', { count: tokens, shown: format.number(tokens) });
  return <span {...tip(words)}>{format.money(costOf(run))}</span>;
}

export const RunRow = memo(function RunRow(props: Props) {
  const { t } = useTranslation();
  const { run } = props;
  if (run.damaged) return <DamagedRow {...props} />;
  const at = run.startedAt ?? run.queuedAt;
  const model = modelLine(run);
  return (
    <>
      <Choice {...props} />
      <td className={styles.result}>
        <RunChip run={run} /> {!isReplay(run) && <ReplayBadge run={run} />}
      </td>
      <th scope="row" className={styles.name}>
        <Link href={`/runs/${run.id}`} data-run={run.id}>
          <Foreign text={nameOf(run)} />
        </Link>
        <Under run={run} />
      </th>
      <td className={styles.device} data-title={t('runs.column.device')}>
        {run.device ? <Foreign text={run.device} /> : UNKNOWN}
      </td>
      <td className={styles.model} data-title={t('runs.column.model')}>
        {isReplay(run) || !model ? UNKNOWN : <Worded line={model} />}
      </td>
      <td className={styles.when}>{at ? <Ago at={at} /> : UNKNOWN}</td>
      <td className={styles.duration} data-title={t('runs.column.duration')}>
        <Duration run={run} />
      </td>
      <td className={styles.cost} data-title={t('runs.column.cost')}>
        <Cost run={run} />
      </td>
    </>
  );
});
