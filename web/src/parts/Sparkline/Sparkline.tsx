// Sparkline.tsx: the newest runs of a scenario as bars: how long each took, and what came of it
import { useTranslation } from 'react-i18next';
import type { RunOutcome } from '@/api/history';
import styles from './Sparkline.module.css';

const HEIGHT = 22;
const STEP = 7;
const BAR = 5;

type Look = 'pass' | 'fail' | 'open' | 'none';
function lookOf(outcome: RunOutcome): Look {
  if (outcome.verdict === 'PASS') return 'pass';
  if (outcome.verdict === 'FAIL') return 'fail';
  return outcome.verdict ? 'open' : 'none';
}

// Each verdict has its own shape: whole, crossed at its top, hollow, or only a stub.
function Bar({ look, x, height }: { look: Look; x: number; height: number }) {
  const y = HEIGHT - height;
  if (look === 'none') return <rect className={styles.none} x={x} y={HEIGHT - 3} width={BAR} height={3} />;
  if (look === 'open')
    return (
      <rect className={styles.open} x={x + 0.5} y={y + 0.5} width={BAR - 1} height={height - 1} rx={1} />
    );
  return (
    <>
      <rect className={styles[look]} x={x} y={y} width={BAR} height={height} rx={1} />
      {look === 'fail' && <path className={styles.cut} d={`M${x - 0.5} ${y + 3.5}h${BAR + 1}`} />}
    </>
  );
}

// last: the newest first, as the server gives them; drawn with the newest at the right.
export function Sparkline({ last, max = 12 }: { last: readonly RunOutcome[]; max?: number }) {
  const { t } = useTranslation();
  const shown = last.slice(0, max).reverse();
  const longest = Math.max(1, ...shown.map((run) => run.durationMs));
  const count = (look: Look) => shown.filter((run) => lookOf(run) === look).length;
  const label = t('history.sparkline', {
    count: shown.length,
    pass: count('pass'),
    fail: count('fail'),
    open: count('open'),
    none: count('none'),
  });
  if (shown.length === 0) return null;
  return (
    <svg
      className={styles.sparkline}
      role="img"
      aria-label={label}
      width={max * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${max * STEP} ${HEIGHT}`}
    >
      <title>{label}</title>
      {shown.map((run, at) => (
        <Bar
          key={run.id}
          look={lookOf(run)}
          x={(max - shown.length + at) * STEP + 1}
          height={7 + Math.round(((HEIGHT - 7) * run.durationMs) / longest)}
        />
      ))}
    </svg>
  );
}
