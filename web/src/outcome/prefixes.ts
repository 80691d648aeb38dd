// prefixes.ts: the first word of a tool's result, and whether it is good news; the one list of them; pure
import type { RunEvent } from '@/api/client';

const prefixes: Record<string, 'held' | 'bad' | 'done'> = {
  OK: 'done',
  TAPPED: 'done',
  VISIBLE: 'held',
  NOT_VISIBLE: 'bad',
  NOT_FOUND: 'bad',
  AMBIGUOUS: 'bad',
  ERROR: 'bad',
  TIMEOUT: 'bad',
  SKIPPED: 'done',
};

export function prefixKind(prefix: string | undefined): 'held' | 'bad' | 'done' {
  return prefixes[prefix ?? ''] ?? 'done';
}

// A call that did not do what it was made for.
export function isBad(event: Pick<RunEvent, 'refused' | 'resultPrefix'>): boolean {
  return event.refused === true || prefixKind(event.resultPrefix) === 'bad';
}
