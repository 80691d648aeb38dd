// RunView.tsx: one run, from plain data: a line of facts, its film strip, its timeline, and the details of a place
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/parts/Dialog';
import { plain } from '@/parts/Foreign';
import { Later } from '@/parts/Later';
import { type Pane, SplitPanes } from '@/parts/SplitPanes';
import { Announcer } from './Announcer';
import { Approval } from './Approval';
import { Details } from './Details';
import type { Place, RunActions, RunData, RunSource } from './data';
import { FilmStrip } from './FilmStrip';
import { Healed } from './Healed';
import { Keys } from './Keys';
import { RunHeader } from './RunHeader';
import styles from './RunView.module.css';
import { Timeline } from './Timeline';
import { TroubleLine } from './TroubleLine';
import { useVideoPieces } from './useVideoPieces';
import { RunViewProvider, useRunView } from './view';

const Video = lazy(() => import('./Video'));

type Props = {
  data: RunData;
  source: RunSource;
  actions?: RunActions; // absent in an exported file
  place: Place; // that was asked for by its address; {}: none
  onPlace: (place: Place) => void;
  live?: ReactNode; // the device's picture while the run is active
  buttons?: ReactNode; // buttons for the run
  heal?: ReactNode; // buttons for a recording that did not fit
};

function Body({ live }: { live: ReactNode }) {
  const { t } = useTranslation();
  const { data, source, narrow, opened, close, row } = useRunView();
  const pieces = useVideoPieces(data, source);
  const video = pieces.length > 0 && (
    <Suspense>
      <Video data={data} pieces={pieces} />
    </Suspense>
  );
  const side = live ?? (video || undefined);
  if (narrow)
    return (
      <div className={styles.stack}>
        {side && (
          <div className={styles.side}>
            <Later>{side}</Later>
          </div>
        )}
        <TroubleLine />
        <Later>
          <Timeline />
        </Later>
        {opened && (
          <Sheet title={t('run.details')} onClose={close}>
            <Details key={row?.kind} />
          </Sheet>
        )}
      </div>
    );
  const later = (part: ReactNode) => <Later>{part}</Later>;
  const timeline = later(<Timeline />);
  const details = later(<Details />);
  const panes: Pane[] = [
    { name: 'timeline', label: t('run.timeline'), share: side ? 34 : 36, min: 18, children: timeline },
    { name: 'details', label: t('run.details'), share: side ? 44 : 64, min: 24, children: details },
  ];
  if (side)
    panes.push({
      name: 'side',
      label: t('run.screen'),
      share: 22,
      min: 12,
      children: <div className={styles.side}>{later(side)}</div>,
    });
  return <SplitPanes name={side ? 'run-live' : 'run'} panes={panes} />;
}

function Top({ buttons, heal }: Pick<Props, 'buttons' | 'heal'>) {
  const { t } = useTranslation();
  const { data, goesOn, actions } = useRunView();
  const { run } = data;
  return (
    <div className={styles.top}>
      <RunHeader buttons={buttons} />
      {goesOn && run.approval && actions && (
        <Approval key={run.approval.what} what={run.approval.what} onAnswer={actions.approve} />
      )}
      {actions?.elsewhere?.lost && (
        <p className={styles.note} role="status">
          {t('run.hostLost', { host: plain(actions.elsewhere.name) })}
        </p>
      )}
      {run.healed && <Healed>{heal}</Healed>}
      {run.expired && <p className={styles.note}>{t('run.expired')}</p>}
      <Announcer data={data} />
    </div>
  );
}

export function RunView({ data, source, actions, place, onPlace, live, buttons, heal }: Props) {
  return (
    <RunViewProvider data={data} source={source} actions={actions} place={place} onPlace={onPlace}>
      <div className={styles.view}>
        <Top buttons={buttons} heal={heal} />
        <FilmStrip />
        <Body live={live} />
      </div>
      <Keys />
    </RunViewProvider>
  );
}
