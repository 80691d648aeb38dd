// client_errors.ts: errors of this page, for the server's log
const MESSAGE_MAX = 1000;
const STACK_MAX = 8000;
const REPORTS_MAX = 20; // of one page; the server limits them too

const reported = new Set<string>();

// An error is reported once. What goes wrong here must not make another error.
export function reportError(error: unknown) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (reported.has(message) || reported.size >= REPORTS_MAX) return;
  reported.add(message);
  const body = JSON.stringify({
    message: message.slice(0, MESSAGE_MAX),
    stack: (error instanceof Error && error.stack ? error.stack : '').slice(0, STACK_MAX),
    page: window.location.pathname,
    version: document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '',
  });
  fetch('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => undefined);
}

// An answer that was expected to fail, or whose page has moved on, is not an error of the page.
const isOwn = (error: unknown) =>
  !(error instanceof Error && (error.name === 'Problem' || error.name === 'AbortError'));

// The browser tells this of sizes that it has put off to the next frame.
const isPutOff = (message: string) => message.startsWith('ResizeObserver loop');

export function watchErrors() {
  window.addEventListener('error', (event) => {
    if (!isPutOff(event.message)) reportError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (isOwn(reason)) reportError(reason);
  });
}
