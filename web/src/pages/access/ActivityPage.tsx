// ActivityPage.tsx: who ran, accepted or changed what
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type AuditEntry, useAudit } from '@/api/team_access';
import '@/text/team';
import { Button } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import styles from './AccessPage.module.css';
import { Frame, Only } from './Frame';

const kinds = [
  'scenario',
  'run',
  'recording',
  'profile',
  'provider',
  'config',
  'expectations',
  'suite',
  'suiteRun',
  'schedule',
  'webhook',
  'token',
  'secret',
  'host',
  'device',
] as const;
const deeds = [
  'added',
  'changed',
  'removed',
  'ran',
  'stopped',
  'approved',
  'refused',
  'accepted',
  'rejected',
  'imported',
  'tested',
  'drained',
  'resumed',
] as const;
const pages: Record<string, string> = {
  scenario: '/scenarios',
  recording: '/scenarios',
  run: '/runs',
  suite: '/suites',
  suiteRun: '/suite-runs',
};

function Target({ entry: { kind = '', target, what } }: { entry: AuditEntry }) {
  if (!target) return null;
  const page = what === 'removed' ? undefined : pages[kind];
  if (!page) return <Foreign text={target} />;
  return (
    <Link href={`${page}/${encodeURIComponent(target)}`}>
      <Foreign text={target} />
    </Link>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('team');
  const deed = deeds.find((each) => each === entry.what);
  const kind = kinds.find((each) => each === entry.kind);
  return (
    <li className={`${styles.row} ${styles.entry}`}>
      <span className={styles.name} {...tip(entry.address)}>
        {entry.by ? <Foreign text={entry.by} /> : t('activity.nobody')}
      </span>
      <span className={styles.soft}>
        <Ago at={entry.at} />
      </span>
      <span>{deed ? t(`activity.did.${deed}`) : <Foreign text={entry.what} />}</span>
      <span className={styles.soft}>
        {kind ? t(`activity.kind.${kind}`) : <Foreign text={entry.kind ?? ''} />}
      </span>
      <span className={`${styles.soft} ${styles.target}`}>
        <Target entry={entry} />
      </span>
    </li>
  );
}

function Activity() {
  const { t } = useTranslation('team');
  const query = useAudit();
  const entries = (query.data?.pages ?? []).flatMap((page) => page.entries);
  return (
    <Frame
      name="activity"
      text={t('activity.text')}
      query={query}
      none={query.data !== undefined && entries.length === 0}
    >
      {entries.length > 0 && (
        <ul className={styles.list} aria-label={t('activity.title')}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('activity.more')}
          </Button>
        </div>
      )}
    </Frame>
  );
}

export default function ActivityPage() {
  return (
    <Only need="admin" name="activity">
      {() => <Activity />}
    </Only>
  );
}
