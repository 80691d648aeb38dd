// view.ts: the picture of a device, the elements on its screen, and steps that are tried there
import { useEffect, useState } from 'react';
import { client, Problem, problemOf, type Schemas, take } from './client';

export type Screen = Schemas['Screen'];
export type ScreenElement = Schemas['ScreenElement'];
export type ScreenStep = Schemas['ScreenStep'];
export type Pointed = Schemas['Pointed'];

// number only tells frames apart; below zero it is one of a video. source: a run has taken it, or it was
// asked for.
export type Frame = {
  number: number;
  url?: string; // a video is on a canvas
  widthPx: number;
  heightPx: number;
  source: 'device' | 'run';
};

export type Watched = {
  frame?: Frame | undefined;
  problem?: Problem | undefined; // why there is no newer picture; it is tried again
  // Only pictures in which secrets are covered are shown: a run uses secrets, or one was typed there.
  secrets?: 'run' | 'typed' | undefined;
};

const LONGEST_MS = 35_000; // the server answers after 20 s
const FIRST_MS = 1000; // whoever has no picture yet learns that early why there is none
const FAR_MS = 1000; // between two pictures of another host's device
const RETRIES_MS = [1000, 2000, 4000];
const local = /^(localhost|127\.|\[::1\]$)/;

// Over a network a picture is sent as small as it is shown.
function widthParam(widthPx: number): string {
  if (local.test(window.location.hostname)) return '';
  const wanted = Math.round((widthPx || 360) * window.devicePixelRatio);
  return `&width=${Math.min(1080, Math.max(48, wanted))}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}

async function frameOf(response: Response): Promise<Frame> {
  const url = URL.createObjectURL(await response.blob());
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw new Problem(response.status, 'PICTURE', String(error));
  }
  return {
    number: Number(response.headers.get('X-Frame')),
    url,
    widthPx: image.naturalWidth,
    heightPx: image.naturalHeight,
    source: response.headers.get('X-Frame-Source') === 'run' ? 'run' : 'device',
  };
}

// One request: a newer frame, or undefined if there was none for a while.
async function ask(address: string, signal: AbortSignal) {
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]) });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Problem(0, 'OFFLINE', String(error));
  }
  if (!response.ok) throw problemOf(response, await response.json().catch(() => ''));
  const why = response.headers.get('X-Frame-Secrets');
  const secrets: Watched['secrets'] = why === 'run' || why === 'typed' ? why : undefined;
  return { secrets, frame: response.status === 200 ? await frameOf(response) : undefined };
}

type Wishes = {
  device: string;
  host: string | undefined; // of the pool, that has the device; undefined: this one
  widthPx: () => number;
  onWatched: (watched: Watched) => void;
};

// Another host is asked now and then: while it waited, few others could be shown its pictures.
function addressOf({ device, host, widthPx }: Wishes, shown: Frame | undefined): string {
  const waitMs = !shown ? FIRST_MS : host ? 0 : undefined;
  return (
    `/api/v1/devices/${encodeURIComponent(device)}/frame?after=${shown?.number ?? 0}` +
    (host ? `&host=${encodeURIComponent(host)}` : '') +
    (waitMs === undefined ? '' : `&waitMs=${waitMs}`) +
    widthParam(widthPx())
  );
}

async function follow(wishes: Wishes, signal: AbortSignal) {
  const { host, onWatched } = wishes;
  let shown: Frame | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const asked = performance.now();
    try {
      const { frame, secrets } = await ask(addressOf(wishes, shown), signal);
      failures = 0;
      shown = frame ?? shown;
      onWatched({ frame: shown, secrets });
      if (host) await pause(Math.max(0, asked + FAR_MS - performance.now()), signal);
    } catch (error) {
      if (signal.aborted) break;
      const problem = error instanceof Problem ? error : new Problem(0, 'PICTURE', String(error));
      onWatched({ frame: shown, problem });
      await pause(RETRIES_MS[Math.min(failures++, RETRIES_MS.length - 1)] ?? 4000, signal);
    }
  }
}

export function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}

// A picture that is shown no more is let go of, a moment after the next one is there.
function useLettingGo(url: string | undefined) {
  useEffect(() => {
    if (!url) return;
    return () => {
      window.setTimeout(() => URL.revokeObjectURL(url), 1000);
    };
  }, [url]);
}

// Follow the picture of a device while somebody can see it: not in a hidden window, and not while paused.
export function useFrames(
  device: string,
  host: string | undefined,
  paused: boolean,
  widthPx: () => number,
): Watched {
  const [watched, setWatched] = useState<Watched>({});
  const hidden = useHidden();
  useLettingGo(watched.frame?.url);
  useEffect(() => {
    if (paused || hidden) return;
    const stop = new AbortController();
    const onWatched = (now: Watched) => {
      if (stop.signal.aborted) return;
      setWatched((before) => ({ ...now, frame: now.frame ?? before.frame }));
    };
    void follow({ device, host, widthPx, onWatched }, stop.signal);
    return () => stop.abort();
  }, [device, host, paused, hidden, widthPx]);
  return watched;
}

export function readScreen(device: string, packageName: string, signal: AbortSignal): Promise<Screen> {
  const params = { path: { id: device }, query: packageName ? { packageName } : {} };
  return take(client.GET('/api/v1/devices/{id}/screen', { params, signal }));
}

// packages: other apps that a test of packageName may touch.
export type TestedApp = { packageName: string; packages: readonly string[] };

// approved: a person has confirmed what a guard refused.
export function tryStep(device: string, app: TestedApp, step: ScreenStep, approved: boolean) {
  const body = { ...app, packages: [...app.packages], ...step, ...(approved && { approved }) };
  return take(client.POST('/api/v1/devices/{id}/steps', { params: { path: { id: device } }, body }));
}
