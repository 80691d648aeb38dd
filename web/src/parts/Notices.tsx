// Notices.tsx: short messages in a corner, some with a link or with a way to undo what was done
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
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
  stopTimer(id);
  set(notices.map((notice) => (notice.id === id ? { ...notice, leaving: true } : notice)));
  window.setTimeout(() => set(notices.filter((notice) => notice.id !== id)), FADE_MS);
}

const timers = new Map<number, number>(); // ids of leaving notices to their timers
let held = false; // somebody is at one of them

function stopTimer(id: number) {
  window.clearTimeout(timers.get(id));
  timers.delete(id);
}

function startTimer(id: number) {
  window.clearTimeout(timers.get(id));
  timers.set(id, held ? 0 : window.setTimeout(() => drop(id), SHOWN_MS));
}

// Nothing leaves from under the pointer or the focus; all have their whole time again afterwards.
function hold(now: boolean) {
  held = now;
  for (const id of timers.keys()) startTimer(id);
}

// Going through a page by Tab takes longer than a notice is shown: each step gives it its whole time again.
function onWalk({ key }: KeyboardEvent) {
  if (key === 'Tab') hold(held);
}

// Failures stay until they are closed; other messages leave after a while.
export function notify(text: string, more: More = {}) {
  const id = ++count;
  set([...notices.slice(-3), { id, text, ...more }]);
  if (more.tone !== 'fail') startTimer(id);
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
  useEffect(() => {
    document.addEventListener('keydown', onWalk);
    return () => document.removeEventListener('keydown', onWalk);
  }, []);
  // The element that had the pointer or the focus is gone, so nothing says that they have left.
  useEffect(() => {
    if (shown.length === 0) hold(false);
  }, [shown.length]);
  return (
    <div
      className={styles.notices}
      role="status"
      aria-live="polite"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {shown.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} onClose={() => drop(notice.id)} />
      ))}
    </div>
  );
}
