// Shell.tsx: what surrounds every page: the name, the way to the pages, the state of the server
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useStreamState } from '@/api/events';
import { useStatus } from '@/api/queries';
import { Choices } from './Choices';
import {
  AboutIcon,
  DevicesIcon,
  RunsIcon,
  ScenariosIcon,
  SettingsIcon,
  SuitesIcon,
  TrendsIcon,
} from './icons';
import { Later } from './Later';
import { Login } from './Login';
import { Offline } from './Offline';
import styles from './Shell.module.css';
import { tip } from './Tooltip';

const places = [
  ['/', 'scenarios', ScenariosIcon],
  ['/suites', 'suites', SuitesIcon],
  ['/runs', 'runs', RunsIcon],
  ['/trends', 'trends', TrendsIcon],
  ['/devices', 'devices', DevicesIcon],
  ['/settings', 'settings', SettingsIcon],
] as const;

function isHere(path: string, location: string): boolean {
  if (path === '/') return location === '/' || location.startsWith('/scenarios');
  if (path === '/suites' && /^\/(suite-runs|schedules)(\/|$)/.test(location)) return true;
  return location === path || location.startsWith(`${path}/`);
}

function ServerState() {
  const { t } = useTranslation();
  const stream = useStreamState();
  const { data } = useStatus();
  const running = data?.runs.length ?? 0;
  const look = stream === 'lost' ? styles.lost : running > 0 ? styles.busy : styles.ready;
  const text =
    stream === 'lost'
      ? t('server.lost')
      : running > 0
        ? t('server.running', { count: running })
        : t('server.ready');
  return (
    <Link href="/runs" className={styles.server}>
      <span className={`${styles.dot} ${look}`} aria-hidden="true" />
      <span role="status">{text}</span>
    </Link>
  );
}

// Who follows a link within a page has the focus on what is gone then: it goes to the new page's beginning.
function useFocusOnArrival(location: string) {
  const before = useRef(location);
  useEffect(() => {
    if (before.current === location) return;
    before.current = location;
    const focused = document.activeElement;
    const isSeen = focused && focused !== document.body && focused.getClientRects().length > 0;
    if (isSeen) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [location]);
}

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [location] = useLocation();
  useFocusOnArrival(location);
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <header className={styles.bar}>
        <Link href="/" className={styles.brand}>
          <img src="/icon.svg" alt="" width="20" height="20" />
          <span>mobile-tester-agent</span>
        </Link>
        <nav className={styles.nav} aria-label={t('nav.label')}>
          {places.map(([path, name, Icon]) => (
            <Link key={path} href={path} aria-current={isHere(path, location) ? 'page' : undefined}>
              <Icon aria-hidden />
              <span className={styles.name} data-name={t(`nav.${name}`)}>
                {t(`nav.${name}`)}
              </span>
            </Link>
          ))}
        </nav>
        <div className={styles.end}>
          <Later>
            <ServerState />
            <Link
              href="/about"
              className={styles.about}
              aria-label={t('nav.about')}
              aria-current={location === '/about' ? 'page' : undefined}
              {...tip(t('nav.about'))}
            >
              <AboutIcon aria-hidden />
            </Link>
            <Choices />
          </Later>
        </div>
      </header>
      <Offline />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Login />
    </>
  );
}
