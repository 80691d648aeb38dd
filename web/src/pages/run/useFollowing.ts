// useFollowing.ts: what moves a timeline: the run that it follows, and the place that somebody goes to
import type { Virtualizer } from '@tanstack/react-virtual';
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type WheelEvent,
} from 'react';
import type { RunViewState } from './view';

type List = Virtualizer<HTMLDivElement, Element>;

// Keeps what happens now in view while it follows; steps to come are below it. Who scrolls is asked by wheel,
// finger and bar: the position alone does not tell, because it also changes when rows are measured.
export function useFollowing(
  scroller: RefObject<HTMLDivElement | null>,
  virtual: List,
  { rows, following, letGo }: RunViewState,
) {
  const toNow = () => {
    const element = scroller.current;
    const now = rows.findLastIndex(({ kind }) => kind !== 'group');
    if (element && now === rows.length - 1) element.scrollTop = element.scrollHeight;
    else if (now >= 0) virtual.scrollToIndex(now, { align: 'end' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens now moves with the rows
  useLayoutEffect(() => {
    if (!following) return;
    toNow();
    const frame = requestAnimationFrame(toNow); // rows are measured after they are drawn
    return () => cancelAnimationFrame(frame);
  }, [following, rows]);
  if (!following) return {};
  return {
    onWheel: ({ deltaY, currentTarget: { scrollHeight, scrollTop, clientHeight } }: WheelEvent) =>
      (deltaY < 0 || scrollHeight - scrollTop - clientHeight > 1) && letGo(),
    onTouchMove: letGo,
    onPointerDown: (event: PointerEvent) => event.target === event.currentTarget && letGo(),
  };
}

// Brings the selected row into view: to the middle when somebody arrives there from elsewhere, and no further than
// needed when the list itself was used. Returns what the list calls before it selects.
export function useArrival(virtual: List, { rows, selected, following, data }: RunViewState): () => void {
  const inList = useRef(false);
  const before = useRef(-1);
  const arriving = useRef(true); // rows are still to come, which move the one that is selected
  const { complete } = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list, or the last rows that come
  useEffect(() => {
    const same = before.current === selected;
    if (following) {
      before.current = selected;
      arriving.current = !complete;
    }
    // Who lets go stays where the wheel has led.
    if (selected < 0 || following || (same && !arriving.current)) return;
    const isNear = !arriving.current && Math.abs(selected - before.current) === 1;
    const align = inList.current || isNear ? 'auto' : 'center';
    inList.current = false;
    before.current = selected;
    arriving.current = !complete;
    virtual.scrollToIndex(selected, { align });
    if (align === 'auto') return;
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(selected, { align }));
    return () => cancelAnimationFrame(frame);
  }, [selected, following, complete, rows.length === 0]);
  return useCallback(() => {
    inList.current = true;
  }, []);
}
