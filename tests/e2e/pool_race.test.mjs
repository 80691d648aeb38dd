// pool_race.test.mjs: of many writers at the same moment, one wins; on a cluster of its own, whose nodes stay up
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHistory, lacking, startCluster, startStore } from './pool_rig.mjs';

const skip = lacking ?? false;
const cluster = skip ? null : await startCluster();

const ok = (answer) => {
  assert.ok(answer?.ok, JSON.stringify(answer));
  return answer;
};

// Servers of a cluster compare a sequence before they store, so two of the same may pass.
test('of many changes of one revision at once, one wins', { skip }, async () => {
  const writers = await Promise.all(Array.from({ length: 4 }, () => startStore(cluster.url)));
  const put = (host, by, expected) => host.ask({ do: 'put', kind: 'run', id: 'race', expected, json: { by } });
  const add = (host, by, index) => host.ask({ do: 'event', run: 'race', index, json: { by } });
  ok(await put(writers[0], -1, 0));
  for (let round = 1; round <= 60; round++) {
    const puts = await Promise.all(writers.map((host, i) => put(host, i, round)));
    assert.equal(puts.filter((answer) => answer.ok).length, 1, `changes of revision ${round}`);
    const winner = puts.findIndex((answer) => answer.ok);
    assert.equal((await writers[winner].ask({ do: 'get', kind: 'run', id: 'race' })).json.by, winner);
    const adds = await Promise.all(writers.map((host, i) => add(host, i, round)));
    assert.equal(adds.filter((answer) => answer.ok).length, 1, `events ${round}`);
  }
  await checkHistory(
    cluster.url,
    writers.map(({ file }) => file),
  );
  await Promise.all(writers.map((host) => host.stop()));
});
