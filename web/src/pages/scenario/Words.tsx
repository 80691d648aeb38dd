// Words.tsx: a list of words, each with a button that removes it
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/parts/Button';
import { Foreign } from '@/parts/Foreign';
import styles from './Words.module.css';

type Props = {
  label: string;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
};

export function Words({ label, hint, error, placeholder, words, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');

  function add(typed: string) {
    const more = typed
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word, at, all) => word && !words.includes(word) && all.indexOf(word) === at);
    setText('');
    if (more.length > 0) onChange([...words, ...more]);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && words.length > 0) {
      onChange(words.slice(0, -1));
    }
  }

  return (
    <div className={styles.words}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        {words.length > 0 && (
          <ul className={styles.list} aria-label={label}>
            {words.map((word) => (
              <li key={word} className={styles.word}>
                <Foreign text={word} />
                <IconButton
                  label={t('scenario.removeWord', { word })}
                  onClick={() => onChange(words.filter((each) => each !== word))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          aria-describedby={
            [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
          aria-invalid={error ? true : undefined}
          onChange={(event) =>
            event.target.value.includes(',') ? add(event.target.value) : setText(event.target.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
        />
      </div>
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
