// Approval.tsx: a run that waits for a person to allow or refuse a guarded action
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/parts/Button';
import { Dialog } from '@/parts/Dialog';
import { Foreign } from '@/parts/Foreign';
import styles from './RunView.module.css';

// Closing the dialog answers nothing: the run keeps waiting, and a line says so.
export function Approval({ what, onAnswer }: { what: string; onAnswer: (approved: boolean) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const answers = (
    <>
      <Button onClick={() => onAnswer(false)}>{t('run.refuse')}</Button>
      <Button look="danger" onClick={() => onAnswer(true)}>
        {t('run.approve')}
      </Button>
    </>
  );
  if (!open)
    return (
      <div className={styles.waiting}>
        <p role="status">{t('run.waitsForApproval')}</p>
        <Button look="main" onClick={() => setOpen(true)}>
          {t('run.answer')}
        </Button>
      </div>
    );
  return (
    <Dialog title={t('run.approvalTitle')} onClose={() => setOpen(false)} actions={answers}>
      <p>{t('run.approvalText')}</p>
      <p className={styles.what}>
        <Foreign text={what} />
      </p>
    </Dialog>
  );
}
