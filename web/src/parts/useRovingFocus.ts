// useRovingFocus.ts: one tab stop for several elements; arrow keys reach the others
import { type KeyboardEvent, useRef } from 'react';
import { type Axis, indexAfterKey, useTypeAhead } from './list';

type Options = { axis?: Axis; wrap?: boolean; typeAhead?: boolean };

// Returns the ref and the key handler of the container. The elements are those that match the selector,
// except disabled ones; onMove is called with the one that has received the focus.
export function useRovingFocus<Container extends HTMLElement>(
  selector: string,
  { typeAhead = false, ...options }: Options,
  onMove?: (element: HTMLElement) => void,
) {
  const ref = useRef<Container>(null);
  const typed = useTypeAhead();
  const elements = () => [
    ...(ref.current?.querySelectorAll<HTMLElement>(`${selector}:not([aria-disabled="true"], :disabled)`) ??
      []),
  ];
  function focus(index: number) {
    const element = elements().at(index);
    element?.focus();
    if (element) onMove?.(element);
  }
  function onKeyDown(event: KeyboardEvent) {
    const all = elements();
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
    let next = indexAfterKey(event, at, all.length, options);
    if (next === undefined && typeAhead) {
      const found = typed(
        event,
        all.map((element) => element.textContent.trim()),
        at,
      );
      if (found >= 0) next = found;
    }
    if (next === undefined) return;
    event.preventDefault();
    focus(next);
  }
  return { ref, onKeyDown, focus };
}
