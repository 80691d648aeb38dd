// StepRow.tsx: one step: its handle, its text, its hint
import { useSortable } from '@dnd-kit/sortable';
import { GripVertical, ListPlus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/parts/Button';
import type { Claim } from '@/parts/Claims/claims';
import { Expectations } from './Expectations';
import type { StepField } from './editing/form';
import { hintOf } from './hints';
import styles from './Steps.module.css';

export type StepActs = {
  write: (key: string, text: string) => void;
  expect: (key: string, claims: readonly Claim[]) => void;
  split: (key: string, from: number, to: number) => void;
  paste: (key: string, from: number, to: number, text: string) => boolean; // false: as the browser does it
  remove: (key: string, offersUndo: boolean) => void;
  move: (key: string, by: number) => void;
  go: (key: string, by: number, at: 'start' | 'end') => boolean; // false if there is no such step
};
type Props = {
  step: StepField;
  number: number;
  only: boolean;
  isNew: boolean; // it came from elsewhere: the eye has to find it
  acts: StepActs;
  onFocus: (key: string) => void;
};

function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>, step: StepField, acts: StepActs) {
  const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
  const handled = (() => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    if (event.altKey) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
      acts.move(step.key, event.key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    if (event.shiftKey) return false;
    if (event.key === 'Enter') acts.split(step.key, from, to);
    else if (event.key === 'Backspace' && value === '') acts.remove(step.key, false);
    else if (event.key === 'ArrowUp' && to === 0) return acts.go(step.key, -1, 'end');
    else if (event.key === 'ArrowDown' && from === value.length) return acts.go(step.key, 1, 'start');
    else return false;
    return true;
  })();
  if (handled) event.preventDefault();
}

export const StepRow = memo(function StepRow({ step, number, only, isNew, acts, onFocus }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: step.key });
  const [adds, setAdds] = useState(false); // an expectation
  const hint = hintOf(step.text, step.expect.length > 0);

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (acts.paste(step.key, selectionStart, selectionEnd, event.clipboardData.getData('text/plain')))
      event.preventDefault();
  }

  return (
    <li
      ref={setNodeRef}
      data-step={step.key}
      className={`${styles.row} ${isDragging ? styles.dragged : ''} ${isNew ? styles.added : ''}`}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={styles.handle}
        aria-label={t('scenario.moveStep', { step: number })}
        data-tip={t('scenario.moveHow')}
        {...attributes}
        {...listeners}
      >
        <GripVertical aria-hidden />
        <span aria-hidden="true" className={styles.number}>
          {number}
        </span>
      </button>
      <div className={styles.text} data-text={`${step.text} `}>
        <textarea
          rows={1}
          value={step.text}
          aria-label={t('scenario.step', { step: number })}
          aria-describedby={hint ? id : undefined}
          placeholder={only ? t('scenario.stepExample') : t('scenario.stepPlaceholder')}
          onFocus={() => onFocus(step.key)}
          onChange={(event) => acts.write(step.key, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, step, acts)}
          onPaste={onPaste}
        />
      </div>
      <span className={styles.acts}>
        <IconButton
          label={t('expect.add', { step: number })}
          aria-expanded={adds}
          onClick={() => setAdds(!adds)}
        >
          <ListPlus aria-hidden />
        </IconButton>
        <IconButton
          label={t('scenario.removeStep', { step: number })}
          onClick={() => acts.remove(step.key, true)}
        >
          <X aria-hidden />
        </IconButton>
      </span>
      <Expectations
        number={number}
        claims={step.expect}
        uncheckable={step.uncheckable}
        adds={adds}
        onAdded={() => setAdds(false)}
        onChange={(claims) => acts.expect(step.key, claims)}
      />
      {hint && (
        <p id={id} className={styles.hint}>
          {t(`scenario.hint.${hint}`, { placeholder: '{{password}}' })}
        </p>
      )}
    </li>
  );
});
