// Pointer.tsx: the elements' boxes over the picture; clicks, double clicks and drags on it
//
// The list and the toolbar beside it do the same for users without a mouse.
import { type PointerEvent, useRef, useState } from 'react';
import type { Screen, ScreenElement } from '@/api/view';
import type { Place } from './deeds';
import styles from './Inspector.module.css';
import { boxOf, elementAt } from './places';

export type Mode = 'pick' | 'use';
type Props = {
  screen: Screen;
  stale: boolean; // the picture is newer: boxes of the elements would lie on the wrong things
  mode: Mode;
  chosen: ScreenElement | undefined;
  onChoose: (place: Place) => void;
  onTap: (place: Place) => void;
  onDrag: (from: Place, to: Place, durationMs: number) => void;
};

const DRAG_PX = 10; // a finger or a hand that moves less has tapped

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

type Down = { place: Place; clientX: number; clientY: number; at: number };

export function Pointer({ screen, stale, mode, chosen, onChoose, onTap, onDrag }: Props) {
  const [under, setUnder] = useState<ScreenElement>();
  const down = useRef<Down>(undefined);
  function placeOf(event: { currentTarget: SVGSVGElement; clientX: number; clientY: number }): Place {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * screen.widthPx,
      y: ((event.clientY - box.top) / box.height) * screen.heightPx,
    };
  }
  const find = ({ x, y }: Place) => elementAt(screen.elements, x, y);
  function onPointerUp(event: PointerEvent<SVGSVGElement>) {
    const begun = down.current;
    down.current = undefined;
    if (!begun || event.button !== 0) return;
    const place = placeOf(event);
    const moved = Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY);
    if (moved > DRAG_PX) return onDrag(begun.place, place, event.timeStamp - begun.at);
    if (mode === 'use') return onTap(place);
    onChoose(place);
  }
  return (
    <svg
      aria-hidden="true"
      className={`${styles.pointer} ${styles[mode]}`}
      viewBox={`0 0 ${screen.widthPx} ${screen.heightPx}`}
      preserveAspectRatio="none"
      onPointerMove={(event) => setUnder(find(placeOf(event)))}
      onPointerLeave={() => setUnder(undefined)}
      onPointerCancel={() => {
        down.current = undefined;
      }}
      onPointerDown={(event) => {
        const { clientX, clientY, timeStamp } = event;
        if (event.button === 0) down.current = { place: placeOf(event), clientX, clientY, at: timeStamp };
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={onPointerUp}
      onDoubleClick={(event) => {
        if (mode === 'pick') onTap(placeOf(event));
      }}
    >
      {!stale && under && under.ref !== chosen?.ref && <Mark element={under} kind="under" />}
      {!stale && chosen && <Mark element={chosen} kind="chosen" />}
    </svg>
  );
}
