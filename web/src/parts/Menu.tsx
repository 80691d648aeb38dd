// Menu.tsx: a button that opens a list of things to do
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button, IconButton } from './Button';
import styles from './Menu.module.css';
import { place, showAt } from './popover';
import popover from './popover.module.css';
import { useRovingFocus } from './useRovingFocus';

export type MenuRow = {
  id: string;
  title: string;
  icon?: ReactNode;
  hint?: ReactNode; // at the end of the row: a key, a fact
  danger?: boolean;
  disabled?: boolean;
  checked?: boolean; // one of several choices; undefined: something to do
  href?: string; // a link of this page, or a file to be saved
  download?: boolean;
  act?: () => void;
};
type MenuProps = {
  label: string;
  icon?: ReactNode; // alone: the label is its name
  rows: readonly MenuRow[];
  look?: 'plain' | 'main' | 'bare';
};

function Row({ row, close }: { row: MenuRow; close: () => void }) {
  const props = {
    role: row.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': row.checked,
    'aria-disabled': row.disabled || undefined,
    tabIndex: -1,
    className: `${styles.row} ${row.danger ? styles.danger : ''}`,
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus(),
    onClick: () => {
      if (row.disabled) return;
      close();
      row.act?.();
    },
    children: (
      <>
        {row.icon}
        <span className={styles.title}>{row.title}</span>
        {row.hint && <span className={styles.hint}>{row.hint}</span>}
      </>
    ),
  };
  if (!row.href || row.disabled) return <button type="button" {...props} />;
  if (row.download) return <a href={row.href} download {...props} />;
  return <Link href={row.href} {...props} />;
}

export function Menu({ label, icon, rows, look }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const from = useRef(0); // the row that opening leads to
  const {
    ref: list,
    onKeyDown,
    focus,
  } = useRovingFocus<HTMLDivElement>('[role^="menuitem"]', {
    wrap: true,
    typeAhead: true,
  });
  const show = (row: number) => {
    from.current = row;
    if (list.current && button.current) showAt(list.current, button.current);
  };
  const hide = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const trigger = {
    ref: button,
    look: look ?? (icon ? ('bare' as const) : ('plain' as const)),
    popoverTarget: id,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    'aria-controls': id,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      show(event.key === 'ArrowUp' ? -1 : 0);
    },
  };
  return (
    <>
      {icon ? (
        <IconButton label={label} {...trigger}>
          {icon}
        </IconButton>
      ) : (
        <Button {...trigger}>
          {label} <ChevronDown aria-hidden />
        </Button>
      )}
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={`${popover.popover} ${styles.menu}`}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState !== 'open') return;
          if (button.current) place(currentTarget, button.current);
          focus(from.current);
          from.current = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab')
            hide(); // the browser moves on from the button
          else onKeyDown(event);
          event.stopPropagation();
        }}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} close={hide} />
        ))}
      </div>
    </>
  );
}
