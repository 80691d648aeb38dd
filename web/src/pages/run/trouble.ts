// trouble.ts: where a run that did not pass went wrong; pure
import type { Run, RunEvent } from '@/api/client';
import type { Place } from './data';
import type { Group, Timeline } from './timeline';
import { isBad } from './tools';

function lastBad(group: Group): RunEvent | undefined {
  const calls = group.events.filter((event) => event.type === 'tool' && event.toolName !== 'stepDone');
  return calls.findLast(isBad) ?? calls.at(-1);
}

// Where somebody who opens a run that did not pass should look first: the call that failed, or the step
// that nothing proves.
export function troubleOf(run: Run, { groups }: Timeline): Place | undefined {
  if (run.state !== 'ended' || run.verdict === 'PASS') return undefined;
  const failed = groups.find((group) => group.verdict === 'FAIL');
  if (failed) {
    const event = lastBad(failed);
    return event ? { event: event.index } : { step: failed.place };
  }
  if (run.end && run.end !== 'done') {
    const last = groups.flatMap((group) => group.events).findLast((event) => event.failed || isBad(event));
    if (last) return { event: last.index };
  }
  const open = groups.find((group) => typeof group.key === 'number' && group.verdict !== 'PASS');
  return open ? { step: open.place } : undefined;
}
