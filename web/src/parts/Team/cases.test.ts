// cases.test.ts: one verdict for many cases, failures first, and the table of cases and devices
import { expect, it } from 'vitest';
import type { SuiteCase } from '@/api/team_suites';
import { countsOf, GRID_ROWS_MAX, gridOf, inOrder, outcomeOfCase, verdictOf } from './cases';

const one = (name: string, more: Partial<SuiteCase> = {}): SuiteCase => ({ name, state: 'ended', ...more });
const verdict = (counts: Record<string, number>, state: 'running' | 'ended' = 'ended') =>
  verdictOf({ counts, state });

it('gives one verdict', () => {
  expect(verdict({ pass: 3 })).toBe('pass');
  expect(verdict({ pass: 3, fail: 1, skipped: 2 })).toBe('fail');
  expect(verdict({ pass: 3, unverified: 1 })).toBe('open');
  expect(verdict({ pass: 3, aborted: 1 })).toBe('open');
  expect(verdict({ pass: 3, skipped: 1 })).toBe('stopped');
  expect(verdict({ pass: 3, fail: 1 }, 'running')).toBe('live');
  expect(verdict({})).toBe('stopped');
});

it('counts and orders cases, what failed first', () => {
  const cases = [
    one('a', { verdict: 'PASS' }),
    one('b', { state: 'queued' }),
    one('c', { verdict: 'FAIL' }),
    one('d', { state: 'running' }),
    one('e', { verdict: 'OPEN', end: 'device' }),
    one('f', { verdict: 'UNVERIFIED' }),
    one('g', { verdict: 'FAIL' }),
  ];
  expect(
    inOrder(cases)
      .map(({ name }) => name)
      .join(''),
  ).toBe('cgefdba');
  expect(countsOf(cases)).toEqual({ pass: 1, queued: 1, fail: 2, running: 1, aborted: 1, unverified: 1 });
  expect(outcomeOfCase(one('x'))).toBe('aborted');
  expect(outcomeOfCase(one('x', { result: 'skipped' }))).toBe('skipped');
  expect(outcomeOfCase(one('x', { result: 'of tomorrow' }))).toBe('aborted');
});

it('makes a table where a case has several devices', () => {
  const cases = [
    one('a on x', { scenario: '1', device: 'x', verdict: 'PASS' }),
    one('a on y', { scenario: '1', device: 'y', verdict: 'PASS' }),
    one('b on x', { scenario: '2', device: 'x', verdict: 'FAIL' }),
    one('b on y', { scenario: '2', device: 'y', verdict: 'PASS' }),
  ];
  const named = { devices: ['x', 'y'] };
  const grid = gridOf(cases, named);
  expect(grid?.targets).toEqual([{ device: 'x' }, { device: 'y' }]);
  expect(grid?.rows.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(grid?.rows[0]?.cells.map((cell) => cell[0]?.verdict)).toEqual(['FAIL', 'PASS']);
  expect(
    gridOf(
      cases.filter(({ device }) => device === 'x'),
      named,
    ),
  ).toBeUndefined();
  expect(gridOf(cases, { devices: ['any'] })).toBeUndefined();
  expect(gridOf(cases, undefined)).toBeUndefined();
});

it('makes a table of models too', () => {
  const cases = ['m', 'n'].map((profile) => one('a', { scenario: '1', profile, device: 'x' }));
  expect(gridOf(cases, { profiles: ['m', 'n'] })?.targets).toEqual([{ profile: 'm' }, { profile: 'n' }]);
});

it('leaves what is too long for a table to the list', () => {
  const cases = (count: number) =>
    Array.from({ length: count }, (_, k) =>
      ['x', 'y'].map((device) => one(`${k} on ${device}`, { scenario: String(k), device })),
    ).flat();
  expect(gridOf(cases(GRID_ROWS_MAX), { devices: ['all'] })?.rows).toHaveLength(GRID_ROWS_MAX);
  expect(gridOf(cases(GRID_ROWS_MAX + 1), { devices: ['all'] })).toBeUndefined();
});
