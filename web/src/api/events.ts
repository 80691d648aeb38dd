// events.ts: what happens on the server, by one stream for all tabs of this browser
//
// Browsers allow six connections to one server, over all tabs. One tab, the leader, has the stream and passes
// everything on; when it is closed, another one takes over after the last event that it knows. The stream may
// break and lose events: whoever needs all of them hears "opened" and asks the server for what is missing.
import { useSyncExternalStore } from 'react';
import type { RunEvent, Schemas } from './client';
import { session } from './session';

// Something besides runs is another one now; who shows it asks for it again.
export type Change = Schemas['Change'];
type StreamState = 'connecting' | 'open' | 'lost';
type Listener = {
  event?: (event: RunEvent) => void;
  change?: (change: Change) => void;
  opened?: () => void; // also when the server says that events were lost
  state?: (state: StreamState) => void;
};
// From the leader: state, opened, event, change. From others: who asks for the state, retry for another attempt.
type Word =
  | { kind: 'state'; state: StreamState }
  | { kind: 'opened' }
  | { kind: 'event'; event: RunEvent; id: string }
  | { kind: 'change'; change: Change; id: string }
  | { kind: 'who' }
  | { kind: 'retry' };

const NAME = 'mobile-tester-events';
const RETRY_MS = 1000;
const listeners = new Set<Listener>();
let current: StreamState = 'connecting';
let lastId = '';
let channel: BroadcastChannel | undefined;
let left: AbortController | undefined; // ends this tab's part
let leading = false;
let source: EventSource | undefined;
let retry: number | undefined;

function hear(word: Word) {
  if (word.kind === 'state') {
    current = word.state;
    for (const listener of listeners) listener.state?.(current);
    planRetry();
  } else if (word.kind === 'opened') {
    session.enter();
    for (const listener of listeners) listener.opened?.();
  } else if (word.kind === 'event') {
    lastId = word.id;
    for (const listener of listeners) listener.event?.(word.event);
  } else if (word.kind === 'change') {
    lastId = word.id;
    for (const listener of listeners) listener.change?.(word.change);
  } else if (leading && word.kind === 'who') {
    channel?.postMessage({ kind: 'state', state: current } satisfies Word);
  } else if (leading && word.kind === 'retry' && !source) {
    open();
  }
}

function tell(word: Word) {
  hear(word);
  channel?.postMessage(word);
}

// Timers of hidden tabs are slow, and the leader may be one: whoever is looked at keeps the time.
function planRetry() {
  window.clearTimeout(retry);
  if (current === 'lost' && !document.hidden && !session.isRefused())
    retry = window.setTimeout(reconnect, RETRY_MS);
}

export function reconnect() {
  tell({ kind: 'retry' });
  planRetry();
}

function open() {
  window.clearTimeout(retry);
  source = new EventSource(`/api/v1/events${lastId && `?after=${encodeURIComponent(lastId)}`}`);
  source.onopen = () => {
    tell({ kind: 'state', state: 'open' });
    tell({ kind: 'opened' });
  };
  source.onmessage = (message) =>
    tell({ kind: 'event', event: JSON.parse(message.data) as RunEvent, id: message.lastEventId });
  source.addEventListener('change', (message) =>
    tell({ kind: 'change', change: JSON.parse(message.data) as Change, id: message.lastEventId }),
  );
  source.addEventListener('resync', () => tell({ kind: 'opened' }));
  source.onerror = () => {
    const answered = source?.readyState === EventSource.CLOSED;
    close();
    tell({ kind: 'state', state: 'lost' });
    if (answered) void session.check(); // the stream does not say what the answer was
  };
}

function close() {
  source?.close();
  source = undefined;
}

// Have the stream until this tab has no listener any more.
function lead(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    leading = true;
    open();
    signal.addEventListener('abort', () => {
      leading = false;
      close();
      resolve();
    });
  });
}

// Locks are there for https and for this machine only. Elsewhere each tab that is looked at has a stream.
function start() {
  left = new AbortController();
  const { signal } = left;
  document.addEventListener('visibilitychange', () => document.hidden || planRetry(), { signal });
  window.addEventListener('online', reconnect, { signal });
  signal.addEventListener(
    'abort',
    session.subscribe(() => session.isRefused() || reconnect()),
  );
  if (!navigator.locks) {
    void lead(signal);
    const follow = () => (document.hidden ? close() : source || open());
    document.addEventListener('visibilitychange', follow, { signal });
    return;
  }
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  channel.postMessage({ kind: 'who' } satisfies Word);
  navigator.locks.request(NAME, { signal }, () => lead(signal)).catch(() => {}); // it has left before its turn
}

function stop() {
  left?.abort();
  channel?.close();
  channel = undefined;
  window.clearTimeout(retry);
}

// Listen until the returned function is called.
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

const state = () => current;
const listenToState = (changed: () => void) => listen({ state: changed });

export function useStreamState(): StreamState {
  return useSyncExternalStore(listenToState, state);
}
