// Pointer.tsx: the elements' boxes over the picture; a click chooses the one below it
//
// The list beside it has the same elements for users without a mouse.
import { type PointerEvent, useState } from 'react';
import type { Screen, ScreenElement } from '@/api/view';
import styles from './Inspector.module.css';
import { boxOf, elementAt } from './places';

type Props = {
  screen: Screen;
  chosen: ScreenElement | undefined;
  onChoose: (element: ScreenElement) => void;
};

function Mark({ element, kind }: { element: ScreenElement; kind: 'chosen' | 'under' }) {
  const { left, top, width, height } = boxOf(element);
  return (
    <rect
      x={left}
      y={top}
      width={width}
      height={height}
      className={styles[kind]}
      vectorEffect="non-scaling-stroke"
    />
  );
}

export function Pointer({ screen, chosen, onChoose }: Props) {
  const [under, setUnder] = useState<ScreenElement>();
  function find(event: PointerEvent<SVGSVGElement>) {
    const place = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - place.left) / place.width) * screen.widthPx;
    const y = ((event.clientY - place.top) / place.height) * screen.heightPx;
    return elementAt(screen.elements, x, y);
  }
  return (
    <svg
      aria-hidden="true"
      className={styles.pointer}
      viewBox={`0 0 ${screen.widthPx} ${screen.heightPx}`}
      preserveAspectRatio="none"
      onPointerMove={(event) => setUnder(find(event))}
      onPointerLeave={() => setUnder(undefined)}
      onPointerUp={(event) => {
        const element = event.button === 0 ? find(event) : undefined;
        if (element) onChoose(element);
      }}
    >
      {under && under.ref !== chosen?.ref && <Mark element={under} kind="under" />}
      {chosen && <Mark element={chosen} kind="chosen" />}
    </svg>
  );
}
