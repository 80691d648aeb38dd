// FilmStrip.tsx: all pictures of a run in one strip, to be looked through by pointer or keys
//
// It is as wide as the page: of more pictures than it has room for, it shows some, evenly; the pointer reaches
// every one.
import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunSource } from './data';
import styles from './FilmStrip.module.css';
import type { Group, Shot } from './timeline';

const FRAME_PX = 40; // including its gap
const THUMBNAIL_PX = 96;
const PREVIEW_PX = 240;

type Props = {
  shots: readonly Shot[];
  groups: readonly Group[];
  shown: number; // index of a picture; -1: none
  source: RunSource;
  onShow: (shot: number) => void;
};

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

// The steps as parts of the strip, from their first picture to their last.
function partsOf(shots: readonly Shot[]) {
  const parts: { group: Shot['group']; first: number; last: number }[] = [];
  shots.forEach(({ group }, at) => {
    const last = parts.at(-1);
    if (last?.group === group) last.last = at;
    else parts.push({ group, first: at, last: at });
  });
  return parts;
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at + 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at) => at + 10,
  PageDown: (at) => at - 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function FilmStrip({ shots, groups, shown, source, onShow }: Props) {
  const { t } = useTranslation();
  const [element, width] = useWidth();
  const [hovered, setHovered] = useState(-1);
  const count = shots.length;
  if (count === 0) return null;
  const room = Math.max(1, Math.floor(width / FRAME_PX));
  const frames = Array.from({ length: Math.min(room, count) }, (_, slot) =>
    count <= room ? slot : Math.floor(((slot + 0.5) * count) / room),
  );
  const used = Math.min(width, frames.length * FRAME_PX);
  const verdicts = new Map(groups.map((group) => [group.key, group.verdict]));
  const nameOf = (group: Shot['group']) =>
    group === 'start' ? t('run.before') : group === 'end' ? t('run.after') : t('run.step', { number: group });

  function at(event: PointerEvent): number {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - box.left) / used) * count)));
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = moves[event.key]?.(shown, count);
    if (next === undefined) return;
    event.preventDefault();
    onShow(Math.max(0, Math.min(count - 1, next)));
  }
  const preview = hovered >= 0 ? shots[hovered] : undefined;
  const middle = (index: number) => ((index + 0.5) / count) * used;
  const now = shots[shown];
  return (
    <div className={styles.strip} ref={element}>
      <div
        className={styles.frames}
        style={{ width: used }}
        role="slider"
        tabIndex={0}
        aria-label={t('run.filmStrip')}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={Math.max(1, shown + 1)}
        aria-valuetext={
          now
            ? t('run.pictureOf', { number: shown + 1, count, step: nameOf(now.group) })
            : t('run.pictures', { count })
        }
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onShow(at(event));
        }}
        onPointerMove={(event) => {
          setHovered(at(event));
          if (event.buttons & 1) onShow(at(event));
        }}
        onPointerLeave={() => setHovered(-1)}
        onPointerCancel={() => setHovered(-1)}
      >
        {frames.map((index) => {
          const shot = shots[index];
          const url = shot && source.picture(shot.path, THUMBNAIL_PX);
          return (
            <span key={shot?.path ?? index} className={styles.frame}>
              {url && <img src={url} alt="" draggable={false} loading="lazy" decoding="async" />}
            </span>
          );
        })}
        {shown >= 0 && <span className={styles.head} style={{ left: middle(shown) }} />}
      </div>
      <div className={styles.steps} style={{ width: used }} aria-hidden="true">
        {partsOf(shots).map(({ group, first, last }) => (
          <span
            key={`${group} ${first}`}
            className={`${styles.step} ${styles[verdicts.get(group) ?? 'OPEN']}`}
            style={{ left: (first / count) * used, width: ((last - first + 1) / count) * used - 2 }}
          >
            {typeof group === 'number' ? group : ''}
          </span>
        ))}
      </div>
      {preview && (
        <div
          className={styles.preview}
          aria-hidden="true"
          style={{ left: Math.min(Math.max(0, middle(hovered) - 90), Math.max(0, width - 180)) }}
        >
          <img src={source.picture(preview.path, PREVIEW_PX)} alt="" />
          <span>{nameOf(preview.group)}</span>
        </div>
      )}
    </div>
  );
}
