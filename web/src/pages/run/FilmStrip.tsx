// FilmStrip.tsx: a run on a time axis: pictures where they were taken, calls as bars, steps as segments
//
// Of more pictures than it has room for it shows some; the pointer and the keys reach every one.
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Later } from '@/parts/Later';
import { useSlider } from '@/parts/useSlider';
import { useFormat } from '@/text/format';
import styles from './FilmStrip.module.css';
import { useGroupTitle } from './GroupRow';
import {
  type Axis,
  axisOf,
  type Bar,
  type BarKind,
  barsOf,
  framesOf,
  nearest,
  segmentsOf,
  shareOf,
  ticksOf,
} from './strip';
import { useRunView } from './view';

const FRAME_PX = 34; // including its gap
const TICK_PX = 90;
const THUMBNAIL_PX = 96;
const PREVIEW_PX = 240;
const NUMBER_PX = 20; // a narrower step has no number
const kinds: BarKind[] = ['model', 'looks', 'asserts', 'acts', 'bad'];

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

// The width of an element that comes with the first picture.
function useWidth() {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver>(undefined);
  const element = useCallback((target: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (!target) return;
    setWidth(target.clientWidth);
    observer.current = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.current.observe(target);
  }, []);
  return [element, width] as const;
}

// All bars of a kind are one path: thousands of calls stay five elements.
function Bars({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const pathOf = (kind: BarKind) =>
    bars
      .filter((bar) => bar.kind === kind)
      .map(
        ({ from, to }) =>
          `M${(from * width).toFixed(1)} 0h${Math.max(1.5, (to - from) * width).toFixed(1)}v6h${(-Math.max(1.5, (to - from) * width)).toFixed(1)}z`,
      )
      .join('');
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${Math.max(1, width)} 6`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {kinds.map((kind) => (
        <path key={kind} d={pathOf(kind)} className={styles[kind]} />
      ))}
    </svg>
  );
}

function Ticks({ axis, width }: { axis: Axis; width: number }) {
  const format = useFormat();
  return (
    <div className={styles.ticks} aria-hidden="true">
      {ticksOf(axis, Math.max(1, width / TICK_PX)).map((ms) => (
        <span key={ms} style={{ left: percent(ms / axis.lengthMs) }}>
          {format.duration(ms, { whole: true })}
        </span>
      ))}
    </div>
  );
}

export function FilmStrip() {
  if (useRunView().timeline.shots.length === 0) return null;
  return (
    <Later>
      <Strip />
    </Later>
  );
}

function Strip() {
  const { t } = useTranslation();
  const title = useGroupTitle();
  const { data, timeline, source, shot: shown, show, trouble } = useRunView();
  const { run, events } = data;
  const { shots, groups } = timeline;
  const [element, width] = useWidth();
  const axis = useMemo(() => axisOf(run, events), [run, events]);
  const segments = useMemo(() => segmentsOf(groups, axis), [groups, axis]);
  const bars = useMemo(() => barsOf(events, axis, width), [events, axis, width]);
  const frames = useMemo(
    () => framesOf(shots, axis, width / FRAME_PX, trouble?.event),
    [shots, axis, width, trouble?.event],
  );
  const count = shots.length;
  const now = shots[shown];
  const { slider, hovered } = useSlider({
    label: t('run.filmStrip'),
    count,
    value: shown,
    text: now
      ? t('run.pictureOf', { number: shown + 1, count, step: title(now.group) })
      : t('run.pictures', { count }),
    onChange: (at) => {
      const next = shots[at];
      if (next) show({ event: next.event });
    },
    valueAt: (share) => nearest(shots, axis, share),
  });
  const placeOf = (at: number) => percent(shareOf(axis, shots[at]?.atMs ?? 0));
  const preview = hovered >= 0 ? shots[hovered] : undefined;
  return (
    <div className={styles.strip}>
      <div className={styles.axis} ref={element} {...slider}>
        <Ticks axis={axis} width={width} />
        <div className={styles.frames}>
          {frames.map((at) => {
            const shot = shots[at];
            const url = shot && source.picture(shot.path, THUMBNAIL_PX);
            const fails = shot?.event === trouble?.event && run.verdict === 'FAIL';
            return (
              <span
                key={shot?.path ?? at}
                className={`${styles.frame} ${fails ? styles.failing : ''}`}
                style={{ left: placeOf(at) }}
              >
                {url && <img src={url} alt="" draggable={false} loading="lazy" decoding="async" />}
              </span>
            );
          })}
        </div>
        <Bars bars={bars} width={width} />
        <div className={styles.steps} aria-hidden="true">
          {segments.map(({ group, verdict, from, to }) => (
            <span
              key={group}
              className={`${styles.step} ${styles[verdict] ?? ''}`}
              style={{ left: percent(from), width: percent(to - from) }}
            >
              {(to - from) * width >= NUMBER_PX && group}
            </span>
          ))}
        </div>
        {shown >= 0 && <span className={styles.head} style={{ left: placeOf(shown) }} />}
      </div>
      {preview && (
        <div
          className={styles.preview}
          aria-hidden="true"
          style={{ left: `clamp(0px, ${placeOf(hovered)} - 5.5rem, 100% - 11rem)` }}
        >
          <img src={source.picture(preview.path, PREVIEW_PX)} alt="" />
          <span>{title(preview.group)}</span>
        </div>
      )}
    </div>
  );
}
