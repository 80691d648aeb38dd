// useScreen.ts: the elements of the screen, read again when the picture has changed and rests
//
// A reading takes the device for a moment, so it follows a change only once, and not more often than every
// two seconds; a screen that never rests is read when the reader asks for it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '@/api/client';
import { type Frame, readScreen, type Screen } from '@/api/view';

const REST_MS = 700;
const SELDOM_MS = 2000;
const BUSY_MS = 3000; // interval of retries while a run has the device

export type Read = {
  screen?: Screen | undefined;
  problem?: Problem | undefined;
  reading: boolean;
  stale: boolean; // the picture is newer than the elements
  read: () => void;
  onFrame: (frame: Frame) => void;
};

const isAnother = (frame: number, known: number) => frame !== 0 && known !== 0 && frame !== known;

export function useScreen(device: string): Read {
  const [screen, setScreen] = useState<Screen>();
  const [problem, setProblem] = useState<Problem>();
  const [reading, setReading] = useState(false);
  const [frame, setFrame] = useState(0);
  const [count, setCount] = useState(0);
  const readAt = useRef(0);
  const latest = useRef(0);
  const [seen, setSeen] = useState(0); // the frame of a video that was shown when the elements were read
  const read = useCallback(() => setCount((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: count asks for another reading
  useEffect(() => {
    const stop = new AbortController();
    setReading(true);
    readScreen(device, stop.signal)
      .then((read) => {
        setScreen(read);
        setSeen(latest.current);
        setProblem(undefined);
      })
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
  }, [device, count]);

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

  const onFrame = useCallback(({ number }: Frame) => {
    latest.current = number;
    setFrame(number);
    if (number < 0) setSeen((before) => (before < 0 ? before : number));
  }, []);
  return { screen, problem, reading, stale, read, onFrame };
}
