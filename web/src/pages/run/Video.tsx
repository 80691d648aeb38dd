// Video.tsx: the recording of a run, with its steps as chapters
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Panel } from '@/parts/Panel';
import { durationText } from '@/parts/Time';
import type { RunData, RunSource } from './data';
import styles from './Video.module.css';

type Chapter = { step: number; atS: number };

// The recording begins when the app has been started; each of its pieces goes on where the one before ended.
function chaptersOf(events: readonly RunEvent[]): Chapter[] {
  const begun = events.find((event) => event.toolName === 'startTestingScenario');
  if (!begun) return [];
  const origin = Date.parse(begun.timestamp);
  return events
    .filter((event) => event.type === 'step' && event.state === 'began' && event.step)
    .map((event) => ({
      step: event.step ?? 0,
      atS: Math.max(0, (Date.parse(event.timestamp) - origin) / 1000),
    }));
}

export function Video({ data, source }: { data: RunData; source: RunSource }) {
  const { t } = useTranslation();
  const player = useRef<HTMLVideoElement>(null);
  const wanted = useRef<number>(undefined); // the place in the next piece, in seconds
  const [piece, setPiece] = useState(0);
  const [lengths, setLengths] = useState<readonly number[]>([]);
  const pieces = data.events.flatMap((event) => {
    const url = event.videoPath && source.file(event.videoPath);
    return url ? [url] : [];
  });
  const url = pieces[piece];
  useEffect(() => {
    if (url) player.current?.load();
  }, [url]);
  if (!url) return null;

  function go(atS: number) {
    let left = atS;
    let target = 0;
    while (target < pieces.length - 1 && left >= (lengths[target] ?? Number.POSITIVE_INFINITY)) {
      left -= lengths[target] ?? 0;
      target += 1;
    }
    if (target === piece && player.current) player.current.currentTime = left;
    else {
      wanted.current = left;
      setPiece(target);
    }
  }
  return (
    <Panel title={t('run.video')}>
      <div className={styles.video}>
        <video
          ref={player}
          src={url}
          controls
          muted
          preload="metadata"
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
        <ol className={styles.chapters}>
          {chaptersOf(data.events).map(({ step, atS }) => (
            <li key={`${step} ${atS}`}>
              <button type="button" onClick={() => go(atS)}>
                {t('run.step', { number: step })} <span>{durationText(atS * 1000)}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
