// Schedules over HTTP: what they refuse, what they show, and that two servers with one store fire once.
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { atEnd, startAdbServer, startVirtual, until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';

const adbServer = await startAdbServer();
await startVirtual(adbServer);
const login = { goal: 'Log in', packageName: 'com.example.notes', steps: ['"Log in" is shown'] };
const mock = await startProfile('anthropic', goodTester([[[steps.sees('Log in')]]]));
atEnd(() => mock.stop());
const server = await startServer(adbServer, { env: mock.environment });
await server.post('/config', { executorInfoId: mock.profile, replay: false });
const scenario = (await server.post('/api/v1/scenarios', login)).json.id;
const nightly = { name: 'Nightly', cron: '30 2 * * *', zone: 'Europe/Paris', scenario };
const HOUR = 3600000;

test('a schedule is stored, shown with its next times, changed and removed', async () => {
  const made = await server.post('/api/v1/schedules', nightly);
  assert.equal(made.status, 201, made.text);
  const { id, revision, next, enabled } = made.json;
  assert.equal(made.headers.get('location'), `/api/v1/schedules/${id}`);
  assert.equal(enabled, true);
  assert.equal(next.length, 3);
  for (const time of next)
    assert.equal(
      new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Europe/Paris' }),
      '02:30:00',
      'by an independent clock',
    );
  const off = await server.ask('PUT', `/api/v1/schedules/${id}`, { ...nightly, enabled: false, revision });
  assert.equal(off.status, 200, off.text);
  assert.deepEqual(off.json.next, []);
  const late = await server.ask('PUT', `/api/v1/schedules/${id}`, { ...nightly, revision });
  assert.equal(late.status, 409, 'the revision is old');
  const list = (await server.get('/api/v1/schedules')).json;
  assert.deepEqual(
    list.schedules.map((one) => one.id),
    [id],
  );
  assert.equal((await server.ask('DELETE', `/api/v1/schedules/${id}`)).status, 204);
  assert.equal((await server.get(`/api/v1/schedules/${id}`)).status, 404);
});

const refused = [
  [{ ...nightly, cron: '61 * * * *' }, '#/cron', /'61' is not a minute: expected 0 to 59/],
  [{ ...nightly, cron: '@reboot' }, '#/cron', /expected @hourly/],
  [{ ...nightly, zone: 'Europe/Atlantis' }, '#/zone', /not a time zone of this machine/],
  [{ ...nightly, zone: '../../etc/passwd' }, '#/zone', /not a time zone of this machine/],
  [{ ...nightly, scenario: 'none' }, '#/scenario', /there is no scenario 'none'/],
  [{ ...nightly, suite: 'none' }, '#/suite', /not both/],
  [{ ...nightly, name: ' ' }, '#/name', /1 to 200/],
  [[], '#/name', /1 to 200/],
];
for (const [body, pointer, words] of refused)
  test(`a schedule is refused by its member: ${JSON.stringify(body).slice(0, 70)}`, async () => {
    const answer = await server.post('/api/v1/schedules', body);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.json.pointer, pointer);
    assert.match(answer.json.detail, words);
  });

test('two servers that share a store fire once, and say what was missed while none ran', async () => {
  const { json: made } = await server.post('/api/v1/schedules', { ...nightly, cron: '*/5 * * * *', zone: 'UTC' });
  const { json: daily } = await server.post('/api/v1/schedules', {
    ...nightly,
    cron: `0 ${(new Date().getUTCHours() + 12) % 24} * * *`,
    zone: 'UTC',
  });
  await server.stop();
  // As if both had been stored two days ago, and no server had run since.
  const store = path.join(server.data, 'store.sqlite');
  const db = new DatabaseSync(store);
  db.exec(`UPDATE documents SET updated_ms = updated_ms - ${48 * HOUR} WHERE kind = 'schedule'`);
  db.close();
  const began = Date.now();
  const { folder } = server;
  const both = await Promise.all([
    startServer(adbServer, { env: mock.environment, folder }),
    startServer(adbServer, { env: mock.environment, folder }),
  ]);
  const shown = await until(async () => {
    const { json } = await both[1].get(`/api/v1/schedules/${made.id}`);
    return json.last?.run && json;
  }, 'it has fired');
  assert.ok(shown.last.missed >= 48 * 12 - 2, JSON.stringify(shown.last));
  assert.ok(Date.parse(shown.last.at) > began - HOUR);
  const skipped = await until(async () => {
    const { json } = await both[0].get(`/api/v1/schedules/${daily.id}`);
    return json.last && json;
  }, 'the daily one is judged');
  assert.equal(skipped.last.skipped, true, 'it was due half a day ago');
  assert.equal(skipped.last.run, undefined);
  const run = await both[1].runEnded(shown.last.run);
  assert.equal(run.verdict, 'PASS');
  assert.equal(run.scenarioId, scenario);
  assert.equal(run.scenarioRevision, 1);
  // Each minute of a firing has one run, and no run has none.
  for (const one of both) await one.stop();
  const after = new DatabaseSync(store);
  const firings = after.prepare("SELECT json FROM documents WHERE kind = 'firing'").all();
  const runs = after.prepare("SELECT id FROM documents WHERE kind = 'run'").all();
  after.close();
  const started = firings.map(({ json }) => JSON.parse(json).run).filter(Boolean);
  assert.deepEqual(runs.map(({ id }) => id).sort(), started.sort());
});
