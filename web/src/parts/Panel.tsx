// Panel.tsx: a part of a page with a heading
import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

type Props = {
  title: string;
  actions?: ReactNode;
  flush?: boolean; // the content goes to the edges, as lists and pictures do
  children: ReactNode;
};

export function Panel({ title, actions, flush, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
