// RunsTable.tsx: runs as a table; on a narrow screen each is an entry of a list
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run } from '@/api/client';
import { durationOf, usageOf } from '@/api/history';
import { IconButton } from '@/parts/Button';
import { Chip, RunChip } from '@/parts/Chip';
import { Foreign, plain } from '@/parts/Foreign';
import { ReplayBadge } from '@/parts/ReplayBadge/ReplayBadge';
import { useShortcut } from '@/parts/shortcuts';
import { Ago, durationText, moneyText } from '@/parts/Time';
import styles from './RunsPage.module.css';

const columns = ['result', 'run', 'when', 'duration', 'cost', 'tokens', 'device', 'model'] as const;

function Exact({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return (
    <span className={styles.under}>
      {new Date(at).toLocaleString(i18n.language, { dateStyle: 'short', timeStyle: 'medium' })}
    </span>
  );
}

// Numbers of a run that has ended; a dash until then.
function Numbers({ run }: { run: Run }) {
  const { t, i18n } = useTranslation();
  const usage = usageOf(run);
  const duration = durationOf(run);
  const cells = [
    ['duration', duration === undefined ? '–' : durationText(duration)],
    ['cost', usage ? moneyText(usage.costUsd, i18n.language) : '–'],
    ['tokens', usage ? (usage.inputTokens + usage.outputTokens).toLocaleString(i18n.language) : '–'],
  ] as const;
  return cells.map(([name, text]) => (
    <td key={name} className={styles.number} data-title={t(`runs.column.${name}`)}>
      {text}
    </td>
  ));
}

type RowProps = {
  run: Run;
  chosen: boolean;
  onChoose: (id: string, chosen: boolean) => void;
  onRemove: (id: string) => void;
};

// A run of which the store has nothing but that it is there: it can be removed.
function DamagedRow({ run, onRemove }: Pick<RowProps, 'run' | 'onRemove'>) {
  const { t } = useTranslation();
  return (
    <tr>
      <td className={styles.choose} />
      <td className={styles.result}>
        <Chip tone="fail">{t('damaged.name')}</Chip>
      </td>
      <th scope="row" className={styles.name} colSpan={columns.length - 1}>
        <Foreign text={run.id} />
        <span className={styles.damage}>
          {t('damaged.run')} <Foreign text={run.damaged ?? ''} />
        </span>
      </th>
      <td className={styles.act}>
        <IconButton label={t('runs.remove', { name: run.id })} onClick={() => onRemove(run.id)}>
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

const Row = memo(function Row({ run, chosen, onChoose, onRemove }: RowProps) {
  const { t } = useTranslation();
  const title = run.name || run.goal || run.id;
  const at = run.startedAt ?? run.queuedAt;
  return (
    <tr>
      <td className={styles.choose}>
        <label>
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => onChoose(run.id, event.target.checked)}
          />
          <span className="visually-hidden">{t('runs.choose', { name: plain(title) })}</span>
        </label>
      </td>
      <td className={styles.result}>
        <RunChip run={run} /> <ReplayBadge run={run} />
      </td>
      <th scope="row" className={styles.name}>
        <Link href={`/runs/${run.id}`} data-run={run.id}>
          <Foreign text={title} />
        </Link>
        {run.tags && (
          <span className={styles.under}>
            <Foreign text={run.tags.join(' · ')} />
          </span>
        )}
      </th>
      <td className={styles.when}>
        {at && (
          <>
            <Ago at={at} /> <Exact at={at} />
          </>
        )}
      </td>
      <Numbers run={run} />
      <td className={styles.device} data-title={t('runs.column.device')}>
        {run.device ? <Foreign text={run.device} /> : '–'}
      </td>
      <td className={styles.model} data-title={t('runs.column.model')}>
        {run.profile ? <Foreign text={run.profile} /> : '–'}
      </td>
      <td className={styles.act}>
        <IconButton
          label={t('runs.remove', { name: plain(title) })}
          disabled={run.state !== 'ended'}
          onClick={() => onRemove(run.id)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
});

type Props = Omit<RowProps, 'run' | 'chosen'> & { runs: readonly Run[]; chosen: ReadonlySet<string> };

export function RunsTable({ runs, chosen, onChoose, onRemove }: Props) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  function walk(by: number) {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('a[data-run]') ?? [])];
    const here = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const next = here < 0 ? 0 : here + by;
    links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
  }
  useShortcut('next', () => walk(1));
  useShortcut('previous', () => walk(-1));
  // A run is chosen by the space bar on its name too, as in a list.
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.run : undefined;
    if (event.key !== ' ' || !id) return;
    event.preventDefault();
    onChoose(id, !chosen.has(id));
  }
  return (
    <table ref={table} className={styles.table} onKeyDown={onKeyDown}>
      <caption className="visually-hidden">{t('runs.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('runs.column.choose')}</span>
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className={styles[name]}>
              {t(`runs.column.${name}`)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('runs.column.act')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) =>
          run.damaged ? (
            <DamagedRow key={run.id} run={run} onRemove={onRemove} />
          ) : (
            <Row key={run.id} run={run} chosen={chosen.has(run.id)} onChoose={onChoose} onRemove={onRemove} />
          ),
        )}
      </tbody>
    </table>
  );
}
