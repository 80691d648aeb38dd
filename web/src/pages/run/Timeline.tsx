// Timeline.tsx: steps and their events, as a list of which only what is seen is drawn
//
// While it follows a run it stays at the newest event; a reader who scrolls back or chooses a row lets go.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, ChevronDown, ChevronRight, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type WheelEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Chip, VerdictChip } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { durationText } from '@/parts/Time';
import { EventRow } from './EventRow';
import { HeldChip, StrengthChip } from './Expected';
import styles from './Timeline.module.css';
import { type Filter, filters, type Group, type GroupKey, type Row } from './timeline';

const ROW_REM = 2.1; // height of an event; .event repeats it
const GROUP_REM = 4.8; // estimated height of a step

type Props = {
  rows: readonly Row[];
  selected: number; // index of a row; -1: none
  onSelect: (row: number) => void;
  onOpen: () => void; // the reader wants to go to the details
  closed: ReadonlySet<GroupKey>;
  onToggle: (key: GroupKey) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  search: string;
  onSearch: (words: string) => void;
  searchField: RefObject<HTMLInputElement | null>;
  following: boolean;
  onLetGo: () => void;
  onFollow: (() => void) | undefined; // undefined: there is nothing to follow
};

function useGroupTitle(): (group: Group) => string {
  const { t } = useTranslation();
  return ({ key }) =>
    key === 'start' ? t('run.before') : key === 'end' ? t('run.after') : t('run.step', { number: key });
}

function GroupRow({ group, closed }: { group: Group; closed: boolean }) {
  const { t, i18n } = useTranslation();
  const title = useGroupTitle();
  const isStep = typeof group.key === 'number';
  const Arrow = closed ? ChevronRight : ChevronDown;
  const words = group.verdict === 'PASS' ? (group.proof ?? group.reason) : (group.reason ?? group.proof);
  return (
    <span className={styles.group}>
      <span className={styles.groupHead}>
        <Arrow aria-hidden className={styles.icon} />
        <span className={styles.number}>{title(group)}</span>
        {isStep && group.goesOn && <Chip tone="live">{t('state.running')}</Chip>}
        {isStep && !group.goesOn && <VerdictChip verdict={group.verdict} />}
        {isStep && <StrengthChip strength={group.strength} />}
        {isStep && <HeldChip group={group} />}
        <span className={styles.sums}>
          {group.tokens > 0 &&
            t('run.tokens', { count: group.tokens, shown: group.tokens.toLocaleString(i18n.language) })}
          {group.durationMs !== undefined && ` ${durationText(group.durationMs)}`}
        </span>
      </span>
      {isStep && (
        <span className={styles.text}>
          <Foreign text={group.text} />
        </span>
      )}
      {isStep && words && (
        <span className={styles.proof}>
          {group.verdict === 'PASS' && group.proof ? `${t('run.provedBy')} ` : ''}
          <Foreign text={words} />
        </span>
      )}
    </span>
  );
}

const RowContent = memo(function RowContent({ row, closed }: { row: Row; closed: boolean }) {
  return row.kind === 'group' ? (
    <GroupRow group={row.group} closed={closed} />
  ) : (
    <EventRow event={row.event} />
  );
});

function Filters({ filter, onFilter, search, onSearch, searchField }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <label className={styles.search}>
        <Search aria-hidden className={styles.icon} />
        <span className="visually-hidden">{t('run.search')}</span>
        <input
          ref={searchField}
          type="search"
          value={search}
          placeholder={t('run.search')}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            onSearch('');
            event.currentTarget.blur();
          }}
        />
      </label>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{t('run.show')}</legend>
        {filters.map((name) => (
          <button key={name} type="button" aria-pressed={filter === name} onClick={() => onFilter(name)}>
            {t(`run.filter.${name}`)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

// Keeps what happens now in view while it follows; steps to come are below it. Who scrolls is asked by wheel,
// finger and bar: the position alone does not tell, because it also changes when rows are measured.
function useFollowing(
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  { rows, following, onLetGo }: Props,
) {
  const toNow = () => {
    const element = scroller.current;
    const now = rows.findLastIndex(({ kind }) => kind === 'event');
    if (element && now === rows.length - 1) element.scrollTop = element.scrollHeight;
    else if (now >= 0) virtual.scrollToIndex(now, { align: 'end' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens now moves with the rows
  useLayoutEffect(() => {
    if (!following) return;
    toNow();
    const frame = requestAnimationFrame(toNow); // rows are measured after they are drawn
    return () => cancelAnimationFrame(frame);
  }, [following, rows]);
  if (!following) return {};
  return {
    onWheel: ({ deltaY, currentTarget: { scrollHeight, scrollTop, clientHeight } }: WheelEvent) =>
      (deltaY < 0 || scrollHeight - scrollTop - clientHeight > 1) && onLetGo(),
    onTouchMove: onLetGo,
    onPointerDown: (event: PointerEvent) => event.target === event.currentTarget && onLetGo(),
  };
}

// The reader's own size of text.
function useRemPx(): number {
  return useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16, []);
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, count) => Math.min(count - 1, at + 10),
  PageUp: (at) => Math.max(0, at - 10),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Timeline(props: Props) {
  const { rows, selected, onSelect, onOpen, closed, onToggle, following, onFollow } = props;
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const remPx = useRemPx();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => Math.round(remPx * (rows[at]?.kind === 'group' ? GROUP_REM : ROW_REM)),
    getItemKey: (at) => {
      const row = rows[at];
      return row?.kind === 'event' ? row.event.index : `group ${row?.group.key}`;
    },
    overscan: 12,
  });
  const letsGo = useFollowing(scroller, virtual, props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list
  useEffect(() => {
    if (selected >= 0 && !following) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [selected, following]);

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[selected];
    const next = moves[event.key]?.(selected, rows.length);
    if (next !== undefined) onSelect(next);
    else if (event.key === 'Enter') onOpen();
    else if (row && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      if (closed.has(row.group.key) !== (event.key === 'ArrowLeft')) onToggle(row.group.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const items = virtual.getVirtualItems();
  const isDrawn = items.some((item) => item.index === selected);
  return (
    <section className={styles.timeline} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {t('run.timeline')}
      </h2>
      <Filters {...props} />
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        tabIndex={0}
        aria-label={t('run.timeline')}
        aria-activedescendant={isDrawn ? `${id}-${selected}` : undefined}
        onKeyDown={onKeyDown}
        {...letsGo}
      >
        <div role="presentation" className={styles.all} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const isClosed = closed.has(row.group.key);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
              <div
                key={item.key}
                id={`${id}-${item.index}`}
                ref={row.kind === 'group' ? virtual.measureElement : undefined}
                data-index={item.index}
                data-event={row.kind === 'event' ? row.event.index : undefined}
                role="option"
                aria-selected={item.index === selected}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className={styles.row}
                style={{
                  transform: `translateY(${item.start}px)`,
                  height: row.kind === 'group' ? undefined : item.size,
                }}
                onClick={(event) => {
                  const isArrow = event.target instanceof Element && event.target.closest('svg');
                  if (row.kind === 'group' && isArrow) onToggle(row.group.key);
                  else onSelect(item.index);
                }}
              >
                <RowContent row={row} closed={isClosed} />
              </div>
            );
          })}
        </div>
        {rows.length === 0 && <p className={styles.nothing}>{t('run.nothing')}</p>}
      </div>
      {onFollow && !following && (
        <Button look="main" className={styles.now} onClick={onFollow}>
          <ArrowDownToLine aria-hidden /> {t('run.jumpToNow')}
        </Button>
      )}
    </section>
  );
}
