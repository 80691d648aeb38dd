// useSlider.ts: properties of an element whose place along its width is a value, by pointer and by keys
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { indexAfterKey, isRtl } from './list';

type Options = {
  label: string;
  count: number; // values are 0 to count - 1
  value: number; // -1: none yet
  text: string; // the value in words
  onChange: (value: number) => void;
  valueAt?: (fraction: number) => number; // fraction along the width; even parts unless said
  page?: number;
};

// `hovered` is the value under the pointer, or -1.
export function useSlider({ label, count, value, text, onChange, valueAt, page = 10 }: Options) {
  const [hovered, setHovered] = useState(-1);
  const even = (fraction: number) => Math.floor(fraction * count);
  function at(event: PointerEvent): number {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (event.clientX - box.left) / Math.max(1, box.width);
    const fraction = Math.max(0, Math.min(1, isRtl(event.currentTarget) ? 1 - along : along));
    return Math.max(0, Math.min(count - 1, (valueAt ?? even)(fraction)));
  }
  const away = () => setHovered(-1);
  return {
    hovered,
    slider: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(1, count),
      'aria-valuenow': Math.max(1, value + 1),
      'aria-valuetext': text,
      onKeyDown: (event: KeyboardEvent) => {
        // Up is more, as in every slider: the reverse of a list.
        const turned: Record<string, string> = {
          ArrowUp: 'ArrowDown',
          ArrowDown: 'ArrowUp',
          PageUp: 'PageDown',
          PageDown: 'PageUp',
        };
        const { currentTarget, ctrlKey, metaKey, altKey } = event;
        const key = turned[event.key] ?? event.key;
        const next = indexAfterKey({ ...event, key, currentTarget, ctrlKey, metaKey, altKey }, value, count, {
          axis: 'both',
          page,
        });
        if (next === undefined) return;
        event.preventDefault();
        onChange(next);
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onChange(at(event));
      },
      onPointerMove: (event: PointerEvent) => {
        setHovered(at(event));
        if (event.buttons & 1) onChange(at(event));
      },
      onPointerLeave: away,
      onPointerCancel: away,
    },
  };
}
