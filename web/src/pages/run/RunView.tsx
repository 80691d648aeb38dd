// RunView.tsx: one run, from plain data: its outcome, its film strip, its timeline and the details of one event
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import HealView from '@/parts/HealView/HealView';
import { Panel } from '@/parts/Panel';
import { useShortcut } from '@/parts/shortcuts';
import { Approval } from './Approval';
import { Details } from './Details';
import type { Place, RunActions, RunData, RunSource } from './data';
import { FilmStrip } from './FilmStrip';
import { RunHeader } from './RunHeader';
import styles from './RunView.module.css';
import { Timeline as TimelineList } from './Timeline';
import { Trouble } from './Trouble';
import {
  type Filter,
  type GroupKey,
  placeOf,
  rowAt,
  rowsOf,
  shotAt,
  type Timeline,
  timelineOf,
  troubleOf,
} from './timeline';
import { Video } from './Video';

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

// Announce verdicts to screen readers as they arrive.
function Announcer({ data }: { data: RunData }) {
  const { t } = useTranslation();
  const { run, events } = data;
  const seen = useRef(-1);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!data.complete) return;
    const known = seen.current;
    seen.current = events.length;
    if (known < 0) return; // it happened before the page was opened
    const last = events
      .slice(known)
      .findLast(({ type, state }) => state === 'ended' && (type === 'step' || type === 'state'));
    if (!last) return;
    const verdict = t(`verdict.${(last.verdict ?? 'OPEN') as 'PASS'}.name`);
    setWords(last.step ? t('run.stepEnded', { step: last.step, verdict }) : t('run.runEnded', { verdict }));
  }, [data.complete, events, t]);
  return (
    <p role="status" className="visually-hidden" data-run={run.id}>
      {words}
    </p>
  );
}

function useToggles() {
  const [closed, setClosed] = useState<ReadonlySet<GroupKey>>(new Set());
  function toggle(key: GroupKey) {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }
  return [closed, toggle] as const;
}

// What is shown unless somebody asks for a place: where the trouble is, the first step of a run that has ended
// well, the newest call of one that is followed, and the one that was shown when the reader let go.
function placeToShow(
  { run, events }: RunData,
  timeline: Timeline,
  following: boolean,
  left: Place | undefined,
): Place | undefined {
  if (run.state === 'ended') return troubleOf(run, timeline) ?? { step: 1 };
  return following ? { event: events.findLast(({ type }) => type === 'tool')?.index } : left;
}

export function RunView({ data, source, actions, place, onPlace, live, buttons, heal }: Props) {
  const { t } = useTranslation();
  const { run, events } = data;
  const timeline = useMemo(() => timelineOf(run, events), [run, events]);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const [closed, toggle] = useToggles();
  const rows = useMemo(
    () => rowsOf(timeline.groups, filter, words, closed),
    [timeline, filter, words, closed],
  );
  const goesOn = run.state !== 'ended';
  const [wantsToFollow, follow] = useState(true);
  const [left, leave] = useState<Place>();
  const isAsked = place.event !== undefined || place.step !== undefined;
  const following = goesOn && wantsToFollow && !isAsked;
  const trouble = useMemo(() => troubleOf(run, timeline), [run, timeline]);
  const shown = isAsked ? place : placeToShow(data, timeline, following, left);
  const selected = shown ? rowAt(rows, timeline, shown) : -1;
  const row = rows[selected];
  const searchField = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  function show(next: Place) {
    follow(false);
    onPlace(next);
  }
  function select(at: number) {
    const next = rows[at];
    if (next) show(placeOf(next));
  }
  function open() {
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.focus({ preventScroll: true });
  }
  useShortcut('filter', () => searchField.current?.focus());
  useShortcut('next', () => select(Math.min(rows.length - 1, selected + 1)));
  useShortcut('previous', () => select(Math.max(0, selected - 1)));
  useShortcut('open', (event) => {
    if (event.target === document.body || event.target === document.getElementById('main')) open();
  });
  useShortcut('close', () => onPlace({}), isAsked);
  useShortcut('stop', () => actions?.stop(), actions !== undefined && goesOn && !actions.stopping);
  useShortcut('run', () => actions?.again(), actions !== undefined && !goesOn);

  const event = row?.kind === 'event' ? row.event.index : row?.group.events.at(-1)?.index;
  const shot =
    event === undefined ? (following ? timeline.shots.length - 1 : -1) : shotAt(timeline.shots, event);
  return (
    <div className={styles.view}>
      <RunHeader data={data} linked={actions !== undefined} buttons={buttons} />
      {goesOn && run.approval && actions && (
        <Approval key={run.approval.what} what={run.approval.what} onAnswer={actions.approve} />
      )}
      <Announcer data={data} />
      {run.expired && <p className={styles.note}>{t('run.expired')}</p>}
      <FilmStrip
        shots={timeline.shots}
        groups={timeline.groups}
        shown={shot}
        source={source}
        onShow={(at) => {
          const next = timeline.shots[at];
          if (next) show({ event: next.event });
        }}
      />
      <div className={`${styles.body} ${live ? styles.withLive : ''}`}>
        <TimelineList
          rows={rows}
          selected={selected}
          onSelect={select}
          onOpen={open}
          closed={closed}
          onToggle={toggle}
          filter={filter}
          onFilter={setFilter}
          search={search}
          onSearch={setSearch}
          searchField={searchField}
          following={following}
          onLetGo={() => {
            leave(shown);
            follow(false);
          }}
          onFollow={
            goesOn
              ? () => {
                  follow(true);
                  onPlace({});
                }
              : undefined
          }
        />
        <div className={styles.side}>
          {trouble && (
            <div>
              <Trouble
                data={data}
                timeline={timeline}
                place={trouble}
                source={source}
                isShown={selected >= 0 && selected === rowAt(rows, timeline, trouble)}
                onShow={show}
              />
            </div>
          )}
          <Details
            data={data}
            timeline={timeline}
            row={row}
            source={source}
            actions={actions}
            panel={panel}
          />
        </div>
        {live && <div className={styles.live}>{live}</div>}
      </div>
      {run.healed && (
        <Panel title={t('run.heal')}>
          <HealView run={run} events={events}>
            {heal}
          </HealView>
        </Panel>
      )}
      <Video data={data} source={source} />
    </div>
  );
}
