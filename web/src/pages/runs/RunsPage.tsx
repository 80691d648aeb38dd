// RunsPage.tsx: the history of runs: filtered, compared, removed
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useRemoveRuns } from '@/api/history';
import { useRuns } from '@/api/queries';
import { Button, LinkButton } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { Filters } from './Filters';
import { PAGE, useWishes } from './filter';
import styles from './RunsPage.module.css';
import { RunsTable } from './RunsTable';

function RemoveDialog({ ids, onClose }: { ids: readonly string[]; onClose: (removed: boolean) => void }) {
  const { t } = useTranslation();
  const removal = useRemoveRuns();
  const count = ids.length;
  const remove = () =>
    removal.mutate(ids, {
      onSuccess: () => {
        notify(t('runs.removal.done', { count }));
        onClose(true);
      },
      onError: (error) => {
        notify(error.message, { tone: 'fail' });
        onClose(false);
      },
    });
  return (
    <Dialog
      title={t('runs.removal.title', { count })}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t('history.cancel')}</Button>
          <Button look="danger" disabled={removal.isPending} onClick={remove}>
            {t('runs.removal.name', { count })}
          </Button>
        </>
      }
    >
      <p>{t('runs.removal.text')}</p>
    </Dialog>
  );
}

// All runs that the address asks for, page after page.
function useShown() {
  const wishes = useWishes();
  const query = useRuns(wishes.filter, PAGE);
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const runs = useMemo(() => (data?.pages ?? []).flatMap((page) => page.runs), [data]);
  useEffect(() => {
    if (hasNextPage && !isFetching && runs.length < wishes.count) void fetchNextPage();
  }, [hasNextPage, isFetching, runs.length, wishes.count, fetchNextPage]);
  return { ...wishes, query, runs };
}

// The two that are compared: the older one first.
function pairOf(chosen: ReadonlySet<string>): [string, string] | undefined {
  const [one, other] = [...chosen].sort();
  return chosen.size === 2 && one && other ? [one, other] : undefined;
}

export default function RunsPage() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const { wishes, set, show, clear, query, runs } = useShown();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly string[]>();
  const onChoose = useCallback((id: string, yes: boolean) => {
    setChosen((old) => new Set(yes ? [...old, id] : [...old].filter((each) => each !== id)));
  }, []);
  const onRemove = useCallback((id: string) => setRemoving([id]), []);
  const filtered = Object.keys(wishes).length > 0;
  const pair = pairOf(chosen);
  const ended = runs.filter((run) => chosen.has(run.id) && run.state === 'ended').map((run) => run.id);
  return (
    <Page title={t('runs.title')} wide actions={<LinkButton to="/trends">{t('trends.title')}</LinkButton>}>
      <Filters wishes={wishes} set={set}>
        {filtered && <Button onClick={clear}>{t('runs.filter.clear')}</Button>}
      </Filters>
      {query.error && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && runs.length === 0 && (
        <Empty
          title={t(filtered ? 'runs.none.title' : 'runs.first.title')}
          actions={
            filtered ? (
              <Button onClick={clear}>{t('runs.filter.clear')}</Button>
            ) : (
              <LinkButton to="/">{t('runs.first.go')}</LinkButton>
            )
          }
        >
          <p>{t(filtered ? 'runs.none.text' : 'runs.first.text')}</p>
        </Empty>
      )}
      {runs.length > 0 && (
        <>
          <p className="visually-hidden" role="status">
            {t(query.hasNextPage ? 'runs.countMore' : 'runs.count', { count: runs.length })}
          </p>
          <RunsTable runs={runs} chosen={chosen} onChoose={onChoose} onRemove={onRemove} />
          <div className={styles.foot}>
            <span>{t(query.hasNextPage ? 'runs.countMore' : 'runs.count', { count: runs.length })}</span>
            {query.hasNextPage && (
              <Button disabled={query.isFetchingNextPage} onClick={() => show(runs.length + PAGE)}>
                {t('runs.more')}
              </Button>
            )}
          </div>
        </>
      )}
      {chosen.size > 0 && (
        <section className={styles.bar} aria-label={t('runs.chosen.title')}>
          <span>{t('runs.chosen.count', { count: chosen.size })}</span>
          <Button
            look="main"
            disabled={!pair}
            title={pair ? undefined : t('runs.chosen.two')}
            onClick={() => pair && go(`/runs/${pair[0]}/compare/${pair[1]}`)}
          >
            {t('runs.chosen.compare')}
          </Button>
          <Button look="danger" disabled={ended.length === 0} onClick={() => setRemoving(ended)}>
            {t('runs.chosen.remove')}
          </Button>
          <Button look="bare" onClick={() => setChosen(new Set())}>
            {t('runs.chosen.none')}
          </Button>
        </section>
      )}
      {removing && (
        <RemoveDialog
          ids={removing}
          onClose={(removed) => {
            setRemoving(undefined);
            if (removed) setChosen((old) => new Set([...old].filter((id) => !removing.includes(id))));
          }}
        />
      )}
    </Page>
  );
}
