// Timeline.tsx: steps, turns and calls as a virtual list
//
// While it follows a run it stays at the newest event; a reader who scrolls back or chooses a row lets go.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Button } from '@/parts/Button';
import { useListBox } from '@/parts/ListBox';
import { inTurn } from '@/parts/turns';
import { EventRow, TurnRow } from './EventRow';
import { Filters } from './Filters';
import { GroupRow } from './GroupRow';
import type { Row } from './rows';
import styles from './Timeline.module.css';
import { useArrival, useFollowing } from './useFollowing';
import { useRunView } from './view';

const ROW_REM = 1.75; // estimates, until a row is measured
const TURN_REM = 2;
const GROUP_REM = 5;
const OVERSCAN = 8;
const ROWS_BY_TURN = [0, 4, 12, Number.POSITIVE_INFINITY]; // rows drawn in the first task, the second …

function estimateOf(row: Row | undefined): number {
  return row?.kind === 'group' ? GROUP_REM : row?.kind === 'turn' ? TURN_REM : ROW_REM;
}

function keyOf(row: Row | undefined): string | number {
  return row?.kind === 'group' ? `group ${row.group.key}` : (row?.event.index ?? -1);
}

// The other events that a row stands for.
function alsoOf(row: Row): string | undefined {
  const numbers = (events: readonly RunEvent[]) => events.map(({ index }) => index).join(' ');
  if (row.kind === 'group')
    return numbers(row.group.events.filter(({ toolName }) => toolName === 'stepDone'));
  if (row.kind === 'turn') return numbers(row.turn.words);
  return row.leads ? row.turn?.model.index.toString() : undefined;
}

type RowProps = { row: Row; closed: boolean };

// Each event of a run makes new rows, most of which show the same as before.
function isSame({ row: before }: RowProps, { row: after }: RowProps): boolean {
  if (before.kind === 'group' || after.kind === 'group') return false;
  if (before.event !== after.event || before.kind !== after.kind) return false;
  if (before.kind === 'turn')
    return after.kind === 'turn' && before.turn.words.length === after.turn.words.length;
  return after.kind === 'event' && before.leads === after.leads && !before.turn === !after.turn;
}

const RowContent = memo(function RowContent({ row, closed }: RowProps) {
  if (row.kind === 'group') return <GroupRow group={row.group} closed={closed} />;
  if (row.kind === 'turn') return <TurnRow event={row.event} turn={row.turn} />;
  return <EventRow row={row} />;
}, isSame);

// The selected row is always drawn: readers of screens are told of it by its element.
function withSelected(drawn: number[], selected: number): number[] {
  if (selected < 0 || drawn.includes(selected)) return drawn;
  return [...drawn, selected].sort((a, b) => a - b);
}

// The reader's own size of text.
function useRemPx(): number {
  return useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, []);
}

// How many rows may be drawn: not all at once, because the first ones take long.
function useRowLimit(rows: number): number {
  const [turn, setTurn] = useState(0);
  const last = turn === ROWS_BY_TURN.length - 1;
  const waits = rows > 0 && !last;
  useEffect(() => (waits ? inTurn(() => setTurn(turn + 1)) : undefined), [waits, turn]);
  return ROWS_BY_TURN[turn] ?? 0;
}

export function Timeline() {
  const view = useRunView();
  const { rows, selected, closed, toggle, select, open, narrow, following, follow, goesOn } = view;
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const remPx = useRemPx();
  const limit = useRowLimit(rows.length);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => Math.round(remPx * estimateOf(rows[at])),
    getItemKey: (at) => keyOf(rows[at]),
    overscan: Number.isFinite(limit) ? 0 : OVERSCAN,
    rangeExtractor: (range) => withSelected(defaultRangeExtractor(range).slice(0, limit), selected),
  });
  const letsGo = useFollowing(scroller, virtual, view);
  const stay = useArrival(virtual, view);
  const items = virtual.getVirtualItems();
  const { list, option } = useListBox({
    label: t('run.timeline'),
    count: rows.length,
    selected,
    onSelect: (at) => {
      stay();
      select(at);
    },
    onOpen: open,
  });

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[selected];
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    if (!row || !isArrow) {
      list.onKeyDown(event);
      return;
    }
    if (closed.has(row.group.key) !== (event.key === 'ArrowLeft')) toggle(row.group.key);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section className={styles.timeline} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {t('run.timeline')}
      </h2>
      <Filters />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is among the properties */}
      <div ref={scroller} className={styles.scroller} {...list} onKeyDown={onKeyDown} {...letsGo}>
        <div role="presentation" className={styles.all} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const { onClick, ...properties } = option(item.index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
              // biome-ignore lint/a11y/noStaticElementInteractions: the role is among the properties
              <div
                key={item.key}
                {...properties}
                ref={virtual.measureElement}
                data-index={item.index}
                data-event={row.kind === 'group' ? undefined : row.event.index}
                data-also={alsoOf(row)}
                className={styles.row}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={(event) => {
                  const isFold = event.target instanceof Element && event.target.closest('svg');
                  if (row.kind === 'group' && isFold) return toggle(row.group.key);
                  onClick();
                  if (narrow) open();
                }}
              >
                <RowContent row={row} closed={closed.has(row.group.key)} />
              </div>
            );
          })}
        </div>
        {rows.length === 0 && <p className={styles.nothing}>{t('run.nothing')}</p>}
      </div>
      {goesOn && !following && (
        <Button look="main" className={styles.now} onClick={follow}>
          <ArrowDownToLine aria-hidden /> {t('run.jumpToNow')}
        </Button>
      )}
    </section>
  );
}
