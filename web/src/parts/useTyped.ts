// useTyped.ts: a text that is passed on when typing pauses
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 200;

export function useTyped(value: string, tell: (value: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const current = useRef(tell);
  current.current = tell;
  const told = useRef(value);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === told.current) return;
    const timer = window.setTimeout(() => {
      told.current = text;
      current.current(text);
    }, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
