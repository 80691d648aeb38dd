// Later.tsx: a part that is mounted in a task of its own
//
// A page of several heavy parts that mounts them at once keeps its reader's keys and pointer waiting for all of them.
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { inTurn } from './turns';

export function Later({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useLayoutEffect(() => inTurn(() => setDue(true)), []);
  return due ? children : null;
}
