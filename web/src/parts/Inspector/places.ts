// places.ts: which element is at a place of the screen, and where the next one is
import type { ScreenElement } from '@/api/view';

export type Box = { left: number; top: number; width: number; height: number };

export function boxOf({ box: [left = 0, top = 0, right = 0, bottom = 0] }: ScreenElement): Box {
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function holds(box: Box, x: number, y: number): boolean {
  return x >= box.left && y >= box.top && x < box.left + box.width && y < box.top + box.height;
}

// The smallest one there: what lies in another one is meant, not what is around it.
export function elementAt(
  elements: readonly ScreenElement[],
  x: number,
  y: number,
): ScreenElement | undefined {
  let best: ScreenElement | undefined;
  let size = Number.POSITIVE_INFINITY;
  for (const element of elements) {
    const box = boxOf(element);
    if (!holds(box, x, y) || box.width * box.height > size) continue;
    best = element;
    size = box.width * box.height;
  }
  return best;
}
