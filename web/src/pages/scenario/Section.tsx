// Section.tsx: a part of the form that most scenarios leave as it is: closed, with what it says in one line
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Foreign } from '@/parts/Foreign';
import styles from './Section.module.css';

type Props = { title: string; summary: string; children: ReactNode };

export function Section({ title, summary, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.section} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.mark} />
        <span className={styles.title}>{title}</span>
        {!open && (
          <span className={styles.value}>
            <Foreign text={summary} />
          </span>
        )}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
