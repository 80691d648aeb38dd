// LiveView.tsx: the picture of a device as it is now
//
// It takes no focus and never moves what is around it. Children lie over the picture and are as large.
import { PanelRightClose, Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/client';
import { type Frame, useFrames, useHidden, type Watched } from '@/api/view';
import { IconButton } from '../Button';
import { Chip } from '../Chip';
import { Foreign } from '../Foreign';
import styles from './LiveView.module.css';
import { useVideo } from './useVideo';

type Props = {
  device: string;
  host?: string | undefined; // the host that has it, if it is not this one
  held?: boolean; // nothing is asked for yet
  name?: string; // text alternative of the screen
  onFrame?: (frame: Frame) => void;
  fill?: boolean; // as large as the place it is in, instead of the window's share
  onHide?: () => void;
  children?: ReactNode;
};

type State = 'waiting' | 'live' | 'paused' | 'covered' | 'typed' | 'lost';
const tones = {
  waiting: 'quiet',
  live: 'live',
  paused: 'quiet',
  covered: 'open',
  typed: 'open',
  lost: 'fail',
} as const;

function stateOf(watched: Watched, paused: boolean, video: boolean): State {
  if (paused) return 'paused';
  if (video) return 'live';
  if (watched.problem) return 'lost';
  if (watched.secrets) return watched.secrets === 'run' ? 'covered' : 'typed';
  return watched.frame ? 'live' : 'waiting';
}

const kinds: Record<number, 'offline' | 'gone' | 'unusable'> = { 0: 'offline', 404: 'gone', 503: 'unusable' };

// The server's reason for a missing picture: it knows how to make the device usable.
function Trouble({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const kind = kinds[problem.status] ?? 'other';
  return (
    <div className={styles.trouble} role="status">
      <p className={styles.troubleTitle}>{t(`live.${kind}`)}</p>
      {kind !== 'offline' && (
        <p>
          <Foreign text={problem.message} />
        </p>
      )}
      <p className={styles.soft}>{t('live.again')}</p>
    </div>
  );
}

type PictureProps = {
  shown: Frame | undefined;
  video: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  alt: string;
  old: boolean;
  children: ReactNode;
};

// The canvas is there before it shows anything: what is drawn on it decides whether it is seen.
function Picture({ shown, video, canvas, alt, old, children }: PictureProps) {
  return (
    <div className={shown ? styles.screen : undefined} hidden={!shown}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={alt}
        hidden={!video}
        className={old ? styles.old : undefined}
      />
      {shown && !video && (
        <img
          src={shown.url}
          width={shown.widthPx}
          height={shown.heightPx}
          alt={alt}
          className={old ? styles.old : undefined}
          draggable={false}
        />
      )}
      {shown && children && <div className={styles.over}>{children}</div>}
    </div>
  );
}

// Only pictures come from another host: its video is not passed on.
export function LiveView({ device, host, held = false, name, onFrame, fill, onHide, children }: Props) {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const widthPx = useCallback(() => screen.current?.clientWidth ?? 0, []);
  const hidden = useHidden();
  const [covered, setCovered] = useState(false);
  const video = useVideo({
    device,
    wanted: !host && !held && !paused && !hidden && !covered,
    canvas,
    notices: !!onFrame,
  });
  const watched = useFrames(device, host, held || paused || video.on, widthPx);
  useEffect(() => setCovered(!!watched.secrets), [watched.secrets]);
  // A video that has ended stays until there is a picture that is newer.
  const [older, setOlder] = useState<Frame>();
  useEffect(() => {
    if (video.on) setOlder(watched.frame);
  }, [video.on, watched.frame]);
  const isVideo = !!video.frame && (video.on || watched.frame === older);
  const problem = video.on ? undefined : watched.problem;
  const frame = isVideo ? video.frame : watched.frame;
  const state = stateOf(watched, paused, video.on);
  useEffect(() => {
    if (frame) onFrame?.(frame);
  }, [frame, onFrame]);
  return (
    <figure className={`${styles.view} ${fill ? styles.fill : ''}`}>
      <figcaption className={styles.bar}>
        <Chip tone={tones[state]}>{t(`live.state.${state}`)}</Chip>
        <span className={styles.why}>
          {state === 'covered' && t('live.coveredWhy')}
          {state === 'typed' && t('live.typedWhy')}
        </span>
        <IconButton label={t(paused ? 'live.resume' : 'live.pause')} onClick={() => setPaused(!paused)}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
        {onHide && (
          <IconButton label={t('live.hide')} onClick={onHide}>
            <PanelRightClose aria-hidden />
          </IconButton>
        )}
      </figcaption>
      {problem && !paused && <Trouble problem={problem} />}
      <div ref={screen} className={styles.place}>
        <Picture
          shown={frame}
          video={isVideo}
          canvas={canvas}
          alt={name ? t('live.shows', { name }) : t('live.screenOf', { device })}
          old={!!problem}
        >
          {children}
        </Picture>
        {!frame && !problem && (
          <div className={styles.nothing}>{t(watched.secrets ? 'live.coveredYet' : 'live.opening')}</div>
        )}
      </div>
    </figure>
  );
}
