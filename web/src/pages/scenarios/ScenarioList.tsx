// ScenarioList.tsx: the rows of all scenarios; only those in view are in the page
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run, Scenario } from '@/api/client';
import { useStatus } from '@/api/queries';
import { useStatsOf } from '@/api/scenarios';
import { useRows } from '@/parts/Rows/useRows';
import { useRun } from '@/parts/RunButton/RunButton';
import { RunDialog } from '@/parts/RunButton/RunDialog';
import { useShortcut } from '@/parts/shortcuts';
import { RUNS_SHOWN } from './rows';
import styles from './ScenarioList.module.css';
import { ScenarioRow } from './ScenarioRow';

const ROW_PX = 48;
const GROUP = 50; // rows per request of statistics

type Props = {
  scenarios: readonly Scenario[];
  more: boolean;
  onMore: () => void;
  onTag: (tag: string) => void;
  onQueued: (run: Run) => void;
};

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
  const run = useRun({ onQueued });
  const [chosen, setChosen] = useState<Scenario>(); // for a run with another device or model
  const current = useRef(run);
  current.current = run;
  const onRun = useCallback((scenario: Scenario) => void current.current(scenario), []);
  const open = useStatus().data?.runs ?? [];
  const { list, total, measure, shown, first, last, here } = useRows({
    count: scenarios.length,
    keyOf: (at) => scenarios[at]?.id ?? at,
    rowPx: ROW_PX,
    more,
    onMore,
  });
  useShortcut('run', () => {
    const scenario = scenarios[here() ?? -1];
    if (scenario) void run(scenario);
  });
  const { stats, pending } = useStatsOf(useGroups(scenarios, first, last), RUNS_SHOWN);

  return (
    <div className={styles.table}>
      <div className={`${styles.columns} ${styles.heads}`} aria-hidden="true">
        {(['scenario', 'tags', 'last', 'rate', 'runs', 'duration', 'updated', 'acts'] as const).map(
          (name) => (
            <span key={name} className={styles[name]}>
              {t(`scenarios.column.${name}`)}
            </span>
          ),
        )}
      </div>
      <ul ref={list} aria-label={t('scenarios.title')} className={styles.rows} style={{ height: total }}>
        {shown.map(({ index, key, offset }) => {
          const scenario = scenarios[index];
          if (!scenario) return null;
          return (
            <li
              key={key}
              ref={measure}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : scenarios.length}
              className={`${styles.columns} ${styles.row}`}
              style={{ transform: `translateY(${offset}px)` }}
            >
              <ScenarioRow
                scenario={scenario}
                stats={stats.get(scenario.id)}
                pending={pending}
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
