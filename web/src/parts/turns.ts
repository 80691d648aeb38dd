// turns.ts: work that is done one piece per task, in order
const queue: (() => void)[] = [];

function next() {
  const work = queue.shift();
  if (queue.length > 0) setTimeout(next);
  work?.();
}

// Call work in a task that does nothing else. Returns what withdraws it.
export function inTurn(work: () => void): () => void {
  queue.push(work);
  if (queue.length === 1) setTimeout(next);
  return () => {
    const at = queue.indexOf(work);
    if (at >= 0) queue[at] = () => undefined;
  };
}
