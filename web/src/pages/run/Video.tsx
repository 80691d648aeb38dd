// Video.tsx: the recording of a run, with its steps as chapters
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { useFormat } from '@/text/format';
import type { RunData } from './data';
import { useLost } from './useLost';
import type { Piece } from './useVideoPieces';
import styles from './Video.module.css';

type Chapter = { step: number; atMs: number; sinceS: number };

function chaptersOf(events: readonly RunEvent[], origin: number): Chapter[] {
  return events
    .filter((event) => event.type === 'step' && event.state === 'began' && event.step)
    .map((event) => {
      const atMs = Date.parse(event.timestamp);
      return { step: event.step ?? 0, atMs, sinceS: Math.max(0, (atMs - origin) / 1000) };
    });
}

// When the recording began: as its first piece says. Runs of older versions do not say it, and began to record
// when the app had been started.
function originOf(events: readonly RunEvent[], pieces: readonly Piece[]): number | undefined {
  const begun = events.find((event) => event.toolName === 'startTestingScenario');
  const time = pieces[0]?.beganAt ?? begun?.timestamp;
  return time ? Date.parse(time) : undefined;
}

export default function Video({ data, pieces }: { data: RunData; pieces: readonly Piece[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const player = useRef<HTMLVideoElement>(null);
  const wanted = useRef<number>(undefined); // the place in the next piece, in seconds
  const [piece, setPiece] = useState(0);
  const [lengths, setLengths] = useState<readonly number[]>([]);
  const url = pieces[piece]?.url;
  const origin = originOf(data.events, pieces);
  const { lost, onError } = useLost(url);
  useEffect(() => {
    if (url) player.current?.load();
  }, [url]);
  if (!url) return null;

  // Without times, each part starts where the previous one ended.
  function placeByLengths(sinceS: number): [number, number] {
    let left = sinceS;
    let target = 0;
    while (target < pieces.length - 1 && left >= (lengths[target] ?? Number.POSITIVE_INFINITY)) {
      left -= lengths[target] ?? 0;
      target += 1;
    }
    return [target, left];
  }

  function placeOf({ atMs, sinceS }: Chapter): [number, number] {
    if (pieces.some(({ beganAt }) => !beganAt)) return placeByLengths(sinceS);
    const begun = pieces.map(({ beganAt }) => Date.parse(beganAt ?? ''));
    const target = Math.max(
      0,
      begun.findLastIndex((time) => time <= atMs),
    );
    return [target, Math.max(0, (atMs - (begun[target] ?? atMs)) / 1000)];
  }

  function go(chapter: Chapter) {
    const [target, left] = placeOf(chapter);
    if (target === piece && player.current) player.current.currentTime = left;
    else {
      wanted.current = left;
      setPiece(target);
    }
  }
  return (
    <section className={styles.video} aria-label={t('run.video')}>
      <video
        ref={player}
        src={url}
        controls
        muted
        preload="metadata"
        hidden={!!lost}
        onError={onError}
        onLoadedMetadata={({ currentTarget }) => {
          const known = [...lengths];
          known[piece] = currentTarget.duration;
          setLengths(known);
          if (wanted.current !== undefined) currentTarget.currentTime = wanted.current;
          wanted.current = undefined;
        }}
        onEnded={() => {
          if (piece + 1 < pieces.length) setPiece(piece + 1);
        }}
      />
      {lost && <p role="status">{lost}</p>}
      <ol className={styles.chapters}>
        {origin !== undefined &&
          chaptersOf(data.events, origin).map((chapter) => (
            <li key={`${chapter.step} ${chapter.atMs}`}>
              <button type="button" onClick={() => go(chapter)}>
                {t('run.step', { number: chapter.step })}{' '}
                <span>{format.duration(chapter.sinceS * 1000)}</span>
              </button>
            </li>
          ))}
      </ol>
    </section>
  );
}
