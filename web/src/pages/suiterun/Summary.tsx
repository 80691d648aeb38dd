// Summary.tsx: the verdict of all cases, in one line and as a bar
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SuiteRunDetails } from '@/api/team_suites';
import { Chip, type Tone } from '@/parts/Chip';
import { Foreign } from '@/parts/Foreign';
import { FailIcon, PassIcon, StopIcon, UnverifiedIcon } from '@/parts/icons';
import { countsOf, type Verdict, verdictOf } from '@/parts/Team/cases';
import { ResultBar, useCountWords } from '@/parts/Team/Results';
import { Ago } from '@/parts/Time';
import { tip } from '@/parts/Tooltip';
import { useNow } from '@/parts/useNow';
import { useFormat } from '@/text/format';
import styles from './SuiteRunPage.module.css';

const tones: Record<Verdict, Tone> = {
  pass: 'pass',
  fail: 'fail',
  open: 'open',
  live: 'live',
  stopped: 'quiet',
};
const icons = {
  pass: <PassIcon aria-hidden />,
  fail: <FailIcon aria-hidden />,
  open: <UnverifiedIcon aria-hidden />,
  stopped: <StopIcon aria-hidden />,
  live: null,
};

// The cases are counted here, so that the line and the list never disagree.
export const runCounts = (run: SuiteRunDetails) => (run.cases.length > 0 ? countsOf(run.cases) : run.counts);

export function Headline({ run }: { run: SuiteRunDetails }) {
  const { t } = useTranslation('team');
  const counts = runCounts(run);
  const verdict = verdictOf({ ...run, counts });
  const live = run.stopping
    ? t('suiteRun.stopping')
    : run.starting
      ? t('suiteRun.queueing', { submitted: run.submitted ?? 0, total: counts.total ?? 0 })
      : t(counts.fail ? 'suiteRun.liveFailing' : 'suiteRun.live');
  const word = verdict === 'live' ? live : t(`suiteRun.${verdict}`);
  return (
    <span className={styles.headline}>
      <Chip tone={verdict === 'live' && counts.fail ? 'fail' : tones[verdict]}>
        {icons[verdict]}
        <span className={styles.verdict}>{word}</span>
      </Chip>
      {run.suite ? (
        <Link href={`/suites/${encodeURIComponent(run.suite)}`} className={styles.suite}>
          <Foreign text={run.name} />
        </Link>
      ) : (
        <Foreign text={run.name} />
      )}
    </span>
  );
}

function Duration({ run }: { run: SuiteRunDetails }) {
  const format = useFormat();
  const live = run.state !== 'ended';
  const now = useNow(live ? 1000 : 3_600_000);
  const began = Date.parse(run.startedAt ?? '');
  if (!live && run.durationMs !== undefined) return format.duration(run.durationMs);
  if (Number.isNaN(began)) return null;
  return format.duration((run.endedAt ? Date.parse(run.endedAt) : now) - began, { whole: live });
}

export function Summary({ run }: { run: SuiteRunDetails }) {
  const { t } = useTranslation('team');
  const words = useCountWords();
  const counts = runCounts(run);
  const flaky = run.flaky ?? [];
  return (
    <section className={styles.summary} aria-label={t('suiteRun.title')}>
      <p className={styles.line} role="status">
        {run.cases.length === 0 && run.state !== 'ended' ? t('suiteRun.starting') : words(counts)}
      </p>
      <p className={styles.facts}>
        <span>
          <Duration run={run} />
        </span>
        {run.startedAt && <Ago at={run.startedAt} />}
        {run.by && run.by !== 'anyone' && (
          <span>
            <Foreign text={t('suiteRun.startedBy', { by: run.by })} />
          </span>
        )}
      </p>
      <ResultBar counts={counts} />
      {flaky.length > 0 && (
        <p className={styles.flaky} {...tip(t('suiteRun.flakyMeans'))}>
          <Foreign text={t('suiteRun.flakyNames', { count: flaky.length, names: flaky.join(', ') })} />
        </p>
      )}
    </section>
  );
}
