// Foreign.tsx: a text from a device, an app or a model, shown and never obeyed
//
// It keeps its own direction, and what cannot be seen in it is made visible.
import { Fragment } from 'react';
import { nameOf, plain, unseen } from '@/text/unseen';
import styles from './Foreign.module.css';

export { plain };

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
