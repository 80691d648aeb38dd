// turns.test.ts: work in turn
import { expect, test } from 'vitest';
import { inTurn } from './turns';

const task = () => new Promise((resolve) => setTimeout(resolve));

test('each piece has a task of its own, in order, and may be withdrawn', async () => {
  const done: string[] = [];
  inTurn(() => {
    done.push('one');
    queueMicrotask(() => done.push('its microtask'));
  });
  const withdraw = inTurn(() => done.push('two'));
  inTurn(() => done.push('three'));
  withdraw();
  expect(done).toEqual([]);
  await task();
  expect(done).toEqual(['one', 'its microtask']);
  await task();
  await task();
  expect(done).toEqual(['one', 'its microtask', 'three']);
});

test('work that fails does not hold up the rest', async () => {
  const failed = new Promise((resolve) => process.once('uncaughtException', resolve));
  const done = new Promise((resolve) => {
    inTurn(() => {
      throw new Error('no');
    });
    inTurn(() => resolve('done'));
  });
  expect(String(await failed)).toContain('no');
  expect(await done).toBe('done');
});
