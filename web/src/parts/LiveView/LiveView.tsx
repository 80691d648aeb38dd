// LiveView.tsx: the picture of a device as it is now
//
// It takes no focus and never moves what is around it. Children lie over the picture and are as large.
import { Pause, Play } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/client';
import { type Frame, useFrames, type Watched } from '@/api/view';
import { IconButton } from '../Button';
import { Chip } from '../Chip';
import { Foreign } from '../Foreign';
import styles from './LiveView.module.css';

type Props = {
  device: string;
  name?: string; // of what the screen shows, for who cannot see it
  onFrame?: (frame: Frame) => void;
  children?: ReactNode;
};

type State = 'waiting' | 'live' | 'paused' | 'covered' | 'lost';
const tones = { waiting: 'quiet', live: 'live', paused: 'quiet', covered: 'open', lost: 'fail' } as const;

function stateOf(watched: Watched, paused: boolean): State {
  if (paused) return 'paused';
  if (watched.problem) return 'lost';
  if (watched.secrets) return 'covered';
  return watched.frame ? 'live' : 'waiting';
}

const kinds: Record<number, 'offline' | 'gone' | 'unusable'> = { 0: 'offline', 404: 'gone', 503: 'unusable' };

// Why there is no picture, in the server's words: it knows what makes the device usable.
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

export function LiveView({ device, name, onFrame, children }: Props) {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const screen = useRef<HTMLDivElement>(null);
  const widthPx = useCallback(() => screen.current?.clientWidth ?? 0, []);
  const watched = useFrames(device, paused, widthPx);
  const { frame, problem } = watched;
  const state = stateOf(watched, paused);
  useEffect(() => {
    if (frame) onFrame?.(frame);
  }, [frame, onFrame]);
  return (
    <figure className={styles.view}>
      <figcaption className={styles.bar}>
        <Chip tone={tones[state]}>{t(`live.state.${state}`)}</Chip>
        <span className={styles.why}>{state === 'covered' && t('live.coveredWhy')}</span>
        <IconButton label={t(paused ? 'live.resume' : 'live.pause')} onClick={() => setPaused(!paused)}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
      </figcaption>
      {problem && !paused && <Trouble problem={problem} />}
      <div ref={screen} className={styles.place}>
        {frame ? (
          <div className={styles.screen}>
            <img
              src={frame.url}
              width={frame.widthPx}
              height={frame.heightPx}
              alt={name ? t('live.shows', { name }) : t('live.screenOf', { device })}
              className={problem ? styles.old : undefined}
              draggable={false}
            />
            {children && <div className={styles.over}>{children}</div>}
          </div>
        ) : (
          !problem && (
            <div className={styles.nothing}>
              {t(state === 'covered' ? 'live.coveredYet' : 'live.opening')}
            </div>
          )
        )}
      </div>
    </figure>
  );
}
