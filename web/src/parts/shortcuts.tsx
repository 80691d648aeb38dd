// shortcuts.tsx: the keys of the page, their list, and the dialog that shows it
import { useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Dialog } from './Dialog';
import { usePreferences } from './preferences';
import styles from './shortcuts.module.css';

// Each action's keys, as react-hotkeys-hook writes them; its words are in shortcuts.<name>. They are what is
// printed on the keys: on a French keyboard "/" needs Shift, and on an English one it does not.
export const shortcuts = {
  filter: '/,shift+/',
  next: 'j',
  previous: 'k',
  open: 'enter',
  select: 'x',
  run: 'r',
  stop: 's',
  goHome: 'g>h',
  goRuns: 'g>r',
  goTrends: 'g>t',
  goDevices: 'g>d',
  goSettings: 'g>s',
  help: '?,shift+?',
  divergence: 'd',
  close: 'esc',
} as const;
type Shortcut = keyof typeof shortcuts;

const shown: Record<Shortcut, string> = {
  filter: '/',
  next: 'j',
  previous: 'k',
  open: 'Enter',
  select: 'x',
  run: 'r',
  stop: 's',
  goHome: 'g h',
  goRuns: 'g r',
  goTrends: 'g t',
  goDevices: 'g d',
  goSettings: 'g s',
  help: '?',
  divergence: 'd',
  close: 'Esc',
};

const SEQUENCE_MS = 1000;
let afterG = false; // the key before was the first of a sequence, so this one is its second and no shortcut
let timer = 0;
window.addEventListener('keydown', ({ key }) => {
  const next = key === 'g';
  window.clearTimeout(timer);
  window.setTimeout(() => {
    afterG = next; // after the shortcuts of this key
  });
  if (next)
    timer = window.setTimeout(() => {
      afterG = false;
    }, SEQUENCE_MS);
});

// Call act when the keys are pressed outside of fields, dialogs and menus, unless the user has switched
// single-key shortcuts off.
export function useShortcut(name: Shortcut, act: (event: KeyboardEvent) => void, enabled = true) {
  const { shortcuts: on } = usePreferences();
  useHotkeys(
    shortcuts[name],
    (event) => {
      if (document.querySelector('dialog[open], [role="menu"]:popover-open')) return;
      if (afterG && !shortcuts[name].includes('>')) return;
      act(event);
    },
    {
      enabled: enabled && (on || name === 'close'),
      preventDefault: name !== 'open' && name !== 'close',
      useKey: true,
    },
    [act],
  );
}

export function Shortcuts() {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const [open, setOpen] = useState(false);
  useShortcut('goHome', () => go('/'));
  useShortcut('goRuns', () => go('/runs'));
  useShortcut('goTrends', () => go('/trends'));
  useShortcut('goDevices', () => go('/devices'));
  useShortcut('goSettings', () => go('/settings'));
  useShortcut('help', () => setOpen(true));
  if (!open) return null;
  return (
    <Dialog title={t('shortcuts.title')} onClose={() => setOpen(false)}>
      <dl className={styles.list}>
        {(Object.keys(shown) as Shortcut[]).map((name) => (
          <div key={name}>
            <dt>
              <kbd>{shown[name]}</kbd>
            </dt>
            <dd>{t(`shortcuts.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('shortcuts.note')}</p>
    </Dialog>
  );
}
