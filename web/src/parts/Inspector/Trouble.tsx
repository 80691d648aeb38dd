// Trouble.tsx: why an action was not done, in words, and the button that helps
import { RefreshCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '@/api/view';
import { Button, IconButton } from '../Button';
import { Foreign } from '../Foreign';
import { AgainIcon, OpenAppIcon } from '../icons';
import { openOf } from './deeds';
import styles from './Inspector.module.css';
import type { Deeds, Outcome } from './useDeeds';

type Props = {
  outcome: Outcome;
  deeds: Deeds;
  app: string;
  screen: Screen | undefined;
  disabled: boolean; // the element takes no touches at present
  onRead: () => void;
};

function Help({ outcome, deeds, app, onRead }: Props) {
  const { t } = useTranslation();
  const { deed, step, pointed } = outcome;
  const trouble = pointed?.trouble;
  const { busy, act } = deeds;
  if ((trouble === 'outside' || trouble === 'crashed') && app) {
    const open = openOf(app);
    return (
      <Button look="main" aria-disabled={busy} onClick={() => act(open.deed, open.step)}>
        <OpenAppIcon aria-hidden /> {t('inspector.openApp', { app })}
      </Button>
    );
  }
  if (trouble === 'guarded')
    return (
      <Button look="danger" aria-disabled={busy} onClick={() => act(deed, step, true)}>
        {t('inspector.trouble.anyway')}
      </Button>
    );
  if (trouble === 'notFound' || trouble === 'ambiguous')
    return (
      <Button onClick={onRead}>
        <RefreshCw aria-hidden /> {t('inspector.trouble.refresh')}
      </Button>
    );
  return (
    <Button aria-disabled={busy} onClick={() => act(deed, step)}>
      <AgainIcon aria-hidden /> {t('inspector.trouble.again')}
    </Button>
  );
}

// The engine's own words; those for a model are of no use to a person.
function technicalOf({ pointed }: Outcome): string {
  if (!pointed || pointed.trouble === 'outside') return '';
  return pointed.result.replace(/^[A-Z_]+: /, '');
}

export function Trouble(props: Props) {
  const { t } = useTranslation();
  const { outcome, deeds, app, screen, disabled } = props;
  const { pointed, problem } = outcome;
  const failed = pointed?.trouble || 'failed';
  const trouble = failed === 'failed' && disabled ? 'disabled' : failed;
  const words = problem
    ? t(problem.status === 409 ? 'inspector.busy' : 'inspector.trouble.sent', { why: problem.message })
    : t(`inspector.trouble.${trouble}`, { app: screen?.app ?? '', wanted: app });
  const technical = technicalOf(outcome);
  return (
    <div className={styles.trouble} role="alert">
      <div className={styles.cardHead}>
        <p>
          <Foreign text={words} />
        </p>
        <IconButton label={t('inspector.dismiss')} onClick={deeds.dismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className={styles.acts}>
        <Help {...props} />
      </div>
      {technical && (
        <details>
          <summary>{t('inspector.trouble.technical')}</summary>
          <p className={styles.words}>
            <Foreign text={technical} />
          </p>
        </details>
      )}
    </div>
  );
}
