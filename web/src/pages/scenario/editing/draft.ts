// draft.ts: edits that the server does not have yet, kept by the browser for this tab
import type { Form } from './form';

// base: what they began with. sent: what a request held whose answer never came; the server may have it.
export type Draft = { revision: number; form: Form; base?: Form; sent?: Form };

const nameOf = (id: string) => `scenario ${id}`;

export function keepDraft(id: string, draft: Draft) {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the edits live as long as the page.
  }
}

export function dropDraft(id: string) {
  try {
    sessionStorage.removeItem(nameOf(id));
  } catch {
    // There is none then.
  }
}

export function findDraft(id: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(id));
    return text ? (JSON.parse(text) as Draft) : undefined;
  } catch {
    return undefined;
  }
}
