// SchedulesPage.tsx: what is run at set times: when next, and what came of it last
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMay } from '@/api/me';
import { useScenarios } from '@/api/queries';
import {
  type Firing,
  type Schedule,
  useRemoveSchedule,
  useSaveSchedule,
  useSchedules,
} from '@/api/team_schedules';
import { useSuites } from '@/api/team_suites';
import '@/text/team';
import { Button } from '@/parts/Button';
import { VerdictChip } from '@/parts/Chip';
import { Foreign, plain } from '@/parts/Foreign';
import { AddIcon, DeleteIcon, EditIcon } from '@/parts/icons';
import { Menu } from '@/parts/Menu';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { RemoveDialog } from '@/parts/Team/RemoveDialog';
import { Counts } from '@/parts/Team/Results';
import { SuitesNav } from '@/parts/Team/SuitesNav';
import { Ago } from '@/parts/Time';
import { parseCron } from './cron';
import { ScheduleDialog } from './ScheduleDialog';
import styles from './SchedulesPage.module.css';
import { upcoming, useReading, ZonedTime } from './times';

function What({ schedule: { suite, scenario } }: { schedule: Schedule }) {
  const { t } = useTranslation('team');
  const suites = useSuites().data;
  const scenarios = (useScenarios().data?.pages ?? []).flatMap((page) => page.scenarios);
  const found = suite
    ? suites?.find((each) => each.id === suite)?.name
    : scenarios.find((each) => each.id === scenario)?.name;
  const path = suite
    ? `/suites/${encodeURIComponent(suite)}`
    : `/scenarios/${encodeURIComponent(scenario ?? '')}`;
  if (!found && suite && suites) return <span>{t('schedules.goneSuite')}</span>;
  return (
    <Link href={path}>
      <Foreign text={found || (suite ?? scenario ?? '')} />
    </Link>
  );
}

function Last({ last }: { last: Firing | undefined }) {
  const { t } = useTranslation('team');
  if (!last) return <span className={styles.soft}>{t('schedules.notFired')}</span>;
  const to = last.suiteRun ? `/suite-runs/${last.suiteRun}` : last.run ? `/runs/${last.run}` : undefined;
  return (
    <span className={styles.last}>
      {to ? (
        <Link href={to}>
          <Ago at={last.at} />
        </Link>
      ) : (
        <Ago at={last.at} />
      )}
      {last.counts && (
        <span className={styles.counts}>
          <Counts counts={last.counts} />
        </span>
      )}
      {last.verdict && !last.counts && <VerdictChip verdict={last.verdict} />}
      {last.error && (
        <span className={styles.error}>
          <Foreign text={t('schedules.failedToStart', { why: last.error })} />
        </span>
      )}
    </span>
  );
}

type RowProps = { schedule: Schedule; onEdit: () => void; onRemove: () => void };

function Row({ schedule, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('team');
  const mayEdit = useMay('edit');
  const reading = useReading();
  const save = useSaveSchedule(schedule.id);
  const cron = parseCron(schedule.cron);
  const name = plain(schedule.name);
  const [next] = upcoming(schedule, 1);
  const { name: title, cron: fields, zone, suite, scenario, revision } = schedule;
  const toggle = (enabled: boolean) =>
    save.mutate(
      {
        name: title,
        cron: fields,
        zone,
        ...(suite ? { suite } : { scenario }),
        enabled,
        ...(revision !== undefined && { revision }),
      },
      { onError: (error) => notify(error.message, { tone: 'fail' }) },
    );
  const enabled = save.isPending ? (save.variables?.enabled ?? schedule.enabled) : schedule.enabled;
  return (
    <li className={`${styles.columns} ${styles.row}`}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={enabled}
          checked={enabled}
          disabled={!mayEdit}
          aria-label={t('schedules.enabledOf', { name })}
          onChange={(event) => toggle(event.target.checked)}
        />
      </label>
      <div className={styles.words}>
        <p className={styles.name}>
          <Foreign text={schedule.name} />
        </p>
        <p className={styles.soft}>
          {cron ? reading(cron) : <Foreign text={schedule.cron} />} · <Foreign text={schedule.zone} />
        </p>
        <p className={styles.soft}>
          <What schedule={schedule} />
        </p>
      </div>
      <div className={styles.next}>
        <span className={styles.label}>{t('schedules.next')}</span>
        {enabled ? next && <ZonedTime at={next} zone={schedule.zone} /> : t('schedules.paused')}
      </div>
      <div className={styles.result}>
        <span className={styles.label}>{t('schedules.lastRun')}</span>
        <Last last={schedule.last} />
      </div>
      <div className={styles.acts}>
        {mayEdit && (
          <>
            <Button look="bare" className={styles.edit} aria-label={t('editOf', { name })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Menu
              label={t('suites.more', { name })}
              icon={<Ellipsis aria-hidden />}
              rows={[
                { id: 'edit', title: t('edit'), icon: <EditIcon aria-hidden />, act: onEdit },
                {
                  id: 'delete',
                  title: t('delete'),
                  icon: <DeleteIcon aria-hidden />,
                  danger: true,
                  act: onRemove,
                },
              ]}
            />
          </>
        )}
      </div>
    </li>
  );
}

function Removal({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation('team');
  const removal = useRemoveSchedule();
  return (
    <RemoveDialog
      title={t('schedules.removal', { name: plain(schedule.name) })}
      text={t('schedules.removalText')}
      verb={t('delete')}
      done={t('schedules.removed')}
      busy={removal.isPending}
      remove={(then) => removal.mutate(schedule.id, then)}
      onClose={onClose}
    />
  );
}

export default function SchedulesPage() {
  const { t } = useTranslation('team');
  const mayEdit = useMay('edit');
  const { data: schedules, error, refetch } = useSchedules();
  const [editing, setEditing] = useState<Schedule | 'new'>();
  const [removing, setRemoving] = useState<Schedule>();
  const none = schedules?.length === 0;
  const add = mayEdit && (
    <Button look="main" aria-haspopup="dialog" onClick={() => setEditing('new')}>
      <AddIcon aria-hidden /> {t('schedules.new')}
    </Button>
  );
  return (
    <Page title={t('schedules.title')} actions={!none && add}>
      <SuitesNav />
      {error && !schedules && <Failure error={error} retry={() => void refetch()} />}
      {!schedules && !error && <Skeleton look="rows" rows={3} />}
      {none && (
        <Empty title={t('schedules.first')} actions={add}>
          <p>{t('schedules.firstText')}</p>
        </Empty>
      )}
      {schedules && schedules.length > 0 && (
        <ul className={styles.list} aria-label={t('schedules.title')}>
          {schedules.map((each) => (
            <Row
              key={each.id}
              schedule={each}
              onEdit={() => setEditing(each)}
              onRemove={() => setRemoving(each)}
            />
          ))}
        </ul>
      )}
      {editing && (
        <ScheduleDialog
          schedule={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && <Removal schedule={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
