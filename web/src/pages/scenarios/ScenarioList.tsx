// ScenarioList.tsx: the rows of all scenarios; only those in view are in the page
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run, Scenario } from '@/api/client';
import { useStatus } from '@/api/queries';
import { useStatsOf } from '@/api/scenarios';
import { useRun } from '@/parts/RunButton/RunButton';
import { RunDialog } from '@/parts/RunButton/RunDialog';
import { useShortcut } from '@/parts/shortcuts';
import { RUNS_SHOWN } from './rows';
import styles from './ScenarioList.module.css';
import { ScenarioRow } from './ScenarioRow';

const ROW_PX = 53;
const AHEAD = 40; // load more this many rows before the end
const GROUP = 50; // rows per request of statistics

type Props = {
  scenarios: readonly Scenario[];
  more: boolean;
  onMore: () => void;
  onTag: (tag: string) => void;
  onQueued: (run: Run) => void;
};

// The keys that walk through the list; the link of a row has the focus, so that Enter opens it.
function useWalk(list: HTMLElement | null, scenarios: readonly Scenario[], show: (at: number) => void) {
  const wanted = useRef<number>(undefined);
  const here = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    return row && list?.contains(row) ? Number(row.dataset.index) : undefined;
  };
  const focus = useCallback(() => {
    if (wanted.current === undefined) return;
    const link = list?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    link.focus({ preventScroll: true });
    wanted.current = undefined;
  }, [list]);
  function go(by: number) {
    const at = here();
    const next = at === undefined ? 0 : Math.max(0, Math.min(scenarios.length - 1, at + by));
    wanted.current = next;
    show(next);
    focus();
  }
  useShortcut('next', () => go(1));
  useShortcut('previous', () => go(-1));
  return { here, focus };
}

// The ids of the groups that have rows from first to last.
function useGroups(scenarios: readonly Scenario[], first: number, last: number): string[][] {
  const [from, to] = [Math.floor(first / GROUP), Math.floor(last / GROUP)];
  return useMemo(
    () =>
      Array.from({ length: to - from + 1 }, (_, at) =>
        scenarios.slice((from + at) * GROUP, (from + at + 1) * GROUP).map((each) => each.id),
      ).filter((ids) => ids.length > 0),
    [scenarios, from, to],
  );
}

export function ScenarioList({ scenarios, more, onMore, onTag, onQueued }: Props) {
  const { t } = useTranslation();
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [top, setTop] = useState(0);
  const run = useRun({ onQueued });
  const [chosen, setChosen] = useState<Scenario>(); // for a run with another device or model
  const current = useRef(run);
  current.current = run;
  const onRun = useCallback((scenario: Scenario) => void current.current(scenario), []);
  const open = useStatus().data?.runs ?? [];
  useLayoutEffect(() => {
    if (list) setTop(list.getBoundingClientRect().top + window.scrollY);
  }, [list]);

  const rows = useWindowVirtualizer({
    count: scenarios.length,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => scenarios[at]?.id ?? at,
    overscan: 8,
    scrollMargin: top,
  });
  const shown = rows.getVirtualItems();
  const { here, focus } = useWalk(list, scenarios, (at) => rows.scrollToIndex(at, { align: 'auto' }));
  useShortcut('run', () => {
    const scenario = scenarios[here() ?? -1];
    if (scenario) void run(scenario);
  });
  useEffect(focus);

  const last = shown.at(-1)?.index ?? 0;
  const stats = useStatsOf(useGroups(scenarios, shown[0]?.index ?? 0, last), RUNS_SHOWN);
  useEffect(() => {
    if (more && last > scenarios.length - AHEAD) onMore();
  }, [more, last, scenarios.length, onMore]);

  return (
    <div className={styles.table}>
      <div className={`${styles.columns} ${styles.heads}`} aria-hidden="true">
        {(['scenario', 'tags', 'last', 'rate', 'runs', 'updated', 'acts'] as const).map((name) => (
          <span key={name} className={styles[name]}>
            {t(`scenarios.column.${name}`)}
          </span>
        ))}
      </div>
      <ul
        ref={setList}
        aria-label={t('scenarios.title')}
        className={styles.rows}
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const scenario = scenarios[index];
          if (!scenario) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : scenarios.length}
              className={`${styles.columns} ${styles.row}`}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <ScenarioRow
                scenario={scenario}
                stats={stats.get(scenario.id)}
                open={open.find((each) => each.scenarioId === scenario.id)}
                onTag={onTag}
                onRun={onRun}
                onChoose={setChosen}
              />
            </li>
          );
        })}
      </ul>
      {chosen && (
        <RunDialog
          scenario={chosen}
          onClose={() => setChosen(undefined)}
          onRun={(how) => {
            setChosen(undefined);
            void run(chosen, how);
          }}
        />
      )}
    </div>
  );
}
