// Past.tsx: the runs that a suite has had
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSuiteRuns } from '@/api/team_suites';
import { Failure } from '@/parts/Page';
import { Counts } from '@/parts/Team/Results';
import { Ago } from '@/parts/Time';
import { useFormat } from '@/text/format';
import styles from './SuitePage.module.css';

export function Past({ suite }: { suite: string }) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const { data: runs, error, refetch } = useSuiteRuns(suite);
  if (error && !runs) return <Failure error={error} retry={() => void refetch()} />;
  if (runs?.length === 0) return <p className={styles.soft}>{t('suite.pastNone')}</p>;
  return (
    <ul>
      {runs?.map((run) => (
        <li key={run.id}>
          <Link href={`/suite-runs/${encodeURIComponent(run.id)}`} className={styles.past}>
            <span>{run.startedAt ? <Ago at={run.startedAt} /> : t('suiteRun.starting')}</span>
            <Counts counts={run.counts} />
            <span className={styles.soft}>
              {run.durationMs !== undefined && format.duration(run.durationMs)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
