// SuiteRunPage.tsx: one run of a suite: its verdict in a line, and what of it needs a person first
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { Problem } from '@/api/client';
import { type SuiteRunDetails, useSuiteRun, useSuiteRuns } from '@/api/team_suites';
import '@/text/team';
import { Button, LinkButton } from '@/parts/Button';
import { plain } from '@/parts/Foreign';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { Ago } from '@/parts/Time';
import { Buttons } from './Buttons';
import { Cases } from './Cases';
import { compare } from './compare';
import styles from './SuiteRunPage.module.css';
import { Headline, Summary } from './Summary';

// The run that this one repeats; else the newest of the suite's that is older: ids sort by time.
function useBefore({ id, suite, rerunOf }: SuiteRunDetails): string | undefined {
  const runs = useSuiteRuns(suite || undefined).data;
  return rerunOf || runs?.find((each) => each.id < id && each.suite === suite)?.id;
}

function Shown({ run }: { run: SuiteRunDetails }) {
  const { t } = useTranslation('team');
  const [search, setSearch] = useSearchParams();
  const before = useBefore(run);
  const compared = search.get('before') ?? undefined;
  const other = useSuiteRun(compared);
  const comparison = compared && other.data ? compare(run, other.data) : undefined;
  const set = (next: string | undefined) =>
    setSearch(
      (old) => {
        const search = new URLSearchParams(old);
        if (next) search.set('before', next);
        else search.delete('before');
        return search;
      },
      { replace: true },
    );
  return (
    <Page
      title={run.name}
      heading={<Headline run={run} />}
      actions={<Buttons run={run} onCompare={before && !compared ? () => set(before) : undefined} />}
    >
      <Summary run={run} />
      {compared && other.error && <Failure error={other.error} retry={() => void other.refetch()} />}
      {comparison && (
        <p className={styles.compared} role="status">
          <span>
            {t('suiteRun.comparing')} {other.data?.startedAt && <Ago at={other.data.startedAt} />}
          </span>
          {comparison.changes.size === 0 && <span>{t('suiteRun.nothingChanged')}</span>}
          {comparison.gone > 0 && compared !== run.rerunOf && (
            <span>{t('suiteRun.gone', { count: comparison.gone })}</span>
          )}
          <Button look="text" onClick={() => set(undefined)}>
            {t('suiteRun.stopComparing')}
          </Button>
        </p>
      )}
      <Cases run={run} comparison={comparison} />
    </Page>
  );
}

export default function SuiteRunPage({ id }: { id: string }) {
  const { t } = useTranslation('team');
  const { data: run, error, refetch } = useSuiteRun(id);
  if (run) return <Shown run={run} />;
  const gone = error instanceof Problem && error.status === 404;
  return (
    <Page title={plain(t('suiteRun.title'))}>
      {gone && (
        <Empty
          title={t('suiteRun.notFound')}
          actions={<LinkButton to="/suites">{t('suite.toSuites')}</LinkButton>}
        />
      )}
      {error && !gone && <Failure error={error} retry={() => void refetch()} />}
      {!error && <Loading />}
    </Page>
  );
}
