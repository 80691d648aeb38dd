// compare.ts: what is another one since the suite's run before; pure
import type { SuiteCase, SuiteRunDetails } from '@/api/team_suites';
import { type Outcome, outcomeOfCase, targetOf } from '@/parts/Team/cases';

type Run = Pick<SuiteRunDetails, 'cases' | 'options'>;
export type Changed = { kind: 'worse' | 'better' | 'other'; was: Outcome } | { kind: 'new' };
export type Comparison = { changes: ReadonlyMap<SuiteCase, Changed>; gone: number };

// The same case: its name, row and target, and which of several repeats.
function keysOf({ cases, options }: Run): Map<string, SuiteCase> {
  const keys = new Map<string, SuiteCase>();
  const seen = new Map<string, number>();
  for (const each of cases) {
    const { scenario, name, row } = each;
    const { device = '', profile = '' } = targetOf(each, options);
    const key = JSON.stringify([scenario ?? name, row ?? {}, device, profile]);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    keys.set(`${key} ${number}`, each);
  }
  return keys;
}

function changeOf(now: Outcome, was: Outcome): Changed | undefined {
  if (now === was || now === 'queued' || now === 'running') return undefined;
  if (was === 'pass') return { kind: 'worse', was };
  return { kind: now === 'pass' && was === 'fail' ? 'better' : 'other', was };
}

export function compare(now: Run, before: Run): Comparison {
  const old = keysOf(before);
  const changes = new Map<SuiteCase, Changed>();
  const current = keysOf(now);
  for (const [key, each] of current) {
    const was = old.get(key);
    const change: Changed | undefined = was
      ? changeOf(outcomeOfCase(each), outcomeOfCase(was))
      : { kind: 'new' };
    if (change) changes.set(each, change);
  }
  return { changes, gone: [...old.keys()].filter((key) => !current.has(key)).length };
}
