// Page.tsx: what every page has: its heading, its title in the browser, what it shows while it loads or fails
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '@/api/client';
import { Button } from './Button';
import { plain } from './Foreign';
import styles from './Page.module.css';
import { Skeleton } from './Skeleton';

type Props = {
  title: string;
  heading?: ReactNode; // instead of the title as text
  actions?: ReactNode;
  wide?: boolean; // takes the whole width
  fill?: boolean; // takes the whole window, and its content scrolls within
  children: ReactNode;
};

export function Page({ title, heading, actions, wide, fill, children }: Props) {
  useEffect(() => {
    document.title = `${plain(title)} · mobile-tester-agent`;
  }, [title]);
  return (
    <div className={`${styles.page} ${wide || fill ? styles.wide : ''} ${fill ? styles.fill : ''}`}>
      <div className={styles.head}>
        <h1>{heading ?? title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export function Loading() {
  return (
    <div className={styles.loading}>
      <Skeleton rows={5} />
    </div>
  );
}

// The server's error message, and a button to try again.
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const offline = error instanceof Problem && error.status === 0;
  return (
    <div className={styles.failure} role="alert">
      <p>{offline ? t('offline') : error instanceof Error ? error.message : String(error)}</p>
      {retry && <Button onClick={retry}>{t('tryAgain')}</Button>}
    </div>
  );
}

// A place with nothing in it says what belongs there and how it comes there.
export function Empty({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className={styles.empty}>
      <h2>{title}</h2>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
