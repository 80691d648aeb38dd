// Chart.tsx: one measure as a line with the failed runs marked on it, or as bars
import { useLayoutEffect, useRef } from 'react';
// Before uPlot, which needs it.
import '@/text/language';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './TrendsPage.module.css';
import { useScheme } from './useScheme';

type Point = {
  id: string;
  short: string; // the run's time, below the chart
  value: number | undefined; // undefined: nothing is known of this run
  failed: boolean;
};

const HEIGHT_PX = 150;

// The colour that a name of the tokens has here and now, which may be a choice of two.
function colourOf(probe: HTMLElement, name: string): string {
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

type Props = {
  label: string;
  points: readonly Point[]; // the oldest first
  text: (value: number) => string;
  max?: number;
  bars?: boolean;
};

export function Chart({ label, points, text, max, bars = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useScheme();
  const write = useRef(text);
  write.current = text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas must be redrawn for other colours
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const colour = (name: string) => colourOf(element, name);
    const axis = {
      stroke: colour('--text-soft'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const dot = (name: string, size: number) => ({
      show: true,
      size,
      fill: colour(name),
      stroke: colour(name),
    });
    const last = points.length - 1;
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        padding: [null, 24, 0, null],
        cursor: { drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: [-0.5, Math.max(1, last) + 0.5] },
          y: { range: (_, __, top) => [0, max ?? (top > 0 ? top * 1.1 : 1)] },
        },
        axes: [
          {
            ...axis,
            size: 26,
            splits: () => (last > 0 ? [0, last] : [0]),
            values: (_, splits) => splits.map((at) => points[at]?.short ?? ''),
          },
          { ...axis, size: 64, values: (_, splits) => splits.map((value) => write.current(value)) },
        ],
        series: [
          {},
          bars
            ? {
                label,
                fill: colour('--accent'),
                ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.7, 48] }) }),
                points: { show: false },
              }
            : { label, stroke: colour('--accent'), width: 1.5, points: dot('--accent', 5) },
          { label: '', paths: () => null, points: dot('--fail', 9) },
        ],
      },
      [
        points.map((_, at) => at),
        points.map((point) => point.value ?? null),
        points.map((point) => (point.failed ? (point.value ?? null) : null)),
      ],
      element,
    );
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      chart.destroy();
    };
  }, [points, label, max, bars, scheme]);
  // A table below says the same in words.
  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}
