// Offline.tsx: says that the server has gone, when it is more than a short break
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reconnect, useStreamState } from '@/api/events';
import { useRefused } from '@/api/session';
import { Button } from './Button';
import styles from './Offline.module.css';

const PATIENCE_MS = 1500;

export function Offline() {
  const { t } = useTranslation();
  const refused = useRefused();
  const lost = useStreamState() === 'lost' && !refused;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) return;
    const timer = window.setTimeout(() => setShown(true), PATIENCE_MS);
    return () => {
      window.clearTimeout(timer);
      setShown(false);
    };
  }, [lost]);
  return (
    <div role="status">
      {lost && shown && (
        <div className={styles.banner}>
          <p>{t('server.gone')}</p>
          <Button onClick={reconnect}>{t('tryAgain')}</Button>
        </div>
      )}
    </div>
  );
}
