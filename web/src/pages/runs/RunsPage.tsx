// RunsPage.tsx: the history of runs: filtered, compared, removed
import { GitCompare, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Run } from '@/api/client';
import { useRemoveRuns } from '@/api/history';
import { useMay } from '@/api/me';
import { useRuns } from '@/api/queries';
import { Button, LinkButton } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Page } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import { Tooltip } from '@/parts/Tooltip';
import { useFormat } from '@/text/format';
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

// The runs that the address asks for; more are fetched as the end of the list comes into view.
function useShown() {
  const wishes = useWishes();
  const query = useRuns(wishes.filter, PAGE);
  const { data, isFetching, fetchNextPage } = query;
  const runs = useMemo(() => (data?.pages ?? []).flatMap((page) => page.runs), [data]);
  const onMore = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  return { ...wishes, query, runs, onMore };
}

// The two that are compared: the older one first.
function pairOf(chosen: ReadonlySet<string>): [string, string] | undefined {
  const [one, other] = [...chosen].sort();
  return chosen.size === 2 && one && other ? [one, other] : undefined;
}

type BarProps = {
  runs: readonly Run[];
  chosen: ReadonlySet<string>;
  onRemove: (ids: readonly string[]) => void;
  onClear: () => void;
};

// What can be done with the selected runs; it floats above the list.
function Selection({ runs, chosen, onRemove, onClear }: BarProps) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const mayEdit = useMay('edit');
  // A damaged run has nothing to compare.
  const damaged = runs.some((run) => run.damaged && chosen.has(run.id));
  const pair = damaged ? undefined : pairOf(chosen);
  const ended = runs.filter((run) => chosen.has(run.id) && (run.damaged || run.state === 'ended'));
  if (chosen.size === 0) return null;
  return (
    <section className={styles.bar} aria-label={t('runs.chosen.title')}>
      <span role="status">{t('runs.chosen.count', { count: chosen.size })}</span>
      <Tooltip text={pair ? undefined : t('runs.chosen.two')}>
        <Button disabled={!pair} onClick={() => pair && go(`/runs/${pair[0]}/compare/${pair[1]}`)}>
          <GitCompare aria-hidden /> {t('runs.chosen.compare')}
        </Button>
      </Tooltip>
      {mayEdit && (
        <Button
          look="danger"
          disabled={ended.length === 0}
          onClick={() => onRemove(ended.map((run) => run.id))}
        >
          <Trash2 aria-hidden /> {t('runs.chosen.remove')}
        </Button>
      )}
      <Button look="bare" onClick={onClear}>
        {t('runs.chosen.none')}
      </Button>
    </section>
  );
}

export default function RunsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { wishes, set, clear, query, runs, onMore } = useShown();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly string[]>();
  const onChoose = useCallback((id: string, yes: boolean) => {
    setChosen((old) => new Set(yes ? [...old, id] : [...old].filter((each) => each !== id)));
  }, []);
  const filtered = Object.keys(wishes).length > 0;
  return (
    <Page title={t('runs.title')}>
      <Filters wishes={wishes} set={set}>
        {filtered && (
          <Button look="bare" onClick={clear}>
            {t('runs.filter.clear')}
          </Button>
        )}
      </Filters>
      {query.error && <Failure error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton look="rows" rows={8} />}
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
        <div>
          <p className={styles.count} role="status">
            {t(query.hasNextPage ? 'runs.countMore' : 'runs.count', {
              count: runs.length,
              shown: format.number(runs.length),
            })}
          </p>
          <RunsTable
            runs={runs}
            more={query.hasNextPage}
            onMore={onMore}
            chosen={chosen}
            onChoose={onChoose}
            onChooseAll={(all) => setChosen(new Set(all ? runs.map((run) => run.id) : []))}
          />
        </div>
      )}
      <Selection runs={runs} chosen={chosen} onRemove={setRemoving} onClear={() => setChosen(new Set())} />
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
