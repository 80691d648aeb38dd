// DetailTabs.tsx: what is known of a row: its result in words, and what was sent, read and kept
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Foreign } from '@/parts/Foreign';
import { type Tab, Tabs } from '@/parts/Tabs';
import styles from './Details.module.css';
import { EventResult, StepResult, TurnResult } from './Result';
import type { Row } from './rows';
import { readerOf } from './screenText';
import { argumentsOf } from './tools';
import { useRunView } from './view';

const Json = lazy(() => import('./Json'));
const ModelCall = lazy(() => import('./ModelCall'));
const ScreenText = lazy(() => import('./ScreenText'));

type TabName = 'result' | 'arguments' | 'screen' | 'call' | 'raw';

function Raw({ value }: { value: unknown }) {
  return (
    <pre className={styles.raw}>
      <Foreign text={JSON.stringify(value, null, 2)} />
    </pre>
  );
}

function Result({ row }: { row: Row }) {
  if (row.kind === 'group') return <StepResult group={row.group} />;
  if (row.kind === 'turn') return <TurnResult event={row.event} turn={row.turn} />;
  return <EventResult event={row.event} turn={row.turn} />;
}

function rawOf(row: Row): RunEvent | RunEvent[] | undefined {
  if (row.kind === 'group') return row.group.reported;
  return row.kind === 'turn' && row.turn.words.length > 0 ? [row.event, ...row.turn.words] : row.event;
}

// The request in which a call was decided on.
function callOf(row: Row): string | undefined {
  if (row.kind === 'group') return undefined;
  return row.event.callPath ?? row.turn?.model.callPath;
}

export function DetailTabs({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { data, source } = useRunView();
  const [shown, setShown] = useState<TabName>('result');
  const event = row.kind === 'group' ? undefined : row.event;
  const call = callOf(row);
  const reader = event?.type === 'tool' ? readerOf(data.events, event.index) : undefined;
  const raw = rawOf(row);
  const tabs: (Tab<TabName> | false | undefined)[] = [
    { name: 'result', title: t('run.tab.result'), panel: () => <Result row={row} /> },
    event?.type === 'tool' && {
      name: 'arguments',
      title: t('run.tab.arguments'),
      panel: () => (
        <Suspense>
          <Json value={argumentsOf(event)} open={2} />
        </Suspense>
      ),
    },
    reader !== undefined && {
      name: 'screen',
      title: t('run.tab.screen'),
      panel: () => (
        <Suspense>
          <ScreenText source={source} path={reader} />
        </Suspense>
      ),
    },
    call !== undefined && {
      name: 'call',
      title: t('run.tab.call'),
      panel: () => (
        <Suspense>
          <ModelCall source={source} path={call} />
        </Suspense>
      ),
    },
    raw !== undefined && { name: 'raw', title: t('run.tab.raw'), panel: () => <Raw value={raw} /> },
  ];
  return <Tabs label={t('run.details')} tabs={tabs.filter((tab) => !!tab)} shown={shown} onShow={setShown} />;
}
