// Dialog.tsx: a modal dialog; the browser's own, which traps the focus and gives it back
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import styles from './Dialog.module.css';

type Props = {
  title: string;
  onClose?: () => void; // without it the dialog stays until its work is done
  children: ReactNode;
  actions?: ReactNode; // buttons at the end
};

// Opens a <dialog> while it is rendered, and gives the focus back to where it was.
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return dialog;
}

// Rendered while it is open; onClose is called for Escape and the button, and for a tap beside a sheet.
function Modal({ title, onClose, children, actions, look }: Props & { look: 'dialog' | 'sheet' }) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key of the same
    <dialog
      ref={dialog}
      className={`${styles.modal} ${styles[look]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (look === 'sheet' && event.target === event.currentTarget) onClose?.();
      }}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <IconButton label={t('close')} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}

export const Dialog = (props: Props) => <Modal look="dialog" {...props} />;

// The same from the lower edge of the window: details on a phone.
export const Sheet = (props: Props) => <Modal look="sheet" {...props} />;
