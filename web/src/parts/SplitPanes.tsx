// SplitPanes.tsx: panes side by side whose widths the reader decides; the browser remembers them
//
// Widths are shares of the whole, so that they need no arithmetic when the window changes. On narrow windows the
// panes are one below the other.
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isRtl } from './list';
import { moveEdge, openEdge } from './panes';
import { preferences, usePreferences } from './preferences';
import styles from './SplitPanes.module.css';

export type Pane = {
  name: string;
  label: string; // names its edge: "Timeline"
  share: number; // percent, until the reader decides
  min?: number; // the least share; 10 unless said
  collapsible?: boolean; // Enter or a double click on its edge hides and shows it
  children: ReactNode;
};

const STEP = 2; // shares of an arrow key
const MIN = 10;

function Edge({ panes, at, shares, id, onChange }: EdgeProps) {
  const { t } = useTranslation();
  const edge = useRef<HTMLDivElement>(null);
  const pane = panes[at];
  const mins = panes.map(({ min = MIN }) => min);
  const share = shares[at] ?? 0;
  const move = (by: number) => onChange(moveEdge(shares, mins, at, by));
  const standard = panes.map((each) => each.share);
  const toggle = () => onChange(pane?.collapsible ? openEdge(shares, standard, at) : standard);

  function onKeyDown(event: KeyboardEvent) {
    const forward = isRtl(event.currentTarget) ? -STEP : STEP;
    if (event.key === 'ArrowRight') move(forward);
    else if (event.key === 'ArrowLeft') move(-forward);
    else if (event.key === 'Home') move(-100);
    else if (event.key === 'End') move(100);
    else if (event.key === 'Enter') toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onPointerMove(event: PointerEvent) {
    const box = edge.current?.parentElement;
    if (!(event.buttons & 1) || !box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, right, width } = box.getBoundingClientRect();
    const along = isRtl(box) ? right - event.clientX : event.clientX - left;
    const before = shares.slice(0, at).reduce((sum, each) => sum + each, 0);
    move((along / Math.max(1, width)) * 100 - before - share);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes no focus and no pointer
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('panes.resize', { pane: pane?.label })}
      aria-controls={`${id}-${pane?.name}`}
      aria-valuenow={Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onDoubleClick={toggle}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}

type EdgeProps = {
  panes: readonly Pane[];
  at: number; // the pane before the edge
  shares: readonly number[];
  id: string;
  onChange: (shares: readonly number[]) => void;
};

// name is the preference in which the shares are kept.
export function SplitPanes({ name, panes }: { name: string; panes: readonly Pane[] }) {
  const id = useId();
  const kept = usePreferences().panes[name];
  const shares = kept?.length === panes.length ? kept : panes.map((pane) => pane.share);
  const keep = (next: readonly number[]) =>
    preferences.set({ panes: { ...preferences.get().panes, [name]: next } });
  const columns = shares.map((share) => `minmax(0, ${share}fr)`).join(' auto ');
  return (
    <div className={styles.panes} style={{ '--columns': columns } as CSSProperties}>
      {panes.map((pane, at) => (
        <Fragment key={pane.name}>
          <div
            id={`${id}-${pane.name}`}
            className={styles.pane}
            data-pane={pane.name}
            hidden={shares[at] === 0}
          >
            {pane.children}
          </div>
          {at < panes.length - 1 && <Edge panes={panes} at={at} shares={shares} id={id} onChange={keep} />}
        </Fragment>
      ))}
    </div>
  );
}
