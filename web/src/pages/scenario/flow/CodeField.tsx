// CodeField.tsx: a file of a flow as text with numbered lines, marked where something is wrong
import { type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Flow.module.css';
import { lineRange, type Severity } from './lines';

export type CodeHandle = { goTo: (line: number) => void };
type Props = {
  label: string;
  text: string;
  marks: ReadonlyMap<number, Severity>;
  readOnly: boolean;
  onChange: (text: string) => void;
  ref: Ref<CodeHandle>;
};

const ROWS_MIN = 16;

export function CodeField({ label, text, marks, readOnly, onChange, ref }: Props) {
  const { t } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n').length;
  useImperativeHandle(ref, () => ({
    goTo: (line) => {
      const { current } = area;
      if (!current) return;
      current.focus();
      current.setSelectionRange(...lineRange(current.value, line));
      current
        .closest(`.${styles.code}`)
        ?.querySelector(`[data-line="${line}"]`)
        ?.scrollIntoView({ block: 'nearest' });
    },
  }));
  return (
    <div className={styles.code}>
      <div className={styles.gutter} aria-hidden>
        {Array.from({ length: lines }, (_, at) => {
          const severity = marks.get(at + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={at} data-line={at + 1} className={severity ? styles[severity] : undefined}>
              {at + 1}
            </span>
          );
        })}
      </div>
      <textarea
        ref={area}
        aria-label={t('flow.text', { file: label })}
        aria-invalid={[...marks.values()].includes('error') || undefined}
        className={styles.text}
        rows={Math.max(lines, ROWS_MIN)}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        readOnly={readOnly}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
