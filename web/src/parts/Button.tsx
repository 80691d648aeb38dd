// Button.tsx: buttons with words, buttons with an icon, and links that look like them
import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';
import { tip } from './Tooltip';

// main: what the page is for, once. plain: anything else. danger: it destroys or stops. bare: icons, and what
// is repeated in rows. text: within a sentence or a message.
type Look = 'plain' | 'main' | 'danger' | 'bare' | 'text';
type Props = ComponentProps<'button'> & { look?: Look };

function classOf(look: Look, more: string | undefined) {
  return [styles.button, styles[look], more].filter(Boolean).join(' ');
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: Props) {
  return <button type={type} className={classOf(look, className)} {...rest} />;
}

// label is the name for readers of screens, and the tooltip.
export function IconButton({ label, look = 'bare', className, ...rest }: Props & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tip(label)}
      className={`${classOf(look, className)} ${styles.icon}`}
      {...rest}
    />
  );
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  look?: Look;
  children: ReactNode;
};

export function LinkButton({ to, look = 'plain', className, ...rest }: LinkProps) {
  return <Link href={to} className={classOf(look, className)} {...rest} />;
}
