// Foreign.tsx: a text from a device, an app or a model, shown and never obeyed
//
// It keeps its own direction, and what cannot be seen in it is made visible.
import { Fragment } from 'react';
import styles from './Foreign.module.css';

// Control and format characters, but line feeds, tabs and what joins letters and emoji.
const unseen = /((?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u;

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

// The same for places that take no elements: options, names for readers, the title of the window.
export function plain(text: string): string {
  return text
    .split(unseen)
    .map((part, at) => (at % 2 === 0 ? part : nameOf(part)))
    .join('');
}

export function Foreign({ text }: { text: string }) {
  const parts = text.split(unseen);
  if (parts.length === 1) return <bdi className={styles.foreign}>{text}</bdi>;
  return (
    <bdi className={styles.foreign}>
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <Fragment key={at}>{part}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          <span key={at} className={styles.unseen}>
            {nameOf(part)}
          </span>
        ),
      )}
    </bdi>
  );
}
