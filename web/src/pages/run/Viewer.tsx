// Viewer.tsx: a picture in the whole window: marks, zoom, its neighbours by arrow keys, before against after
import { ChevronLeft, ChevronRight, Columns2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunEvent } from '@/api/client';
import { Button, IconButton } from '@/parts/Button';
import { useModal } from '@/parts/Dialog';
import { Slider } from '@/parts/Slider';
import { useGroupTitle } from './GroupRow';
import { Marks, seenOf } from './Marks';
import { useLost } from './useLost';
import styles from './Viewer.module.css';
import { useRunView } from './view';

const ZOOMS = [1, 1.5, 2, 3, 4];
const HALF = 50;

type Props = {
  path: string;
  pair: readonly string[]; // of the call that was selected: before and after
  onClose: () => void;
};

// What was done on a screen: by the selected call if the picture is its own.
function touchOf(
  events: readonly RunEvent[],
  path: string,
  selected: RunEvent | undefined,
): RunEvent | undefined {
  const isOf = (event: RunEvent) => event.before === path && (event.point || event.box || event.from);
  return selected && isOf(selected) ? selected : events.find(isOf);
}

function Compared({ before, after, at }: { before: string; after: string; at: number }) {
  const { t } = useTranslation();
  return (
    <>
      <img src={before} alt={t('run.screenBefore')} />
      <img
        src={after}
        alt={t('run.screenAfter')}
        className={styles.over}
        style={{ '--at': `${at}%` } as CSSProperties}
      />
      <span className={styles.divider} style={{ '--at': `${at}%` } as CSSProperties} />
    </>
  );
}

export default function Viewer({ path, pair, onClose }: Props) {
  const { t } = useTranslation();
  const { timeline, source, data, row } = useRunView();
  const title = useGroupTitle();
  const dialog = useModal();
  const { shots } = timeline;
  const [at, setAt] = useState(() => shots.findIndex((shot) => shot.path === path));
  const [zoom, setZoom] = useState(0);
  const [split, setSplit] = useState<number>(); // where the two pictures meet; undefined: one is shown
  const shot = shots[at];
  const shown = shot?.path ?? path;
  const url = source.picture(shown);
  const { lost, onError } = useLost(url);
  const [before, after] = pair.map((each) => source.picture(each));
  const canCompare = before !== undefined && after !== undefined;
  const touch = touchOf(data.events, shown, row?.kind === 'event' ? row.event : undefined);
  const check = row?.kind === 'event' && row.event.screenshotPath === shown ? row.event : undefined;
  const seen = check && seenOf(check);
  const go = (by: number) => {
    setSplit(undefined);
    setAt(Math.max(0, Math.min(shots.length - 1, at + by)));
  };
  const scale = (by: number) => setZoom(Math.max(0, Math.min(ZOOMS.length - 1, zoom + by)));
  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement) return; // the slider has its own arrows
    if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === '+' || event.key === '=') scale(1);
    else if (event.key === '-') scale(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const name = shot
    ? t('run.pictureOf', { number: at + 1, count: shots.length, step: title(shot.group) })
    : t('run.screenThen');
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={name}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.bar}>
        <h2 aria-live="polite">{name}</h2>
        {canCompare && (
          <Button
            aria-pressed={split !== undefined}
            onClick={() => setSplit(split === undefined ? HALF : undefined)}
          >
            <Columns2 aria-hidden /> {t('run.compareShots')}
          </Button>
        )}
        <IconButton label={t('run.zoomOut')} disabled={zoom === 0} onClick={() => scale(-1)}>
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton label={t('run.zoomIn')} disabled={zoom === ZOOMS.length - 1} onClick={() => scale(1)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton label={t('run.previousShot')} disabled={at <= 0} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label={t('run.nextShot')} disabled={at >= shots.length - 1} onClick={() => go(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
        <IconButton label={t('close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is zoomed is scrolled by keys */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no form */}
      <div className={styles.stage} tabIndex={0} role="group" aria-label={name}>
        <div className={styles.picture} style={{ '--zoom': ZOOMS[zoom] } as CSSProperties}>
          {split !== undefined && before && after ? (
            <Compared before={before} after={after} at={split} />
          ) : (
            <>
              {url && !lost ? (
                <img src={url} alt={name} onError={onError} />
              ) : (
                <p className={styles.none}>{lost ?? t('run.notHere')}</p>
              )}
              {touch && <Marks event={touch} />}
              {seen && <Marks event={seen.at} mark={seen.mark} />}
            </>
          )}
        </div>
      </div>
      {split !== undefined && (
        <footer className={styles.foot}>
          <span>{t('run.screenAfter')}</span>
          <Slider
            label={t('run.compareShots')}
            value={split}
            text={t('run.splitAt', { share: Math.round(split) })}
            onChange={setSplit}
          />
          <span>{t('run.screenBefore')}</span>
        </footer>
      )}
    </dialog>
  );
}
