// Notices.tsx: short messages in a corner, some with a link or with a way to undo what was done
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton, LinkButton } from './Button';
import styles from './Notices.module.css';

type More = {
  tone?: 'plain' | 'fail';
  action?: { name: string; act: () => void };
  link?: { name: string; to: string }; // where the thing that it tells of can be seen
};
type Notice = More & { id: number; text: string; leaving?: boolean };

const SHOWN_MS = 8000;
const FADE_MS = 120;
let notices: readonly Notice[] = [];
let count = 0;
const changed = new Set<() => void>();

function set(next: readonly Notice[]) {
  notices = next;
  for (const listener of changed) listener();
}

function drop(id: number) {
  set(notices.map((notice) => (notice.id === id ? { ...notice, leaving: true } : notice)));
  window.setTimeout(() => set(notices.filter((notice) => notice.id !== id)), FADE_MS);
}

// Failures stay until they are closed; other messages leave after a while.
export function notify(text: string, more: More = {}) {
  const id = ++count;
  set([...notices.slice(-3), { id, text, ...more }]);
  if (more.tone !== 'fail') window.setTimeout(() => drop(id), SHOWN_MS);
}

function subscribe(listener: () => void) {
  changed.add(listener);
  return () => changed.delete(listener);
}

export function NoticeBox({ notice, onClose }: { notice: Omit<Notice, 'id'>; onClose: () => void }) {
  const { t } = useTranslation();
  const { text, tone, action, link, leaving } = notice;
  return (
    <div
      className={`${styles.notice} ${tone === 'fail' ? styles.fail : ''} ${leaving ? styles.leaving : ''}`}
    >
      <span className={styles.text}>{text}</span>
      {link && (
        <LinkButton look="text" to={link.to} onClick={onClose}>
          {link.name}
        </LinkButton>
      )}
      {action && (
        <Button
          look="text"
          onClick={() => {
            action.act();
            onClose();
          }}
        >
          {action.name}
        </Button>
      )}
      <IconButton label={t('close')} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className={styles.notices} role="status" aria-live="polite">
      {shown.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} onClose={() => drop(notice.id)} />
      ))}
    </div>
  );
}
