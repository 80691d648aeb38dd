// Healed.tsx: a line that a recording did not fit, and what was done about it, in a dialog
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import styles from './RunView.module.css';
import { useRunView } from './view';

const HealView = lazy(() => import('@/parts/HealView/HealView'));

export function Healed({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useRunView();
  const [open, setOpen] = useState(false);
  const { run, events } = data;
  if (!run.healed) return null;
  return (
    <div className={styles.waiting}>
      <p>{t(run.verdict === 'PASS' ? 'run.healed' : 'run.notHealed', { step: run.healed.step })}</p>
      <Button onClick={() => setOpen(true)}>{t('run.review')}</Button>
      {open && (
        <Dialog title={t('run.heal')} onClose={() => setOpen(false)}>
          <Suspense>
            <HealView run={run} events={events}>
              {children}
            </HealView>
          </Suspense>
        </Dialog>
      )}
    </div>
  );
}
