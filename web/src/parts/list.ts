// list.ts: where a key leads in a list, for menus, tabs, list boxes and sliders
import { type KeyboardEvent, useRef } from 'react';

export type Axis = 'row' | 'column' | 'both';
type Options = {
  axis?: Axis; // arrows that count; column unless said
  wrap?: boolean; // the last is followed by the first
  page?: number; // rows of Page Up and Page Down; 10 unless said
};
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

function stepOf(key: string, axis: Axis, rtl: boolean): number {
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const back = rtl ? 'ArrowRight' : 'ArrowLeft';
  if (axis !== 'column' && key === forward) return 1;
  if (axis !== 'column' && key === back) return -1;
  if (axis !== 'row' && key === 'ArrowDown') return 1;
  if (axis !== 'row' && key === 'ArrowUp') return -1;
  return 0;
}

// Returns the index that the key leads to from `at` (-1: none), or undefined for any other key.
export function indexAfter(
  { key, ctrlKey, metaKey, altKey }: Key,
  at: number,
  count: number,
  { axis = 'column', wrap = false, page = 10 }: Options = {},
  rtl = false,
): number | undefined {
  if (count === 0 || ctrlKey || metaKey || altKey) return undefined;
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (axis !== 'row' && key === 'PageDown') return within(at + page);
  if (axis !== 'row' && key === 'PageUp') return within(at - page);
  const step = stepOf(key, axis, rtl);
  if (step === 0) return undefined;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return wrap ? (at + step + count) % count : within(at + step);
}

export const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl';

// The same for an event, in the direction of its element.
export function indexAfterKey(event: KeyboardEvent, at: number, count: number, options: Options = {}) {
  return indexAfter(event, at, count, options, isRtl(event.currentTarget));
}

// Returns the index of the next text after `at` that begins with the typed letters; one letter again and
// again walks through all texts that begin with it.
export function indexOfTyped(texts: readonly string[], at: number, typed: string): number {
  const lower = typed.toLocaleLowerCase();
  const same = [...lower].every((letter) => letter === lower[0]);
  const words = same ? lower.slice(0, 1) : lower;
  const first = same ? at + 1 : Math.max(0, at);
  for (let step = 0; step < texts.length; step++) {
    const index = (first + step) % texts.length;
    if (texts[index]?.toLocaleLowerCase().startsWith(words)) return index;
  }
  return -1;
}

const TYPING_MS = 700;

// Collects typed letters; a pause starts a new word. Returns the index of the text they lead to, or -1.
export function useTypeAhead() {
  const typed = useRef({ words: '', at: 0 });
  return (event: KeyboardEvent, texts: readonly string[], at: number): number => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    if ([...key].length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return -1;
    const words = timeStamp - typed.current.at > TYPING_MS ? key : typed.current.words + key;
    typed.current = { words, at: timeStamp };
    return indexOfTyped(texts, at, words);
  };
}
