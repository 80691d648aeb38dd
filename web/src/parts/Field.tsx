// Field.tsx: a form control with its label, its hint and what is wrong with it
import { cloneElement, type ReactElement, useId } from 'react';
import styles from './Field.module.css';

type Control = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean };
type Props = {
  label: string;
  hint?: string;
  error?: string | undefined;
  hideLabel?: boolean; // if a heading or a placeholder shows it already
  children: ReactElement<Control>;
};

export function Field({ label, hint, error, hideLabel, children }: Props) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        ...(about && { 'aria-describedby': about }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

// A box to tick, with its words beside it.
export function Check({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
