// cases.ts: the cases of a suite's run: what they came to, in what order they are shown, and as a table; pure
import type { SuiteCase, SuiteCounts, SuiteRun, SuiteRunDetails } from '@/api/team_suites';

export type Outcome = 'fail' | 'aborted' | 'unverified' | 'running' | 'queued' | 'skipped' | 'pass';
// What a person has to look at comes first.
export const outcomes: readonly Outcome[] = [
  'fail',
  'aborted',
  'unverified',
  'running',
  'queued',
  'skipped',
  'pass',
];

type Facts = Pick<SuiteCase, 'state' | 'result' | 'verdict'>;

export function outcomeOfCase({ state, result, verdict }: Facts): Outcome {
  if (state === 'queued' || state === 'running') return state;
  if (result) return outcomes.find((name) => name === result) ?? 'aborted';
  if (verdict === 'PASS') return 'pass';
  if (verdict === 'FAIL') return 'fail';
  return verdict === 'UNVERIFIED' ? 'unverified' : 'aborted';
}

export function countsOf(cases: readonly SuiteCase[]): SuiteCounts {
  const counts: SuiteCounts = {};
  for (const each of cases) {
    const outcome = outcomeOfCase(each);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export const totalOf = (counts: SuiteCounts) => outcomes.reduce((sum, name) => sum + (counts[name] ?? 0), 0);

export type Verdict = 'pass' | 'fail' | 'open' | 'live' | 'stopped';

// One verdict for all: nothing but passes is a pass. stopped: somebody ended it before it had failed.
export function verdictOf({ state, counts }: Pick<SuiteRun, 'state' | 'counts'>): Verdict {
  if (state !== 'ended') return 'live';
  if (counts.fail) return 'fail';
  if (counts.unverified || counts.aborted) return 'open';
  return counts.skipped || !counts.pass ? 'stopped' : 'pass';
}

const rank = (each: SuiteCase) => outcomes.indexOf(outcomeOfCase(each));

export function inOrder(cases: readonly SuiteCase[]): SuiteCase[] {
  return [...cases].sort((a, b) => rank(a) - rank(b)); // the suite's own order among equals
}

export type Target = { device?: string; profile?: string };
export type Grid = {
  targets: Target[];
  rows: { name: string; row?: Record<string, string>; cells: (readonly SuiteCase[])[] }[];
};

type Options = SuiteRunDetails['options'];

// What the suite asked for. Where any device would do, the one that a case came to says nothing of it.
export function targetOf(
  { device, profile }: SuiteCase,
  { devices = [], profiles = [] }: Options = {},
): Target {
  const asked = devices.length > 0 && !devices.includes('any');
  return { ...(device && asked && { device }), ...(profile && profiles.length > 1 && { profile }) };
}

const targetKey = ({ device = '', profile = '' }: Target) => `${device}\n${profile}`;
// The server names a case by its device, which is shown beside it.
export const nameOfRow = ({ name, device }: SuiteCase) => (device ? name.replace(` on ${device}`, '') : name);
const caseKey = ({ scenario, name, row }: SuiteCase) => `${scenario ?? name}\n${JSON.stringify(row ?? {})}`;

// A table is drawn as a whole, a list only where it is seen.
export const GRID_ROWS_MAX = 200;

// The cases as a table with a column for each device or profile; undefined where a list says the same, or is quicker.
export function gridOf(cases: readonly SuiteCase[], options: Options): Grid | undefined {
  const targets = new Map<string, Target>();
  const rows = new Map<string, { first: SuiteCase; cells: Map<string, SuiteCase[]> }>();
  for (const each of cases) {
    const target = targetOf(each, options);
    const key = targetKey(target);
    targets.set(key, target);
    const row = rows.get(caseKey(each)) ?? { first: each, cells: new Map() };
    const cell = row.cells.get(key);
    if (cell) cell.push(each);
    else row.cells.set(key, [each]);
    rows.set(caseKey(each), row);
  }
  if (targets.size < 2 || rows.size > GRID_ROWS_MAX) return undefined;
  const worst = (each: { cells: Map<string, SuiteCase[]> }) =>
    Math.min(...[...each.cells.values()].flat().map(rank));
  return {
    targets: [...targets.values()],
    rows: [...rows.values()]
      .sort((a, b) => worst(a) - worst(b))
      .map(({ first, cells }) => ({
        name: nameOfRow(first),
        ...(first.row && { row: first.row }),
        cells: [...targets.keys()].map((key) => cells.get(key) ?? []),
      })),
  };
}
