// useRows.ts: a long list in the window: only the rows in view are in the page, and keys walk through all of them
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '../shortcuts';

const OVERSCAN = 8;
const AHEAD = 40; // more are fetched this many rows before the end

type Props = {
  count: number;
  keyOf: (index: number) => string | number;
  rowPx: number; // about; each is measured
  more: boolean;
  onMore: () => void;
};

// The link of a row has the focus, so that Enter opens it.
function useWalk(list: HTMLElement | null, count: number, show: (index: number) => void) {
  const wanted = useRef<number>(undefined);
  const here = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    return row && list?.contains(row) ? Number(row.dataset.index) : undefined;
  };
  const focus = useCallback(() => {
    if (wanted.current === undefined) return;
    const link = list?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    link.focus({ preventScroll: true });
    wanted.current = undefined;
  }, [list]);
  function go(by: number) {
    const at = here();
    const next = at === undefined ? 0 : Math.max(0, Math.min(count - 1, at + by));
    wanted.current = next;
    show(next);
    focus();
  }
  useShortcut('next', () => go(1));
  useShortcut('previous', () => go(-1));
  return { here, focus };
}

// list is for the element around the rows, which is total high; a row has data-index and ref={measure}.
export function useRows({ count, keyOf, rowPx, more, onMore }: Props) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [top, setTop] = useState(0);
  // What is above the list may change its height with every render.
  useLayoutEffect(() => {
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY);
  });
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const shown = rows.getVirtualItems().map(({ index, key, start }) => ({ index, key, offset: start - top }));
  const { here, focus } = useWalk(element, count, (index) => rows.scrollToIndex(index, { align: 'auto' }));
  useEffect(focus);
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last > count - AHEAD) onMore();
  }, [more, last, count, onMore]);
  return {
    list: setElement,
    total: rows.getTotalSize(),
    measure: rows.measureElement,
    shown,
    first,
    last,
    here,
  };
}
