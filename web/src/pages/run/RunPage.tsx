// RunPage.tsx: one run of the server, live or ended
import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { artifactUrl, Problem, type Run, type Schemas } from '@/api/client';
import { type Elsewhere, useElsewhere } from '@/api/hosts';
import { useMay } from '@/api/me';
import { useAddRun, useApproveRun, useRun, useStopRun } from '@/api/queries';
import { useRunEvents } from '@/api/run_events';
import { LinkButton } from '@/parts/Button';
import { LiveView } from '@/parts/LiveView/LiveView';
import { notify } from '@/parts/Notices';
import { Empty, Failure, Loading, Page } from '@/parts/Page';
import { preferences, usePreferences } from '@/parts/preferences';
import { type Runnable, useRun as useRunScenario } from '@/parts/RunButton/running';
import { copyText } from './copy';
import { type ExportFormat, exportFormats, type Place, type RunActions, type RunSource } from './data';
import { Printable } from './Printed';
import { RunButtons } from './RunButtons';
import styles from './RunPage.module.css';
import { RunView } from './RunView';
import { useRunTitle } from './useRunTitle';

const HealChoice = lazy(() => import('@/parts/HealView/HealChoice'));

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

function sourceOf(id: string): RunSource {
  return {
    picture: (path, widthPx) => artifactUrl(id, path, widthPx),
    file: (path) => artifactUrl(id, path),
    call: async (path) => (await fetched(artifactUrl(id, path))).json(),
  };
}

function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

// The place in the address, and how to go to another without a new entry in the history.
function usePlace(id: string): [Place, (place: Place) => void] {
  const search = useSearch();
  const [, go] = useLocation();
  const place = useMemo(() => {
    const query = new URLSearchParams(search);
    return { event: numberOf(query, 'event'), step: numberOf(query, 'step') };
  }, [search]);
  return [place, (next) => go(pathOf(id, next), { replace: true })];
}

function pathOf(id: string, { event, step }: Place): string {
  const query = event !== undefined ? `?event=${event}` : step !== undefined ? `?step=${step}` : '';
  return `/runs/${encodeURIComponent(id)}${query}`;
}

// The same device and model once more.
function wishesOf(run: Run) {
  return { ...(run.device && { device: run.device }), ...(run.profile && { profile: run.profile }) };
}

// The scenario as the run shows it.
function runnableOf(run: Run): Runnable | undefined {
  const revision = run.scenarioRevision;
  return run.scenarioId
    ? { ...run.scenario, id: run.scenarioId, missing: [], ...(revision && { revision }) }
    : undefined;
}

function useActions(run: Run, elsewhere: Elsewhere | undefined): RunActions {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const stop = useStopRun();
  const add = useAddRun();
  const approve = useApproveRun();
  const runAgain = useRunScenario();
  const exportOf = (format: ExportFormat) =>
    `/api/v1/runs/${encodeURIComponent(run.id)}/${format === 'flow' ? format : `exports/${format}`}`;
  const tell = (error: unknown) =>
    notify(error instanceof Error ? error.message : String(error), { tone: 'fail' });
  const mayRun = useMay('run');
  // A key may ask for what has no button.
  const allowed = () => mayRun || void notify(t('may.lacks.run'), { tone: 'fail' });
  return {
    elsewhere,
    stop: () => allowed() && stop.mutate(run.id, { onError: tell }),
    stopping: run.state !== 'ended' && (stop.isPending || stop.isSuccess),
    again: (fromStep) => {
      if (!allowed()) return;
      const scenario = runnableOf(run);
      const how = { ...wishesOf(run), ...(fromStep && { fromStep }) };
      if (scenario) return void runAgain(scenario, how);
      if (!run.scenario || add.isPending) return;
      const body: Schemas['RunInput'] = { ...run.scenario, ...how };
      add.mutate(body, { onSuccess: ({ id }) => go(`/runs/${encodeURIComponent(id)}`), onError: tell });
    },
    approve: (approved) => allowed() && approve.mutate({ id: run.id, approved }, { onError: tell }),
    copyReport: () => {
      fetched(exportOf('markdown'))
        .then((response) => response.text())
        .then((text) => copyText(text, t('run.markdownCopied')))
        .catch(tell);
    },
    linkTo: (place) => window.location.origin + pathOf(run.id, place),
    exports: exportFormats.map((format) => ({ format, href: exportOf(format) })),
  };
}

function Shown({ run }: { run: Run }) {
  const log = useRunEvents(run.id);
  const source = useMemo(() => sourceOf(run.id), [run.id]);
  const [place, setPlace] = usePlace(run.id);
  const { known, elsewhere } = useElsewhere(run.host);
  const actions = useActions(run, elsewhere);
  useRunTitle(run);
  const data = useMemo(
    () => ({ run, events: log.events, complete: log.complete }),
    [run, log.events, log.complete],
  );
  const { screenHidden } = usePreferences();
  const isLive = run.state === 'running' && run.device !== undefined;
  const hide = (hidden: boolean) => preferences.set({ screenHidden: hidden });
  const live =
    isLive && run.device && !screenHidden ? (
      <LiveView
        key={`${elsewhere?.id} ${run.device}`} // another attempt is on another device
        device={run.device}
        host={elsewhere?.id}
        held={!known}
        fill
        onHide={() => hide(true)}
      />
    ) : undefined;
  return (
    <div className={styles.page}>
      {log.problem && !log.complete && <Failure error={log.problem} />}
      <Printable data={data} source={source} address={actions.linkTo({})}>
        <RunView
          data={data}
          source={source}
          actions={actions}
          buttons={
            <RunButtons
              run={run}
              actions={actions}
              onShowScreen={isLive && screenHidden ? () => hide(false) : undefined}
            />
          }
          place={place}
          onPlace={setPlace}
          live={live}
          heal={run.healed && run.scenarioId && <HealChoice scenario={run.scenarioId} run={run.id} />}
        />
      </Printable>
    </div>
  );
}

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const gone = error instanceof Problem && error.status === 404;
  return (
    <Page title={t('run.title')}>
      {gone ? (
        <Empty title={t('run.notFound')} actions={<LinkButton to="/runs">{t('run.toRuns')}</LinkButton>} />
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Page>
  );
}

export default function RunPage({ id }: { id: string }) {
  const { data: run, error, refetch } = useRun(id);
  if (run) return <Shown run={run} />;
  if (error) return <NotLoaded error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      <Loading />
    </div>
  );
}
