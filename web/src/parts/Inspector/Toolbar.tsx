// Toolbar.tsx: what a click in the picture does, and the keys of the device
import { ChevronsDown, ChevronsUp, Crosshair, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button';
import { Foreign } from '../Foreign';
import { BackIcon, HomeIcon, OpenAppIcon, TapIcon } from '../icons';
import { tip } from '../Tooltip';
import { type Act, acts, openOf } from './deeds';
import styles from './Inspector.module.css';
import type { Mode } from './Pointer';

type Props = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  app: string; // '' if none is known
  busy: boolean;
  onAct: (act: Act) => void;
  onRead: () => void;
};

const modes = [
  ['pick', Crosshair],
  ['use', TapIcon],
] as const;

function Modes({ mode, onMode }: Pick<Props, 'mode' | 'onMode'>) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.modes}>
      <legend className="visually-hidden">{t('inspector.mode.label')}</legend>
      {modes.map(([name, Icon]) => (
        <label key={name} className={styles.mode} {...tip(t(`inspector.mode.${name}Hint`))}>
          <input
            type="radio"
            name="pick-mode"
            className="visually-hidden"
            checked={mode === name}
            onChange={() => onMode(name)}
          />
          <Icon aria-hidden /> {t(`inspector.mode.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}

export function Toolbar({ mode, onMode, app, busy, onAct, onRead }: Props) {
  const { t } = useTranslation();
  const act = (each: Act) => ({ 'aria-disabled': busy, onClick: () => busy || onAct(each) });
  return (
    <div role="toolbar" aria-label={t('inspector.tools')} className={styles.toolbar}>
      <Modes mode={mode} onMode={onMode} />
      <IconButton label={t('inspector.back')} {...act(acts.back)}>
        <BackIcon aria-hidden />
      </IconButton>
      <IconButton label={t('inspector.home')} {...act(acts.home)}>
        <HomeIcon aria-hidden />
      </IconButton>
      <IconButton label={t('inspector.scrollDown')} {...act(acts.scrollDown)}>
        <ChevronsDown aria-hidden />
      </IconButton>
      <IconButton label={t('inspector.scrollUp')} {...act(acts.scrollUp)}>
        <ChevronsUp aria-hidden />
      </IconButton>
      {app && (
        <Button look="bare" {...act(openOf(app))}>
          <OpenAppIcon aria-hidden /> {t('inspector.openAny')}
        </Button>
      )}
      <IconButton label={t('inspector.read')} onClick={onRead}>
        <RefreshCw aria-hidden />
      </IconButton>
    </div>
  );
}

// Another app than the tested one is in front: the one thing to know, and what to do about it.
export function Outside({ front, home, app, busy, onAct }: OutsideProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.outside} role="status">
      <p>
        <strong>
          {home ? t('inspector.outsideHome') : <Foreign text={t('inspector.outside', { app: front })} />}
        </strong>
      </p>
      <Button look="main" aria-disabled={busy} onClick={() => busy || onAct(openOf(app))}>
        <OpenAppIcon aria-hidden /> {t('inspector.openApp', { app })}
      </Button>
    </div>
  );
}

type OutsideProps = { front: string; home: boolean; app: string; busy: boolean; onAct: (act: Act) => void };
