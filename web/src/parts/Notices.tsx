// Notices.tsx: short messages in a corner, some with a way to undo what was done
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './Button';
import styles from './Notices.module.css';

type Notice = {
  id: number;
  text: string;
  tone: 'plain' | 'fail';
  action?: { name: string; act: () => void };
};

const SHOWN_MS = 8000;
let notices: readonly Notice[] = [];
let count = 0;
const changed = new Set<() => void>();

function set(next: readonly Notice[]) {
  notices = next;
  for (const listener of changed) listener();
}

function drop(id: number) {
  set(notices.filter((notice) => notice.id !== id));
}

// Failures stay until they are closed; everything else goes by itself.
export function notify(text: string, more: { tone?: 'plain' | 'fail'; action?: Notice['action'] } = {}) {
  const id = ++count;
  set([...notices.slice(-3), { id, text, tone: more.tone ?? 'plain', action: more.action }]);
  if (more.tone !== 'fail') window.setTimeout(() => drop(id), SHOWN_MS);
}

function subscribe(listener: () => void) {
  changed.add(listener);
  return () => changed.delete(listener);
}

export function Notices() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className={styles.notices} role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={`${styles.notice} ${tone === 'fail' ? styles.fail : ''}`}>
          <span>{text}</span>
          {action && (
            <Button
              onClick={() => {
                action.act();
                drop(id);
              }}
            >
              {action.name}
            </Button>
          )}
          <IconButton label={t('close')} onClick={() => drop(id)}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
