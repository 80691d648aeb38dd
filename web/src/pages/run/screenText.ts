// screenText.ts: the screen as the model read it, from the request that followed a call; pure
import type { RunEvent } from '@/api/client';

// The engine frames each screen, so that no text of the app can end it.
const framed = /\[\[screen (\w+)\]\] ?([^\n]*)\n([\s\S]*?)\n?\[\[end \1\]\]/g;

function textsOf(value: unknown, found: string[]) {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) textsOf(inner, found);
}

export function lastScreen(call: unknown): string | undefined {
  const texts: string[] = [];
  textsOf((call as { request?: unknown } | null)?.request, texts);
  let last: string | undefined;
  for (const text of texts)
    for (const [, , title = '', body = ''] of text.matchAll(framed)) last = `${title}\n${body}`.trim();
  return last;
}

// The call of the model that first read what the screen was after an event.
export function readerOf(events: readonly RunEvent[], index: number): string | undefined {
  const next = events.find((event) => event.index > index && event.type === 'model' && event.callPath);
  return next?.callPath;
}
