// compare.test.ts: which cases are worse, better, new or gone
import { expect, it } from 'vitest';
import type { SuiteCase } from '@/api/team_suites';
import { compare } from './compare';

const one = (scenario: string, verdict: string, more: Partial<SuiteCase> = {}): SuiteCase => ({
  name: scenario,
  scenario,
  state: 'ended',
  verdict,
  ...more,
});

const options = { devices: ['x', 'y'] };

it('tells what changed', () => {
  const now = [
    one('a', 'FAIL'),
    one('b', 'PASS'),
    one('c', 'PASS'),
    one('d', 'PASS'),
    one('e', 'UNVERIFIED'),
    one('f', 'FAIL', { device: 'y' }),
    one('g', '', { state: 'running' }),
  ];
  const before = [
    one('a', 'PASS'),
    one('b', 'FAIL'),
    one('c', 'PASS'),
    one('e', 'FAIL'),
    one('f', 'PASS', { device: 'x' }),
    one('g', 'PASS'),
  ];
  const { changes, gone } = compare({ cases: now, options }, { cases: before, options });
  expect(now.map((each) => changes.get(each)?.kind)).toEqual([
    'worse',
    'better',
    undefined,
    'new',
    'other',
    'new',
    undefined,
  ]);
  expect(gone).toBe(1);
});

it('compares repeats one by one', () => {
  const { changes } = compare(
    { cases: [one('a', 'PASS'), one('a', 'FAIL')] },
    { cases: [one('a', 'PASS'), one('a', 'PASS')] },
  );
  expect([...changes.values()]).toEqual([{ kind: 'worse', was: 'pass' }]);
});

it('does not mind which device a case came to where any would do', () => {
  const [now, before] = ['x', 'y'].map((device) => ({ cases: [one('a', 'PASS', { device })] }));
  expect(now && before && compare(now, before)).toEqual({ changes: new Map(), gone: 0 });
});
