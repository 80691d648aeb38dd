// copy.ts: a text into the clipboard, also on pages that are not from this machine and have no TLS
import { notify } from '@/parts/Notices';

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const top = document.querySelector('dialog[open]') ?? document.body;
  top.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}

// done: what is said when it has worked.
export async function copyText(text: string, done: string) {
  const before = document.activeElement;
  try {
    if (!navigator.clipboard) throw new Error('there is no clipboard without a secure connection');
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch (error) {
    if (copyBySelection(text)) notify(done);
    else notify(String(error), { tone: 'fail' });
  }
  if (before instanceof HTMLElement) before.focus();
}
