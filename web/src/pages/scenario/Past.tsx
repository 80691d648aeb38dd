// Past.tsx: the last runs of a scenario
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run } from '@/api/client';
import { useRuns } from '@/api/queries';
import { LinkButton } from '@/parts/Button';
import { RunChip } from '@/parts/Chip';
import { Failure } from '@/parts/Page';
import { Panel } from '@/parts/Panel';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { Ago } from '@/parts/Time';
import { useFormat } from '@/text/format';
import styles from './Past.module.css';

const SHOWN = 20;

function Row({ run }: { run: Run }) {
  const { t } = useTranslation();
  const format = useFormat();
  const at = run.startedAt ?? run.queuedAt;
  const lasted =
    run.startedAt && run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.startedAt) : undefined;
  return (
    <li>
      <Link href={`/runs/${run.id}`} className={styles.run}>
        <span>
          <RunChip run={run} />
        </span>
        <span className={styles.when}>
          {at && <Ago at={at} />}
          {run.state === 'queued' && run.place ? ` · ${t('scenarios.place', { place: run.place })}` : ''}
        </span>
        <span className={styles.what}>
          <ReplayBadge run={run} />{' '}
          {[!run.replayedSteps && run.profile, lasted !== undefined && format.duration(lasted)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
    </li>
  );
}

export function Past({ scenario }: { scenario: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRuns({ scenario }, SHOWN);
  const runs = (data?.pages[0]?.runs ?? []).filter((run) => !run.damaged);
  return (
    <Panel
      title={t('scenario.runs')}
      flush
      actions={
        runs.length > 0 && (
          <LinkButton to={`/runs?scenario=${scenario}`} look="bare">
            {t('scenario.allRuns')}
          </LinkButton>
        )
      }
    >
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : runs.length === 0 ? (
        <p className={styles.none}>{data ? t('scenario.noRuns') : t('loading')}</p>
      ) : (
        <ul>
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
