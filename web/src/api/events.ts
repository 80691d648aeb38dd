// events.ts: what happens on the server, by one stream for the whole page
//
// Browsers allow few connections to one server, so every part of the page listens here. The stream may break
// and lose events: whoever needs all of them hears "opened" and asks the server for what is missing.
import { useEffect, useState } from 'react';
import type { RunEvent } from './client';

export type StreamState = 'connecting' | 'open' | 'lost';
type Listener = {
  event?: (event: RunEvent) => void;
  opened?: () => void;
  state?: (state: StreamState) => void;
};

const RETRY_MS = 1000;
const listeners = new Set<Listener>();
let source: EventSource | undefined;
let retry: number | undefined;
let current: StreamState = 'connecting';

function tell(state: StreamState) {
  current = state;
  for (const listener of listeners) listener.state?.(state);
}

function open() {
  source = new EventSource('/api/v1/events');
  source.onopen = () => {
    tell('open');
    for (const listener of listeners) listener.opened?.();
  };
  source.onmessage = (message) => {
    const event = JSON.parse(message.data) as RunEvent;
    for (const listener of listeners) listener.event?.(event);
  };
  source.onerror = () => {
    tell('lost');
    if (source?.readyState === EventSource.CLOSED) {
      close();
      retry = window.setTimeout(open, RETRY_MS);
    }
  };
}

function close() {
  source?.close();
  source = undefined;
  window.clearTimeout(retry);
}

// Listen until the returned function is called.
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) open();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) close();
  };
}

export function useStreamState(): StreamState {
  const [state, setState] = useState(current);
  useEffect(() => listen({ state: setState }), []);
  return state;
}
