// Button.tsx: buttons with words, buttons with a picture, and links that look like them
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

type Look = 'plain' | 'main' | 'danger' | 'bare';
type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look };

function classOf(look: Look, more: string | undefined) {
  return [styles.button, styles[look], more].filter(Boolean).join(' ');
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: Props) {
  return <button type={type} className={classOf(look, className)} {...rest} />;
}

// label is the name for who cannot see the picture, and the tooltip of who can.
export function IconButton({ label, look = 'bare', className, ...rest }: Props & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
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
