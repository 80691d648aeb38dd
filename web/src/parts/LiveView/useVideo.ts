// useVideo.ts: the device's video on a canvas while it is wanted, where browser and device offer it
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Frame } from '@/api/view';
import type { Shown } from './video';

const AGAIN_MS = 4000; // after a stream that had begun

type Wishes = {
  device: string;
  wanted: boolean;
  canvas: RefObject<HTMLCanvasElement | null>;
  notices: boolean; // somebody wants to know what has changed
};

export type Video = {
  on: boolean; // the stream continues, so nothing else is needed
  frame?: Frame | undefined; // what the canvas shows; its number is below zero, so that it is none of the server's
};

export function useVideo({ device, wanted, canvas, notices }: Wishes): Video {
  const [video, setVideo] = useState<Video & { of: string }>({ on: false, of: device });
  const [attempt, setAttempt] = useState(0);
  const number = useRef(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt asks for the stream again
  useEffect(() => {
    if (!wanted || !canvas.current || !('VideoDecoder' in window)) return;
    const stop = new AbortController();
    const on = canvas.current;
    let begun = false;
    let timer = 0;
    const show = (change: Partial<Shown>) => {
      if (stop.signal.aborted) return;
      begun = true;
      setVideo((before) => {
        const had = before.of === device ? before.frame : undefined;
        const { widthPx, heightPx } = { widthPx: 0, heightPx: 0, ...had, ...change };
        const same = before.on && had?.number === number.current;
        if (same && had.widthPx === widthPx && had.heightPx === heightPx) return before;
        return {
          on: true,
          of: device,
          frame: { number: number.current, widthPx, heightPx, source: 'device' },
        };
      });
    };
    const end = () => setVideo((before) => (before.on ? { ...before, on: false } : before));
    const onChanged = () => {
      number.current--;
      show({});
    };
    void import('./video')
      .then(({ play }) =>
        play({ device, canvas: on, onShown: show, ...(notices && { onChanged }) }, stop.signal),
      )
      .catch(() => undefined)
      .then(() => {
        if (stop.signal.aborted) return;
        end();
        if (begun) timer = window.setTimeout(() => setAttempt((before) => before + 1), AGAIN_MS);
      });
    return () => {
      stop.abort();
      window.clearTimeout(timer);
      end();
    };
  }, [device, wanted, canvas, notices, attempt]);
  return video.of === device ? video : { on: false };
}
