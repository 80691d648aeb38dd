// useScreen.ts: the elements of the screen, read again when the picture has changed and rests
//
// A reading takes the device for a moment, so it follows a change only once, and not more often than every
// second; a screen that never rests is read when the reader asks for it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '@/api/client';
import { type Frame, readScreen, type Screen } from '@/api/view';

const REST_MS = 400;
const SELDOM_MS = 1200;
const BUSY_MS = 3000; // interval of retries while a run has the device

export type Read = {
  screen?: Screen | undefined;
  problem?: Problem | undefined;
  reading: boolean;
  stale: boolean; // the picture is newer than the elements
  read: () => void;
  adopt: (screen: Screen) => void; // an action has read the screen itself
  fresh: () => Promise<Screen | undefined>; // the elements of the picture as it is now
  onFrame: (frame: Frame) => void;
};

const isAnother = (frame: number, known: number) => frame !== 0 && known !== 0 && frame !== known;

export function useScreen(device: string, packageName: string): Read {
  const [screen, setScreen] = useState<Screen>();
  const [problem, setProblem] = useState<Problem>();
  const [reading, setReading] = useState(false);
  const [frame, setFrame] = useState(0);
  const [count, setCount] = useState(0);
  const readAt = useRef(0);
  const latest = useRef(0);
  const [seen, setSeen] = useState(0); // the frame of a video that was shown when the elements were read
  const read = useCallback(() => setCount((before) => before + 1), []);

  const adopt = useCallback((read: Screen) => {
    setScreen(read);
    setSeen(latest.current);
    setProblem(undefined);
    readAt.current = Date.now();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: count asks for another reading
  useEffect(() => {
    const stop = new AbortController();
    setReading(true);
    readScreen(device, packageName, stop.signal)
      .then(adopt)
      .catch((error) => {
        if (!stop.signal.aborted)
          setProblem(error instanceof Problem ? error : new Problem(0, 'SCREEN', String(error)));
      })
      .finally(() => {
        if (stop.signal.aborted) return;
        readAt.current = Date.now();
        setReading(false);
      });
    return () => stop.abort();
  }, [device, packageName, count, adopt]);

  const stale = !!screen && isAnother(frame, frame < 0 ? seen : screen.frame);
  useEffect(() => {
    if (!stale || reading || problem || document.hidden) return;
    const timer = window.setTimeout(read, Math.max(REST_MS, readAt.current + SELDOM_MS - Date.now()), frame);
    return () => window.clearTimeout(timer);
  }, [stale, reading, problem, frame, read]);

  useEffect(() => {
    if (problem?.status !== 409) return;
    const timer = window.setTimeout(read, BUSY_MS);
    return () => window.clearTimeout(timer);
  }, [problem, read]);

  const fresh = useCallback(async () => {
    if (screen && !stale) return screen;
    const now = await readScreen(device, packageName, new AbortController().signal);
    adopt(now);
    return now;
  }, [screen, stale, device, packageName, adopt]);

  const onFrame = useCallback(({ number }: Frame) => {
    latest.current = number;
    setFrame(number);
    if (number < 0) setSeen((before) => (before < 0 ? before : number));
  }, []);
  return { screen, problem, reading, stale, read, adopt, fresh, onFrame };
}
