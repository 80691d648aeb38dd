// SuitesPage.tsx: all suites: what came of each last, when it runs next, and running it
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@/api/me';
import { type Schedule, useSchedules } from '@/api/team_schedules';
import { type Suite, useRemoveSuite, useSuites } from '@/api/team_suites';
import '@/text/team';
import { LinkButton } from '@/parts/Button';
import { plain } from '@/parts/Foreign';
import { AddIcon } from '@/parts/icons';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { useShortcut } from '@/parts/shortcuts';
import { RemoveDialog } from '@/parts/Team/RemoveDialog';
import { SuitesNav } from '@/parts/Team/SuitesNav';
import { SuiteRow } from './SuiteRow';
import styles from './SuitesPage.module.css';

const columns = ['suite', 'result', 'when', 'next', 'acts'] as const;

// j and k walk through the names, as in every list.
function walk(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>('[data-suite]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}

function NewSuite({ main }: { main?: boolean }) {
  const { t } = useTranslation('team');
  return (
    <LinkButton to="/suites/new" {...(main && { look: 'main' })}>
      <AddIcon aria-hidden /> {t('suites.new')}
    </LinkButton>
  );
}

function Removal({ suite, onClose }: { suite: Suite; onClose: () => void }) {
  const { t } = useTranslation('team');
  const removal = useRemoveSuite();
  return (
    <RemoveDialog
      title={t('suites.removal', { name: plain(suite.name) })}
      text={t('suites.removalText')}
      verb={t('delete')}
      done={t('suites.removed')}
      busy={removal.isPending}
      remove={(then) => removal.mutate(suite.id, then)}
      onClose={onClose}
    />
  );
}

// The first of all times at which one of its schedules starts it.
function nextOf(suite: string, schedules: readonly Schedule[]): string | undefined {
  return schedules
    .filter((each) => each.suite === suite && each.enabled)
    .flatMap((each) => each.next?.[0] ?? [])
    .sort()[0];
}

export default function SuitesPage() {
  const { t } = useTranslation('team');
  const { data: suites, error, refetch } = useSuites();
  const schedules = useSchedules().data ?? [];
  const mayEdit = useMay('edit');
  const [removing, setRemoving] = useState<Suite>();
  useShortcut('next', () => walk(1));
  useShortcut('previous', () => walk(-1));
  const none = suites?.length === 0;
  return (
    <Page title={t('suites.title')} actions={mayEdit && !none && <NewSuite main />}>
      <SuitesNav />
      {error && !suites && <Failure error={error} retry={() => void refetch()} />}
      {!suites && !error && <Skeleton look="rows" rows={4} />}
      {none && (
        <Empty title={t('suites.first')} actions={mayEdit && <NewSuite main />}>
          <p>{t('suites.firstText')}</p>
          <p>{t('suites.firstSchedule')}</p>
        </Empty>
      )}
      {suites && suites.length > 0 && (
        <div className={styles.table}>
          <div className={`${styles.columns} ${styles.heads}`} aria-hidden="true">
            {columns.map((name) => (
              <span key={name} className={styles[name]}>
                {t(`suites.column.${name}`)}
              </span>
            ))}
          </div>
          <ul aria-label={t('suites.title')}>
            {suites.map((suite) => (
              <SuiteRow
                key={suite.id}
                suite={suite}
                last={suite.last}
                next={nextOf(suite.id, schedules)}
                onRemove={() => setRemoving(suite)}
              />
            ))}
          </ul>
        </div>
      )}
      {removing && <Removal suite={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
