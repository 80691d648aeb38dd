// ListBox.ts: properties of a list box that has the focus itself and names its selected option
import { type KeyboardEvent, useId } from 'react';
import { indexAfterKey, useTypeAhead } from './list';

type Options = {
  label: string;
  count: number;
  selected: number; // -1: none
  onSelect: (index: number) => void;
  onOpen?: () => void; // Enter
  drawn?: boolean; // false: the selected option is outside what a virtual list draws
  textOf?: (index: number) => string; // with it, typed letters select
};

// `list` is for the container and `option(index)` for each row. Call `list.onKeyDown` from an own handler to
// add keys; it returns true if it has handled the event.
export function useListBox(options: Options) {
  const { label, count, selected, onSelect, onOpen, drawn = true, textOf } = options;
  const id = useId();
  const typed = useTypeAhead();
  function target(event: KeyboardEvent): number | undefined {
    const next = indexAfterKey(event, selected, count);
    if (next !== undefined || !textOf) return next;
    const found = typed(
      event,
      Array.from({ length: count }, (_, index) => textOf(index)),
      selected,
    );
    return found < 0 ? undefined : found;
  }
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.target !== event.currentTarget) return false;
    const next = target(event);
    if (next !== undefined) onSelect(next);
    else if (event.key === 'Enter' && onOpen) onOpen();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  return {
    list: {
      role: 'listbox',
      tabIndex: 0,
      'aria-label': label,
      'aria-activedescendant': selected >= 0 && drawn ? `${id}-${selected}` : undefined,
      onKeyDown,
    },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === selected,
      'aria-setsize': count,
      'aria-posinset': index + 1,
      onClick: () => onSelect(index),
    }),
  };
}
