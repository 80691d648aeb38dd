// NumberField.tsx: a number that is saved when the user has finished typing
import { useEffect, useRef, useState } from 'react';
import { Field } from '@/parts/Field';
import type { Value } from './useConfigDraft';

type Props = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: number | undefined;
  onSave: (value: Value) => void;
};

const PAUSE_MS = 800;

function typedValue(text: string): Value {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isNaN(number) ? text : number;
}

export function NumberField({ label, hint, error, value, onSave }: Props) {
  const [text, setText] = useState<string>(); // while it differs from the value
  const timer = useRef<number>(undefined);
  const shown = text ?? (value === undefined ? '' : String(value));
  function save(typed: string | undefined) {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    if (typed !== undefined && (error || typedValue(typed) !== (value ?? null))) onSave(typedValue(typed));
  }
  // A saved value is shown in the server's form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is what it waits for
  useEffect(() => setText(undefined), [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      <input
        inputMode="decimal"
        autoComplete="off"
        size={12}
        value={shown}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => save(typed), PAUSE_MS);
        }}
        onBlur={() => {
          if (timer.current !== undefined) save(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(text);
        }}
      />
    </Field>
  );
}
