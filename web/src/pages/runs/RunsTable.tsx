// RunsTable.tsx: runs as a virtual table; on a phone each run is a card
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '@/api/client';
import { useRows } from '@/parts/Rows/useRows';
import { useShortcut } from '@/parts/shortcuts';
import { RunRow } from './RunRow';
import styles from './RunsTable.module.css';

const ROW_PX = 48;
const columns = ['result', 'run', 'device', 'model', 'when', 'duration', 'cost'] as const;

type Props = {
  runs: readonly Run[];
  more: boolean;
  onMore: () => void;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, chosen: boolean) => void;
  onChooseAll: (chosen: boolean) => void;
};

export function RunsTable({ runs, more, onMore, chosen, onChoose, onChooseAll }: Props) {
  const { t } = useTranslation();
  const { list, total, measure, shown, here } = useRows({
    count: runs.length,
    keyOf: (at) => runs[at]?.id ?? at,
    rowPx: ROW_PX,
    more,
    onMore,
  });
  const toggle = (run: Run | undefined) => run && onChoose(run.id, !chosen.has(run.id));
  useShortcut('select', () => toggle(runs[here() ?? -1]));
  // The space bar on its name selects a run too, as in a list.
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.run : undefined;
    if (event.key !== ' ' || !id) return;
    event.preventDefault();
    onChoose(id, !chosen.has(id));
  }
  const some = chosen.size > 0 && chosen.size < runs.length;
  return (
    <table
      aria-label={t('runs.title')}
      aria-rowcount={more ? -1 : runs.length + 1}
      className={styles.table}
      onKeyDown={onKeyDown}
    >
      <thead className={styles.heads}>
        <tr aria-rowindex={1} className={styles.columns}>
          <th scope="col" className={styles.choose}>
            <label>
              <input
                type="checkbox"
                checked={chosen.size > 0 && !some}
                ref={(box) => {
                  if (box) box.indeterminate = some;
                }}
                onChange={(event) => onChooseAll(event.target.checked)}
              />
              <span className="visually-hidden">{t('runs.chooseAll')}</span>
            </label>
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className={styles[name]}>
              {t(`runs.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={list} className={styles.rows} style={{ height: total }}>
        {shown.map(({ index, key, offset }) => {
          const run = runs[index];
          if (!run) return null;
          return (
            <tr
              key={key}
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              data-chosen={chosen.has(run.id)}
              className={`${styles.columns} ${styles.row}`}
              style={{ transform: `translateY(${offset}px)` }}
            >
              <RunRow run={run} chosen={chosen.has(run.id)} onChoose={onChoose} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
