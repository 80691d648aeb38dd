// SuiteRow.tsx: one suite: what it is made of, what came of it last, when it runs next

import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMay } from '@/api/me';
import type { Suite, SuiteRun } from '@/api/team_suites';
import { Button } from '@/parts/Button';
import { Foreign, plain } from '@/parts/Foreign';
import { DeleteIcon, EditIcon, StartIcon } from '@/parts/icons';
import { Menu } from '@/parts/Menu';
import { Counts, useCountWords } from '@/parts/Team/Results';
import { useStartSuite } from '@/parts/Team/useStartSuite';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';
import styles from './SuitesPage.module.css';

// "3 scenarios · tagged smoke · all devices · 2 models"
function useSummary(): (suite: Suite) => string {
  const { t } = useTranslation('team');
  return ({ scenarios = [], tags = [], devices = [], profiles = [], data = [], repeat = 1 }) => {
    const named = devices.filter((each) => each !== 'any' && each !== 'all').length;
    const parts = [
      scenarios.length > 0 && t('suites.scenarios', { count: scenarios.length }),
      tags.length > 0 && t('suites.tagged', { tags: tags.join(', ') }),
      devices.includes('all') && t('suites.allDevices'),
      named > 0 && t('suites.onDevices', { count: named }),
      profiles.length > 1 && t('suites.withProfiles', { count: profiles.length }),
      data.length > 0 && t('suites.rows', { count: data.length }),
      repeat > 1 && t('suites.repeated', { count: repeat }),
    ].filter((part) => part !== false);
    return parts.length > 0 ? parts.join(' · ') : t('suites.empty');
  };
}

type Props = { suite: Suite; last: SuiteRun | undefined; next: string | undefined; onRemove: () => void };

export function SuiteRow({ suite, last, next, onRemove }: Props) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const words = useCountWords();
  const summary = useSummary();
  const [mayRun, mayEdit] = [useMay('run'), useMay('edit')];
  const { start, busy } = useStartSuite();
  const { id } = suite;
  const name = plain(suite.name);
  const path = `/suites/${encodeURIComponent(id)}`;
  return (
    <li className={`${styles.columns} ${styles.row}`}>
      <div className={styles.suite}>
        <Link href={path} className={styles.name} data-suite={id}>
          <Foreign text={suite.name} />
        </Link>
        <p className={styles.under}>
          <Foreign text={summary(suite)} />
        </p>
      </div>
      <div className={styles.result}>
        {last ? (
          <Link
            href={`/suite-runs/${encodeURIComponent(last.id)}`}
            className={styles.last}
            aria-label={`${t('suites.open', { name })}: ${words(last.counts)}`}
          >
            <Counts counts={last.counts} />
          </Link>
        ) : (
          <span className={styles.soft}>{t('suites.never')}</span>
        )}
      </div>
      <div className={styles.when}>{last?.startedAt && <Ago at={last.startedAt} />}</div>
      <div className={styles.next}>
        {next ? (
          <time dateTime={next} {...tip(format.exact(next))}>
            {`${format.day(next)}, ${format.time(next)}`}
          </time>
        ) : (
          <span>{t('suites.unscheduled')}</span>
        )}
      </div>
      <div className={styles.acts}>
        {mayRun && (
          <Button aria-label={t('suites.runOf', { name })} disabled={busy} onClick={() => start(id)}>
            <StartIcon aria-hidden /> {t('suites.run')}
          </Button>
        )}
        {mayEdit && (
          <Menu
            label={t('suites.more', { name })}
            icon={<Ellipsis aria-hidden />}
            rows={[
              { id: 'edit', title: t('edit'), icon: <EditIcon aria-hidden />, href: path },
              {
                id: 'delete',
                title: t('delete'),
                icon: <DeleteIcon aria-hidden />,
                danger: true,
                act: onRemove,
              },
            ]}
          />
        )}
      </div>
    </li>
  );
}
