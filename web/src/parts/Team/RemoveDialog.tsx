// RemoveDialog.tsx: the question before something is deleted for everybody
import { useTranslation } from 'react-i18next';
import '@/text/team';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { notify } from '../Notices';

type Props = {
  title: string;
  text: string;
  verb: string;
  done: string; // told once it is deleted
  busy: boolean;
  remove: (then: { onSuccess: () => void; onError: (error: Error) => void }) => void;
  onClose: (removed: boolean) => void;
};

export function RemoveDialog({ title, text, verb, done, busy, remove, onClose }: Props) {
  const { t } = useTranslation('team');
  const act = () =>
    remove({
      onSuccess: () => {
        notify(done);
        onClose(true);
      },
      onError: (error) => {
        notify(error.message, { tone: 'fail' });
        onClose(false);
      },
    });
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t('cancel')}</Button>
          <Button look="danger" disabled={busy} onClick={act}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
