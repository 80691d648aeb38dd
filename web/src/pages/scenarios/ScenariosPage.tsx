// ScenariosPage.tsx: all scenarios, how they did last, and their run buttons
import { FileCode, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Run } from '@/api/client';
import { addFlow, newFlow } from '@/api/flows';
import { useMay } from '@/api/me';
import { useStatus } from '@/api/queries';
import { useRemoved } from '@/api/removals';
import { useScenarioList } from '@/api/scenarios';
import { Button, LinkButton } from '@/parts/Button';
import { Missing } from '@/parts/Missing/Missing';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { useFormat } from '@/text/format';
import { Filters } from './Filters';
import { First } from './First';
import { useFilter } from './filter';
import { ScenarioList } from './ScenarioList';
import styles from './ScenariosPage.module.css';
import { DropZone, ExportButton, ImportButton, ImportResults, useImport } from './Transfer';

function NewButton() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const add = () =>
    void addFlow(newFlow)
      .then(({ id }) => go(`/scenarios/${id}`))
      .catch((error) => notify(error instanceof Error ? error.message : String(error), { tone: 'fail' }));
  return (
    <>
      <Button onClick={add}>
        <FileCode aria-hidden /> {t('flow.new')}
      </Button>
      <LinkButton to="/scenarios/new" look="main">
        <Plus aria-hidden /> {t('scenarios.new')}
      </LinkButton>
    </>
  );
}

export default function ScenariosPage() {
  const { t } = useTranslation();
  const [filter, setFilter] = useFilter();
  const mayEdit = useMay('edit');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useScenarioList(filter);
  const removed = useRemoved();
  const format = useFormat();
  const importing = useImport();
  const scenarios = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.scenarios).filter((each) => !removed.has(each.id)),
    [data, removed],
  );
  const tags = useMemo(
    () => [...new Set(scenarios.flatMap((each) => each.tags ?? []))].sort().slice(0, 100),
    [scenarios],
  );
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const onTag = useCallback((tag: string) => setFilter({ tag }), [setFilter]);
  const busy = (useStatus().data?.runs ?? []).some((run) => run.state === 'running');
  const onQueued = useCallback(
    (run: Run) =>
      notify(run.place && busy ? t('scenarios.queued', { place: run.place }) : t('scenarios.started'), {
        link: { name: t('scenarios.watch'), to: `/runs/${run.id}` },
      }),
    [t, busy],
  );
  const filtered = Object.keys(filter).length > 0;
  const none = data !== undefined && scenarios.length === 0;
  return (
    <Page
      title={t('scenarios.title')}
      actions={
        !(none && !filtered) && (
          <>
            {mayEdit && <ImportButton importing={importing} />}
            <ExportButton />
            {mayEdit && <NewButton />}
          </>
        )
      }
    >
      {mayEdit && <DropZone importing={importing} />}
      {data && !(none && !filtered) && <Missing />}
      <ImportResults importing={importing} />
      {(!none || filtered) && <Filters filter={filter} tags={tags} onChange={setFilter} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton look="rows" rows={8} />}
      {none && filtered && (
        <Empty
          title={t('scenarios.noneFound')}
          actions={
            <Button onClick={() => setFilter({ text: '', tag: '', verdict: undefined })}>
              {t('scenarios.filter.clear')}
            </Button>
          }
        />
      )}
      {none && !filtered && <First importing={importing} />}
      {scenarios.length > 0 && (
        <>
          <p className={styles.count} role="status">
            {t(hasNextPage ? 'scenarios.countMore' : 'scenarios.count', {
              count: scenarios.length,
              shown: format.number(scenarios.length),
            })}
          </p>
          <ScenarioList
            scenarios={scenarios}
            more={hasNextPage}
            onMore={onMore}
            onTag={onTag}
            onQueued={onQueued}
          />
        </>
      )}
    </Page>
  );
}
