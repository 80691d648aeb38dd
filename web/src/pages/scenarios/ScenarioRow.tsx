// ScenarioRow.tsx: the cells of one scenario
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Run, Scenario } from '@/api/client';
import type { RunOutcome, ScenarioStats } from '@/api/history';
import { remove, restore } from '@/api/removals';
import { IconButton } from '@/parts/Button';
import { Chip, RunChip, VerdictChip } from '@/parts/Chip';
import { FlakeBadge, PassRate } from '@/parts/Flake/Flake';
import { Foreign } from '@/parts/Foreign';
import { notify } from '@/parts/Notices';
import { RunButtons } from '@/parts/RunButton/RunButton';
import { lackOf } from '@/parts/RunButton/running';
import { Sparkline } from '@/parts/Sparkline/Sparkline';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import { UNKNOWN, useFormat } from '@/text/format';
import { RUNS_SHOWN } from './rows';
import styles from './ScenarioList.module.css';

const TAGS_SHOWN = 2;

type Props = {
  scenario: Scenario;
  stats: ScenarioStats | undefined; // none: it has not been run, or that is not known yet
  pending: boolean; // it is not known yet
  open: Run | undefined; // a run that has not ended
  onTag: (tag: string) => void;
  onRun: (scenario: Scenario) => void;
  onChoose: (scenario: Scenario) => void;
};

function OpenRun({ run }: { run: Run }) {
  const { t } = useTranslation();
  return (
    <Link href={`/runs/${run.id}`} className={styles.run}>
      <RunChip run={run} />
      {run.state === 'queued' && run.place ? (
        <span className={styles.under}>{t('scenarios.place', { place: run.place })}</span>
      ) : null}
    </Link>
  );
}

// A run without a verdict was stopped, lost, or could not be done.
function LastRun({ outcome }: { outcome: RunOutcome }) {
  const { t } = useTranslation();
  return (
    <Link href={`/runs/${outcome.id}`} className={styles.run}>
      {outcome.verdict ? (
        <VerdictChip verdict={outcome.verdict} />
      ) : (
        <Chip tone="quiet" title={outcome.end}>
          {t('scenarios.noVerdict')}
        </Chip>
      )}
    </Link>
  );
}

// A scenario of which the store has nothing but that it is there: it can be removed.
function DamagedRow({ scenario }: Pick<Props, 'scenario'>) {
  const { t } = useTranslation();
  const drop = () => {
    remove(scenario.id, (error) =>
      notify(error instanceof Error ? error.message : String(error), { tone: 'fail' }),
    );
    notify(t('scenario.removed', { title: scenario.id }), {
      action: { name: t('undo'), act: () => restore(scenario.id) },
    });
  };
  return (
    <>
      <div className={styles.damaged}>
        <p>
          <Chip tone="fail">{t('damaged.name')}</Chip>{' '}
          <Link href={`/scenarios/${scenario.id}`} className={styles.plain}>
            {scenario.id}
          </Link>
        </p>
        <p className={styles.damage}>
          {t('damaged.scenario')} <Foreign text={scenario.damaged ?? ''} />
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton label={t('damaged.remove', { id: scenario.id })} onClick={drop}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </>
  );
}

export const ScenarioRow = memo(function ScenarioRow({
  scenario,
  stats,
  pending,
  open,
  onTag,
  onRun,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  if (scenario.damaged) return <DamagedRow scenario={scenario} />;
  const title = scenario.name || scenario.goal || t('scenario.untitled');
  const tags = scenario.tags ?? [];
  const last = stats?.last[0];
  const waits = pending && !stats && !open ? <span className={styles.waits} /> : null;
  const missing = scenario.missing.map((name) => lackOf(t, name)).join(', ');
  return (
    <>
      <div className={styles.scenario}>
        <Link href={`/scenarios/${scenario.id}`} className={styles.title}>
          <Foreign text={title} />
        </Link>
        <p className={styles.under}>
          {scenario.flow && `${t('flow.name')} · `}
          {missing && scenario.flow ? (
            <span className={styles.lacks}>{t('flow.broken')}</span>
          ) : missing ? (
            <span className={styles.lacks}>{t('runButton.lacks', { what: missing })}</span>
          ) : (
            <>
              {t('scenarios.steps', { count: scenario.steps.length })} ·{' '}
              <Foreign text={scenario.packageName} />
            </>
          )}
        </p>
      </div>
      <div className={styles.tags}>
        {tags.slice(0, TAGS_SHOWN).map((tag) => (
          <button
            key={tag}
            type="button"
            className={styles.tag}
            {...tip(t('scenarios.onlyTag', { tag }))}
            onClick={() => onTag(tag)}
          >
            <Foreign text={tag} />
          </button>
        ))}
        {tags.length > TAGS_SHOWN && (
          <span
            className={styles.more}
            {...tip(
              t('scenarios.moreTags', {
                count: tags.length - TAGS_SHOWN,
                tags: tags.slice(TAGS_SHOWN).join(', '),
              }),
            )}
          >
            +{tags.length - TAGS_SHOWN}
          </span>
        )}
      </div>
      <div className={styles.last}>
        {open ? <OpenRun run={open} /> : last ? <LastRun outcome={last} /> : waits}
      </div>
      <div className={styles.rate}>
        {stats ? (
          <>
            <PassRate stats={stats} /> <FlakeBadge stats={stats} />
          </>
        ) : (
          waits
        )}
      </div>
      <div className={styles.runs}>{stats ? <Sparkline last={stats.last} max={RUNS_SHOWN} /> : waits}</div>
      <div className={styles.duration}>
        {last?.startedAt ? format.duration(last.durationMs) : stats || !pending ? UNKNOWN : waits}
      </div>
      <div className={styles.updated}>
        <Ago at={scenario.updatedAt} />
      </div>
      <div className={styles.acts}>
        <RunButtons short title={title} onRun={() => onRun(scenario)} onChoose={() => onChoose(scenario)} />
      </div>
    </>
  );
});
