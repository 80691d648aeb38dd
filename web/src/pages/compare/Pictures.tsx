// Pictures.tsx: the screens of two calls side by side, with what differs framed in both
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { artifactUrl, type RunEvent } from '@/api/client';
import { useFormat } from '@/text/format';
import styles from './ComparePage.module.css';
import { type Box, differ, type PictureDiff } from './picture_diff';

const WIDTH_PX = 480;

function Picture({
  event,
  title,
  boxes,
  onLoad,
}: {
  event: RunEvent;
  title: string;
  boxes: readonly Box[];
  onLoad: (image: HTMLImageElement) => void;
}) {
  const { t } = useTranslation();
  const path = event.screenshotPath ?? event.before ?? '';
  return (
    <div className={styles.picture}>
      <img
        src={artifactUrl(event.run, path, WIDTH_PX)}
        alt={t('compare.picture', { side: title, screen: event.screen ?? event.toolName ?? '' })}
        onLoad={(loaded) => onLoad(loaded.currentTarget)}
      />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {boxes.map((box) => (
          <rect key={`${box.x} ${box.y}`} {...box} className={styles.framed} />
        ))}
      </svg>
    </div>
  );
}

function hasPicture(event: RunEvent | undefined): event is RunEvent {
  return Boolean(event?.screenshotPath ?? event?.before);
}

// Rendered with a key of its two events, so each pair starts with fresh state.
export function Pictures({ left, right }: { left: RunEvent | undefined; right: RunEvent | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const images = useRef<Partial<Record<'left' | 'right', HTMLImageElement>>>({});
  const [loaded, setLoaded] = useState(0);
  const [diff, setDiff] = useState<PictureDiff>();
  useEffect(() => {
    const { left: one, right: other } = images.current;
    if (loaded >= 2 && one && other) setDiff(differ(one, other));
  }, [loaded]);
  const load = (side: 'left' | 'right') => (image: HTMLImageElement) => {
    images.current[side] = image;
    setLoaded((count) => count + 1);
  };
  const share = diff && format.percent(diff.share, { digits: 1 });
  return (
    <>
      <div className={styles.pictures}>
        {(['left', 'right'] as const).map((side) => {
          const event = side === 'left' ? left : right;
          return (
            <figure key={side}>
              <figcaption>{t(`compare.${side}`)}</figcaption>
              {hasPicture(event) ? (
                <Picture
                  event={event}
                  title={t(`compare.${side}`)}
                  boxes={diff?.boxes ?? []}
                  onLoad={load(side)}
                />
              ) : (
                <p className={styles.soft}>{t('compare.noPicture')}</p>
              )}
            </figure>
          );
        })}
      </div>
      {diff && (
        <p role="status">
          {diff.boxes.length === 0
            ? t('compare.samePicture')
            : t('compare.differ', { share, count: diff.boxes.length })}
        </p>
      )}
    </>
  );
}
