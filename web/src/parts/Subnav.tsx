// Subnav.tsx: the pages of one entry of the bar, side by side
import { Link, useLocation } from 'wouter';
import styles from './Subnav.module.css';

type Props = { label: string; places: readonly { to: string; name: string }[] };

export function Subnav({ label, places }: Props) {
  const [location] = useLocation();
  return (
    <nav className={styles.nav} aria-label={label}>
      {places.map(({ to, name }) => (
        <Link key={to} href={to} aria-current={location === to ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
