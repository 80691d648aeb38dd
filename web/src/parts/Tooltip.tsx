// Tooltip.tsx: a few words about an element, for pointer, keyboard and touch
//
// `data-tip` is on the element; one popover of the page shows it. With a finger it is a long press on a control, and
// a tap on anything else.
import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react';
import { Foreign } from './Foreign';
import { showAt } from './popover';
import popover from './popover.module.css';
import styles from './Tooltip.module.css';

const ID = 'tooltip';
const REST_MS = 400; // time a pointer rests before the words are shown
const PRESS_MS = 500;
const controls = 'a, button, input, select, textarea, summary, [role="option"], [role="menuitem"]';

type Tipped = { 'data-tip'?: string | undefined };

// For elements of one's own: <span {...tip(words)}>.
export const tip = (text: string | undefined): Tipped => ({ 'data-tip': text || undefined });

export function Tooltip({ text, children }: { text: string | undefined; children: ReactElement<Tipped> }) {
  return cloneElement(children, tip(text));
}

function targetOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
}

type Show = (target: HTMLElement | null, afterMs: number) => void;

// Returns what takes the listeners away again.
function listen(show: Show, shownFor: () => HTMLElement | null): () => void {
  const ended = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, act, { signal: ended.signal, capture: true, passive: true });
  on('pointerover', (event) => event.pointerType !== 'touch' && show(targetOf(event), REST_MS));
  on('focusin', (event) => {
    const target = targetOf(event);
    if (target?.matches(':focus-visible')) show(target, 0);
  });
  on('focusout', (event) => {
    if (event.target === shownFor()) show(null, 0); // a tap takes the focus from something else
  });
  on('scroll', () => show(null, 0));
  on('keydown', (event) => event.key === 'Escape' && show(null, 0));
  on('pointerdown', (event) => {
    const target = event.pointerType === 'touch' ? targetOf(event) : null;
    show(target, target?.closest(controls) ? PRESS_MS : 0);
  });
  on('pointerup', (event) => {
    const target = targetOf(event);
    if (event.pointerType === 'touch' && target?.closest(controls)) show(null, 0);
  });
  return () => ended.abort();
}

// Once in the page.
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement>(null);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer = 0;
    const stop = listen(
      (next, afterMs) => {
        window.clearTimeout(timer);
        const set = () => {
          current.current = next;
          setTarget(next);
        };
        if (next) timer = window.setTimeout(set, afterMs);
        else set();
      },
      () => current.current,
    );
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, []);
  const text = target?.dataset.tip;
  useEffect(() => {
    const element = box.current;
    if (!element || !target?.isConnected || !text) return;
    const described = target.getAttribute('aria-describedby');
    const isNamed = target.getAttribute('aria-label') === text; // the name need not be said twice
    if (!isNamed) target.setAttribute('aria-describedby', [described, ID].filter(Boolean).join(' '));
    showAt(element, target);
    return () => {
      element.hidePopover();
      if (isNamed) return;
      if (described) target.setAttribute('aria-describedby', described);
      else target.removeAttribute('aria-describedby');
    };
  }, [target, text]);
  return (
    <div ref={box} id={ID} role="tooltip" popover="manual" className={`${popover.popover} ${styles.tip}`}>
      {text && <Foreign text={text} />}
    </div>
  );
}
