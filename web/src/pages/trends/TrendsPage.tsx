// TrendsPage.tsx: how often scenarios pass, and what their runs take, over the newest runs
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { useStats } from '@/api/history';
import { LinkButton } from '@/parts/Button';
import { Field } from '@/parts/Field';
import { FlakeBadge } from '@/parts/Flake/Flake';
import { Foreign } from '@/parts/Foreign';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { Measures } from './Measures';
import { Overall } from './Overall';
import { Overview } from './Overview';
import styles from './TrendsPage.module.css';

const counts = [10, 20, 50, 100, 200];

// Those that a person has to look at come first: flaky ones, then those that pass least.
function useOrdered(runs: number) {
  const query = useStats(undefined, runs);
  const stats = useMemo(
    () =>
      [...(query.data ?? [])].sort(
        (one, other) =>
          Number(other.flaky) - Number(one.flaky) ||
          (one.passRate ?? 2) - (other.passRate ?? 2) ||
          one.name.localeCompare(other.name),
      ),
    [query.data],
  );
  return { query, stats };
}

export default function TrendsPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const runs = counts.find((count) => count === Number(search.get('runs'))) ?? 20;
  const { query, stats } = useOrdered(runs);
  const wanted = search.get('scenario') ?? undefined;
  const shown = stats.find((each) => each.scenarioId === wanted) ?? stats[0];
  const heading = useId();
  const hrefOf = (id: string) => `/trends?${new URLSearchParams({ scenario: id, runs: String(runs) })}`;
  return (
    <Page
      title={t('trends.title')}
      wide
      actions={
        <Field label={t('trends.runs')} hideLabel>
          <select
            value={runs}
            onChange={(event) =>
              setSearch(
                (old) => {
                  const next = new URLSearchParams(old);
                  next.set('runs', event.target.value);
                  return next;
                },
                { replace: true },
              )
            }
          >
            {counts.map((count) => (
              <option key={count} value={count}>
                {t('trends.lastRuns', { count })}
              </option>
            ))}
          </select>
        </Field>
      }
    >
      {query.error && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton look="rows" rows={8} />}
      {query.isSuccess && stats.length === 0 && (
        <Empty title={t('trends.none.title')} actions={<LinkButton to="/">{t('trends.none.go')}</LinkButton>}>
          <p>{t('trends.none.text')}</p>
        </Empty>
      )}
      {shown && (
        <>
          <Overall />
          <div className={styles.explore}>
            <Overview stats={stats} shown={shown.scenarioId} hrefOf={hrefOf} />
            <section className={styles.scenario} aria-labelledby={heading}>
              <div className={styles.head}>
                <h2 id={heading}>
                  <Foreign text={shown.name} /> <FlakeBadge stats={shown} />
                </h2>
                <LinkButton to={`/runs?scenario=${shown.scenarioId}`} look="bare">
                  {t('trends.allRuns')}
                </LinkButton>
              </div>
              {wanted && shown.scenarioId !== wanted && <p className={styles.note}>{t('trends.noRuns')}</p>}
              <Measures stats={shown} />
            </section>
          </div>
        </>
      )}
    </Page>
  );
}
