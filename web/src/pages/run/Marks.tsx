// Marks.tsx: what a call touched, and what its check saw, drawn over the picture that it was about
import type { RunEvent } from '@/api/client';
import styles from './Marks.module.css';

// The arrow's head, as two lines back from its end.
function headOf([x1, y1]: number[], [x2, y2]: number[], size: number): string {
  const angle = Math.atan2((y2 ?? 0) - (y1 ?? 0), (x2 ?? 0) - (x1 ?? 0));
  const wing = (turn: number) =>
    `${(x2 ?? 0) - size * Math.cos(angle + turn)} ${(y2 ?? 0) - size * Math.sin(angle + turn)}`;
  return `M${wing(0.5)} L${x2} ${y2} L${wing(-0.5)}`;
}

// proof: the element that confirms; nearest: the one that was shown instead.
type Mark = 'element' | 'proof' | 'nearest';
type Marked = Pick<RunEvent, 'box' | 'space' | 'point' | 'from' | 'to'>;

// The element that the check of a call saw, if it is known where.
export function seenOf({ finding }: RunEvent): { mark: Mark; at: Marked } | undefined {
  if (!finding?.seen?.box || !finding.seen.space) return undefined;
  return { mark: finding.outcome === 'holds' ? 'proof' : 'nearest', at: finding.seen };
}

// Coordinates are those of the screen, which may count otherwise than its picture.
export function Marks({ event, mark = 'element' }: { event: Marked; mark?: Mark }) {
  const [width = 0, height = 0] = event.space ?? [];
  if (width <= 0 || height <= 0) return null;
  const unit = width / 100;
  const { box, point, from, to } = event;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.marks} aria-hidden="true">
      {box && box.length === 4 && (
        <rect
          className={`${styles.box} ${styles[mark] ?? ''}`}
          data-mark={mark}
          x={box[0]}
          y={box[1]}
          width={Math.max(0, (box[2] ?? 0) - (box[0] ?? 0))}
          height={Math.max(0, (box[3] ?? 0) - (box[1] ?? 0))}
          strokeWidth={unit * 0.8}
        />
      )}
      {from && to && (
        <g className={styles.swipe} data-mark="swipe" strokeWidth={unit * 1.2}>
          <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
          <path d={headOf(from, to, unit * 6)} />
        </g>
      )}
      {point && (
        <>
          <circle
            className={styles.finger}
            data-mark="tap"
            cx={point[0]}
            cy={point[1]}
            r={unit * 4}
            strokeWidth={unit * 0.4}
          />
          <circle className={styles.dot} cx={point[0]} cy={point[1]} r={unit * 1.2} />
        </>
      )}
    </svg>
  );
}
