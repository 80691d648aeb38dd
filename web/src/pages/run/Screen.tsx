// Screen.tsx: a picture of the device as large as its place, with the finger and the element drawn in
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import type { RunSource } from './data';
import { Marks, seenOf } from './Marks';
import styles from './Screen.module.css';
import { useLost } from './useLost';

const WIDTH_PX = 540;
const PHONE = 9 / 19.5; // until the picture is there

type Props = {
  title: string;
  path: string | undefined;
  alt: string;
  source: RunSource;
  touch?: RunEvent | undefined; // what was done there
  check?: RunEvent | undefined; // what was looked for there
  onOpen: (path: string) => void; // it is to be seen larger
};

// The picture's own proportions, so that marks lie where they belong and nothing jumps when it comes.
function useRatio(touch: RunEvent | undefined) {
  const [natural, setNatural] = useState<number>();
  const [width = 0, height = 0] = touch?.space ?? [];
  const ratio = natural ?? (width > 0 && height > 0 ? width / height : PHONE);
  return [ratio, setNatural] as const;
}

export function Screen({ title, path, alt, source, touch, check, onOpen }: Props) {
  const { t } = useTranslation();
  const [ratio, setRatio] = useRatio(touch);
  const seen = check && seenOf(check);
  const url = path && source.picture(path, WIDTH_PX);
  const { lost, onError } = useLost(url);
  return (
    <figure className={styles.screen}>
      <figcaption>{title}</figcaption>
      {path && url && !lost ? (
        <div className={styles.stage}>
          <div className={styles.picture} style={{ '--ratio': ratio } as CSSProperties}>
            <img
              src={url}
              alt={alt}
              decoding="async"
              onError={onError}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                naturalHeight > 0 && setRatio(naturalWidth / naturalHeight)
              }
            />
            {touch && <Marks event={touch} />}
            {seen && <Marks event={seen.at} mark={seen.mark} />}
            <button
              type="button"
              className={styles.enlarge}
              aria-label={t('run.enlarge', { picture: title })}
              onClick={() => onOpen(path)}
            />
          </div>
        </div>
      ) : (
        <p className={styles.none}>{lost ?? (path ? t('run.notHere') : t('run.noPicture'))}</p>
      )}
    </figure>
  );
}
