// Matrix.tsx: cases and the devices or models they run on, with a verdict in each cell
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useAllDevices } from '@/api/hosts';
import { useProfiles } from '@/api/queries';
import type { SuiteCase } from '@/api/team_suites';
import { Chip } from '@/parts/Chip';
import { ownName } from '@/parts/deviceName';
import { Foreign, plain } from '@/parts/Foreign';
import { isRtl } from '@/parts/list';
import { CasePill } from '@/parts/Team/CasePill';
import { type Grid, inOrder, outcomeOfCase, type Target } from '@/parts/Team/cases';
import { useFormat } from '@/text/format';
import { Headline, rowWords } from './CaseRow';
import styles from './SuiteRunPage.module.css';

function useTargetName(): (target: Target) => string {
  const { t } = useTranslation('team');
  const devices = useAllDevices();
  const profiles = useProfiles().data?.profiles ?? [];
  return ({ device, profile }) => {
    const known = devices.find((each) => each.id === device);
    const name = known && ownName(known);
    const named = device && (name ? `${name} (${device})` : device);
    const model = profile && (profiles.find((each) => each.id === profile)?.title ?? profile);
    return [named, model].filter(Boolean).join(' · ') || t('suiteRun.defaultDevice');
  };
}

// The worst of several repeats stands for them.
const worstOf = (cell: readonly SuiteCase[]) => inOrder(cell)[0];

function Cell({ cell, target }: { cell: readonly SuiteCase[]; target: string }) {
  const { t } = useTranslation('team');
  const format = useFormat();
  const worst = worstOf(cell);
  if (!worst) return <span className="visually-hidden">{t('suiteRun.noCell')}</span>;
  const outcome = t(`suiteRun.outcome.${outcomeOfCase(worst)}`);
  const label = t('suiteRun.cell', { name: plain(worst.name), target: plain(target), outcome });
  const chip = (
    <>
      <CasePill outcome={outcomeOfCase(worst)} />
      {cell.length > 1 && <span className={styles.times}>×{cell.length}</span>}
    </>
  );
  if (!worst.run) return <span className={styles.cell}>{chip}</span>;
  return (
    <>
      <Link
        href={`/runs/${encodeURIComponent(worst.run)}`}
        aria-label={label}
        className={styles.cell}
        data-cell
      >
        {chip}
      </Link>
      {cell.length === 1 && worst.state === 'ended' && worst.durationMs !== undefined && (
        <span className={styles.times}> {format.duration(worst.durationMs)}</span>
      )}
    </>
  );
}

// Arrow keys move between the cells, as in a spreadsheet.
function move(table: HTMLTableElement, key: string): boolean {
  const here = document.activeElement?.closest<HTMLTableCellElement>('td, th');
  const row = here?.closest('tr');
  if (!here || !row) return false;
  const ahead = isRtl(table) ? -1 : 1;
  const [down, right] =
    { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -ahead], ArrowRight: [0, ahead] }[key] ?? [];
  if (down === undefined || right === undefined) return false;
  const cell = table.rows[row.rowIndex + down]?.cells[here.cellIndex + right];
  const link = cell?.querySelector('a');
  link?.focus();
  return Boolean(link);
}

// What went wrong in the worst of a row's cells.
function Why({ cells }: { cells: readonly (readonly SuiteCase[])[] }) {
  const worst = inOrder(cells.flat())[0];
  const outcome = worst && outcomeOfCase(worst);
  if (!worst?.run || (outcome !== 'fail' && outcome !== 'aborted' && outcome !== 'unverified')) return null;
  return (
    <span className={styles.under}>
      <Headline run={worst.run} />
    </span>
  );
}

export function Matrix({ grid, flaky }: { grid: Grid; flaky: readonly string[] }) {
  const { t } = useTranslation('team');
  const nameOf = useTargetName();
  const table = useRef<HTMLTableElement>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={styles.matrix} tabIndex={0} aria-label={t('suiteRun.cases')}>
      <table
        ref={table}
        onKeyDown={(event) => {
          if (table.current && move(table.current, event.key)) event.preventDefault();
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('suiteRun.case')}</th>
            {grid.targets.map((target) => (
              <th key={nameOf(target)} scope="col">
                <Foreign text={nameOf(target)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ name, row, cells }) => (
            <tr key={`${name} ${rowWords(row)}`}>
              <th scope="row">
                <Foreign text={name} />
                {row && Object.keys(row).length > 0 && (
                  <span className={styles.under}>
                    <Foreign text={rowWords(row)} />
                  </span>
                )}
                <Why cells={cells} />
                {cells.flat().some((each) => flaky.includes(each.name)) && (
                  <>
                    {' '}
                    <Chip tone="open" title={t('suiteRun.flakyMeans')}>
                      {t('suiteRun.flaky')}
                    </Chip>
                  </>
                )}
              </th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one table never move
                <td key={at}>
                  <Cell cell={cell} target={nameOf(grid.targets[at] ?? {})} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
