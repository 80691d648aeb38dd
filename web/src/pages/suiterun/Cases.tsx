// Cases.tsx: the cases of a suite's run: a list, or a table with a column for each device or model
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuiteRunDetails } from '@/api/team_suites';
import { useRows } from '@/parts/Rows/useRows';
import { gridOf, inOrder, type Outcome, outcomeOfCase, outcomes } from '@/parts/Team/cases';
import { useFormat } from '@/text/format';
import { CaseRow } from './CaseRow';
import type { Comparison } from './compare';
import { Matrix } from './Matrix';
import styles from './SuiteRunPage.module.css';

type Shown = Outcome | 'all' | 'changed';
type Props = { run: SuiteRunDetails; comparison: Comparison | undefined };

function Filter({
  choices,
  shown,
  onShow,
}: {
  choices: readonly { name: Shown; count: number }[];
  shown: Shown;
  onShow: (name: Shown) => void;
}) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const title = (name: Shown) =>
    name === 'all' || name === 'changed' ? t(`suiteRun.${name}`) : t(`suiteRun.outcome.${name}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is not a set of fields
    <div role="group" aria-label={t('suiteRun.filter')} className={styles.filters}>
      {choices.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.filter}
          aria-pressed={name === shown}
          onClick={() => onShow(name)}
        >
          {title(name)} <span className={styles.count}>{format.number(count)}</span>
        </button>
      ))}
    </div>
  );
}

export function Cases({ run, comparison }: Props) {
  const { t } = useTranslation('team');
  const [wanted, setWanted] = useState<Shown>('all');
  const { cases, flaky = [], options } = run;
  const choices = [
    { name: 'all' as const, count: cases.length },
    ...(comparison ? [{ name: 'changed' as const, count: comparison.changes.size }] : []),
    ...outcomes
      .map((name) => ({ name, count: cases.filter((each) => outcomeOfCase(each) === name).length }))
      .filter(({ count }) => count > 0),
  ];
  // A filter of which nothing is left, as the last waiting case starts, is none.
  const shown = choices.some(({ name, count }) => name === wanted && count > 0) ? wanted : 'all';
  const grid = useMemo(() => gridOf(cases, options), [cases, options]);
  const list = useMemo(() => {
    const all = inOrder(cases);
    if (shown === 'all') return all;
    if (shown === 'changed') return all.filter((each) => comparison?.changes.has(each));
    return all.filter((each) => outcomeOfCase(each) === shown);
  }, [cases, shown, comparison]);
  const nothing = useCallback(() => undefined, []);
  const rows = useRows({
    count: list.length,
    keyOf: (at) => list[at]?.run ?? at,
    rowPx: 52,
    more: false,
    onMore: nothing,
  });
  if (cases.length === 0) return null;
  return (
    <div className={styles.cases}>
      {choices.length > 2 && <Filter choices={choices} shown={shown} onShow={setWanted} />}
      {grid && shown === 'all' && <Matrix grid={grid} flaky={flaky} />}
      {!(grid && shown === 'all') && (
        <ul
          ref={rows.list}
          aria-label={t('suiteRun.cases')}
          className={styles.rows}
          style={{ height: rows.total }}
        >
          {rows.shown.map(({ index, key, offset }) => {
            const each = list[index];
            if (!each) return null;
            return (
              <li
                key={key}
                ref={rows.measure}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={list.length}
                className={styles.row}
                style={{ transform: `translateY(${offset}px)` }}
              >
                <CaseRow
                  each={each}
                  flaky={flaky.includes(each.name)}
                  change={comparison?.changes.get(each)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
