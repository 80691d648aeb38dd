// A run that begins in the middle of its scenario: on the device as it is, and
// never taken for a run of the whole.
import assert from 'node:assert/strict';
import { startRig } from './browser.mjs';
import { driver, notes, notesPlan, steps } from './models/drivers.mjs';

const rig = await startRig({ model: true });
const get = async (where) => (await rig.server.get(where)).json;
const text = async (where) => (await rig.server.get(where)).text;

// Follow turns of calls, then say that all is done.
const follow = (turns) => {
  let next = 0;
  return driver(() => (next < turns.length ? { calls: turns[next++] } : { text: 'All is done.' }));
};
const [login, search] = notesPlan;

rig.test('it takes the device as it is, leaves out the steps before it, and does not pass', async ({ page }) => {
  const scenarioId = await rig.addScenario({ ...notes, steps: notes.steps.slice(0, 2), profile: rig.mock.profile });
  rig.script = follow([
    [steps.start()],
    ...login,
    [steps.done(1)],
    [steps.sees('Nothing like it')],
    [steps.done(2, 'FAIL', 'it is not there')],
  ]);
  const whole = await rig.submit({ scenarioId, revision: 1 });
  assert.equal((await rig.ended(whole)).verdict, 'FAIL');

  // The app is not restarted, so it stays logged in.
  const script = follow([[steps.sees('New note')], ...search, [steps.done(2)]]);
  rig.script = script;
  const asked = await rig.server.post('/api/v1/runs', { scenarioId, revision: 1, fromStep: 2 });
  assert.equal(asked.status, 201);
  const run = await rig.ended(asked.json.id);
  assert.deepEqual(
    [run.fromStep, run.verdict, ...run.steps.map(({ verdict }) => verdict)],
    [2, 'UNVERIFIED', 'NOT_RUN', 'PASS'],
    JSON.stringify([run.reason, script.surprises, run.steps]),
  );
  assert.equal(run.steps[0].reason, 'not run: the run began with step 2');
  assert.ok(!run.steps[0].began);

  const events = (await get(`/api/v1/runs/${run.id}/events?limit=500`)).events;
  assert.ok(!events.some(({ step }) => step === 1), 'nothing happens in a step that is left out');
  const exported = (format) => text(`/api/v1/runs/${run.id}/exports/${format}`);
  assert.match(
    await exported('junit'),
    /name="fromStep" value="2"[^]*<skipped message="not run: the run began with step 2"/,
  );
  assert.match(await exported('markdown'), /# UNVERIFIED[^]*Partial run: it began with step 2[^]*\*\*NOT RUN\*\*/);
  assert.equal((await rig.server.get(`/api/v1/scenarios/${scenarioId}/recording`)).status, 204);

  const [stats] = (await get(`/api/v1/stats?scenario=${scenarioId}`)).scenarios;
  assert.deepEqual([stats.runs, stats.fail, stats.unverified], [1, 1, 0], 'it counts for no figure');
  const failed = (await get('/api/v1/scenarios?verdict=FAIL')).scenarios;
  assert.ok(
    failed.some(({ id }) => id === scenarioId),
    'nor is it the last verdict',
  );

  for (const where of ['/runs', `/scenarios/${scenarioId}`]) {
    await page.goto(where);
    await page.getByText('from step 2', { exact: true }).first().waitFor();
  }
});

rig.test('a step that does not exist is refused', async () => {
  const scenarioId = await rig.addScenario({ ...notes, steps: notes.steps.slice(0, 2), profile: rig.mock.profile });
  for (const fromStep of [0, 3, 'two']) {
    const { status, json } = await rig.server.post('/api/v1/runs', { scenarioId, fromStep });
    assert.deepEqual([status, /fromStep/.test(json.detail)], [400, true], JSON.stringify(json));
  }
});
