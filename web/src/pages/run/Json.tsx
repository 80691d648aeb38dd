// Json.tsx: a JSON value as a tree that opens; long texts are cut until the user opens them
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Foreign } from '@/parts/Foreign';
import styles from './Json.module.css';

const SHORT = 240;
const MANY = 100;

function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  if (text.length <= SHORT) return <Foreign text={text} />;
  return (
    <>
      <Foreign text={whole ? text : `${text.slice(0, SHORT)}…`} />{' '}
      <button type="button" className={styles.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? t('run.less') : t('run.more', { count: text.length - SHORT })}
      </button>
    </>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string')
    return (
      <span className={styles.string}>
        <LongText text={value} />
      </span>
    );
  return <span className={styles.literal}>{String(value)}</span>;
}

// Summarize a closed value.
function shortOf(value: object): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  const names = Object.keys(value);
  return `{${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}}`;
}

function Branch({ name, value, depth }: { name: ReactNode; value: object; depth: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(depth > 0);
  const [all, setAll] = useState(false);
  const entries = Object.entries(value);
  const shown = all ? entries : entries.slice(0, MANY);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name} <span className={styles.short}>{shortOf(value)}</span>
      </summary>
      {open && (
        <div className={styles.inner}>
          {shown.map(([key, inner]) => (
            <Value key={key} name={key} value={inner} depth={depth - 1} />
          ))}
          {shown.length < entries.length && (
            <button type="button" className={styles.more} onClick={() => setAll(true)}>
              {t('run.moreRows', { count: entries.length - shown.length })}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

function Value({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const label = (
    <span className={styles.name}>
      <Foreign text={name} />
    </span>
  );
  if (typeof value === 'object' && value !== null) return <Branch name={label} value={value} depth={depth} />;
  return (
    <div className={styles.leaf}>
      {label}: <Leaf value={value} />
    </div>
  );
}

// open: so many levels are open at first.
export default function Json({ value, open = 1 }: { value: unknown; open?: number }) {
  if (typeof value !== 'object' || value === null)
    return (
      <div className={styles.json}>
        <Leaf value={value} />
      </div>
    );
  return (
    <div className={styles.json}>
      {Object.entries(value).map(([key, inner]) => (
        <Value key={key} name={key} value={inner} depth={open - 1} />
      ))}
    </div>
  );
}
