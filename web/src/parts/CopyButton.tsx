// CopyButton.tsx: copies a text, and a command that can be copied
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import styles from './CopyButton.module.css';
import { CopyIcon, PassIcon } from './icons';
import { notify } from './Notices';

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify(t('copy.failed'), { tone: 'fail' });
    }
  }
  return (
    <>
      <IconButton label={label ?? t('copy.of', { text })} onClick={() => void copy()}>
        {copied ? <PassIcon aria-hidden /> : <CopyIcon aria-hidden />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {copied && t('copy.done')}
      </span>
    </>
  );
}

export function Command({ text }: { text: string }) {
  return (
    <span className={styles.command}>
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
  );
}
