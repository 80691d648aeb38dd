// view.tsx: what the parts of a run's page share: the run, its rows, what is selected, and whether it follows
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RunEvent } from '@/api/client';
import type { Place, RunActions, RunData, RunSource } from './data';
import { type Filter, placeOf, type Row, rowAt, rowsOf } from './rows';
import { type Group, type GroupKey, shotAt, type Timeline, timelineOf } from './timeline';
import { troubleOf } from './trouble';
import { useNarrow } from './useNarrow';

export type RunViewState = {
  data: RunData;
  source: RunSource;
  actions: RunActions | undefined; // absent in an exported file
  timeline: Timeline;
  trouble: Place | undefined; // where the run went wrong
  rows: readonly Row[];
  selected: number; // index of a row; -1: none
  row: Row | undefined;
  shown: Place | undefined; // the place that is selected, whether or not it has a row
  shot: number; // index of the picture that belongs to it; -1: none
  goesOn: boolean;
  following: boolean;
  isAsked: boolean; // the address names a place
  narrow: boolean; // details are a sheet over the list
  opened: boolean; // and that sheet is open
  panel: RefObject<HTMLElement | null>; // the details
  filter: Filter;
  search: string;
  closed: ReadonlySet<GroupKey>;
  show: (place: Place) => void;
  select: (row: number) => void;
  open: () => void; // go to the details
  close: () => void;
  forget: () => void; // back to what is shown by itself
  follow: () => void;
  letGo: () => void;
  setFilter: (filter: Filter) => void;
  setSearch: (words: string) => void;
  toggle: (key: GroupKey) => void;
};

const Context = createContext<RunViewState | undefined>(undefined);

export function useRunView(): RunViewState {
  const state = useContext(Context);
  if (!state) throw new Error('useRunView() outside a RunViewProvider');
  return state;
}

// What is shown unless somebody asks for a place: where the trouble is, the first step of a run that has ended
// well, the newest call of one that is followed, and the one that was shown when the reader let go.
function placeToShow(data: RunData, trouble: Place | undefined, following: boolean, left: Place | undefined) {
  if (data.run.state === 'ended') return trouble ?? { step: 1 };
  const newest = data.events.findLast(({ type }) => type === 'tool' || type === 'model');
  return following ? newest && { event: newest.index } : left;
}

function useToggles() {
  const [closed, setClosed] = useState<ReadonlySet<GroupKey>>(new Set());
  const toggle = (key: GroupKey) =>
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return { closed, toggle };
}

function lastEventOf(row: Row | undefined): RunEvent | undefined {
  return row?.kind === 'group' ? row.group.events.at(-1) : row?.event;
}

// The step that a place belongs to.
export function groupOf(timeline: Timeline, place: Place | undefined): Group | undefined {
  return timeline.groups.find(
    (group) =>
      group.place === place?.step ||
      (place?.event !== undefined && group.events.some(({ index }) => index === place.event)),
  );
}

type Props = {
  data: RunData;
  source: RunSource;
  actions: RunActions | undefined;
  place: Place; // that was asked for by the address; {}: none
  onPlace: (place: Place) => void;
  children: ReactNode;
};

export function RunViewProvider({ data, source, actions, place, onPlace, children }: Props) {
  const { run, events } = data;
  const timeline = useMemo(() => timelineOf(run, events), [run, events]);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search);
  const { closed, toggle } = useToggles();
  const rows = useMemo(
    () => rowsOf(timeline.groups, filter, words, closed),
    [timeline, filter, words, closed],
  );
  const trouble = useMemo(() => troubleOf(run, timeline), [run, timeline]);
  const [wantsToFollow, setFollow] = useState(true);
  const [left, setLeft] = useState<Place>();
  const [opened, setOpened] = useState(false);
  const narrow = useNarrow();
  const panel = useRef<HTMLElement>(null);
  const goesOn = run.state !== 'ended';
  const isAsked = place.event !== undefined || place.step !== undefined;
  const following = goesOn && wantsToFollow && !isAsked;
  const shown = isAsked ? place : placeToShow(data, trouble, following, left);
  const selected = shown ? rowAt(rows, timeline, shown) : -1;
  const row = rows[selected];
  const last = lastEventOf(row)?.index ?? (isAsked ? place.event : undefined);
  const { shots } = timeline;
  const shot = last === undefined ? (following ? shots.length - 1 : -1) : shotAt(shots, last);

  function show(next: Place) {
    setFollow(false);
    onPlace(next);
  }
  const state: RunViewState = {
    data,
    source,
    actions,
    timeline,
    trouble,
    rows,
    selected,
    row,
    shown,
    shot,
    goesOn,
    following,
    isAsked,
    narrow,
    opened: narrow && opened,
    panel,
    filter,
    search,
    closed,
    show,
    select: (at) => {
      const next = rows[at];
      if (next) show(placeOf(next));
    },
    open: () => {
      setOpened(true);
      panel.current?.focus({ preventScroll: true });
    },
    close: () => setOpened(false),
    forget: () => onPlace({}),
    follow: () => {
      setFollow(true);
      onPlace({});
    },
    letGo: () => {
      setLeft(shown);
      setFollow(false);
    },
    setFilter,
    setSearch,
    toggle,
  };
  return <Context.Provider value={state}>{children}</Context.Provider>;
}
