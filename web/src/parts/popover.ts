// popover.ts: shows a popover at an element; placed by the style sheet where the browser can, else by its box
//
// Popovers are in the top layer, which no pane clips. The element that opens one is its implicit anchor.
const placedByStyle = () => CSS.supports('position-area', 'block-end');

declare global {
  interface HTMLElement {
    showPopover(options?: { source?: HTMLElement }): void;
  }
}

export function showAt(popover: HTMLElement, source: HTMLElement) {
  popover.showPopover({ source });
  place(popover, source);
}

// Called when a popover has been shown by its button.
export function place(popover: HTMLElement, source: Element) {
  if (placedByStyle()) return;
  const at = source.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const below = at.bottom + height <= window.innerHeight || at.top < height;
  const start = getComputedStyle(source).direction === 'rtl' ? at.right - width : at.left;
  popover.style.top = `${below ? at.bottom : at.top - height}px`;
  popover.style.left = `${Math.max(0, Math.min(start, window.innerWidth - width))}px`;
}
