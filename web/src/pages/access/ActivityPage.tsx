// ActivityPage.tsx: who ran, accepted or changed what
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useDevices, useProfiles } from '@/api/queries';
import { type AuditEntry, useAudit } from '@/api/team_access';
import '@/text/team';
import { Button } from '@/parts/Button';
import { ownName, pathOf } from '@/parts/deviceName';
import { Foreign } from '@/parts/Foreign';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import styles from './AccessPage.module.css';
import { Frame, Only } from './Frame';

const kinds = [
  'scenario',
  'run',
  'recording',
  'model',
  'settings',
  'expectations',
  'proposal',
  'suite',
  'suiteRun',
  'schedule',
  'webhook',
  'delivery',
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
  'compiled',
  'pointed',
  'rekeyed',
  'chooseRecording',
  'removeRecording',
] as const;

// The page of each kind. A thing without its own page is in a list.
const places: Record<string, (id: string) => string> = {
  scenario: (id) => `/scenarios/${encodeURIComponent(id)}`,
  recording: (id) => `/scenarios/${encodeURIComponent(id)}`,
  expectations: (id) => `/scenarios/${encodeURIComponent(id)}`,
  proposal: (id) => `/scenarios/${encodeURIComponent(id)}`,
  run: (id) => `/runs/${encodeURIComponent(id)}`,
  suite: (id) => `/suites/${encodeURIComponent(id)}`,
  suiteRun: (id) => `/suite-runs/${encodeURIComponent(id)}`,
  schedule: () => '/schedules',
  webhook: () => '/settings/webhooks',
  token: () => '/settings/tokens',
  secret: () => '/settings/secrets',
  model: () => '/settings',
  settings: () => '/settings',
  host: () => '/devices',
  device: (id) => pathOf(id),
};

// Words of a newer server, as words: "putThing" is "Put thing".
function wordsOf(name: string): string {
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Things that have a name elsewhere.
function useNames(): (kind: string, id: string) => string | undefined {
  const devices = useDevices().data?.devices;
  const profiles = useProfiles().data?.profiles;
  return (kind, id) => {
    if (kind === 'model') return profiles?.find((each) => each.id === id)?.title;
    const device = kind === 'device' ? devices?.find((each) => each.id === id) : undefined;
    return device && ownName(device);
  };
}

type Names = ReturnType<typeof useNames>;

function Target({
  entry: { kind = '', target, label, removed, what },
  names,
}: {
  entry: AuditEntry;
  names: Names;
}) {
  const { t } = useTranslation('team');
  // The settings are one thing, which has no name.
  if (!target || kind === 'settings') return null;
  const name = label || names(kind, target);
  const words = <Foreign text={name || target} />;
  const place = removed ? undefined : places[kind];
  return (
    <>
      {place ? (
        <Link href={place(target)} {...tip(name && target)}>
          {words}
        </Link>
      ) : (
        <span {...tip(name && target)}>{words}</span>
      )}
      {removed && what !== 'removed' && <span className={styles.soft}> · {t('activity.gone')}</span>}
    </>
  );
}

function Row({ entry, names }: { entry: AuditEntry; names: Names }) {
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
      <span>{deed ? t(`activity.did.${deed}`) : <Foreign text={wordsOf(entry.what)} />}</span>
      <span className={styles.soft}>
        {kind ? t(`activity.kind.${kind}`) : <Foreign text={wordsOf(entry.kind ?? '')} />}
      </span>
      <span className={styles.target}>
        <Target entry={entry} names={names} />
      </span>
    </li>
  );
}

function Activity() {
  const { t } = useTranslation('team');
  const query = useAudit();
  const names = useNames();
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
            <Row key={entry.id} entry={entry} names={names} />
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
