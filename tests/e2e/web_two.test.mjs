// Two people at once: what one writes is never lost by what the other writes,
// and both see the same run.
import assert from 'node:assert/strict';
import { accessible, eventually, startRig } from './browser.mjs';
import { faults } from './models/core.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { holdSaves, timelineEvents } from './web_pages.mjs';

const rig = await startRig({ model: true });
const stored = async (id) => (await rig.server.get(`/api/v1/scenarios/${id}`)).json;
const scenario = (name) =>
  rig.addScenario({
    name,
    goal: 'A user can log in',
    packageName: 'com.example.notes',
    steps: ['Log in', 'The list is shown'],
  });
const saved = (page) => page.getByText('Saved', { exact: true }).waitFor();

async function open({ page }, id) {
  await page.goto(`/scenarios/${id}`);
  await page.getByRole('textbox', { name: 'Goal', exact: true }).waitFor();
}

const goal = (page) => page.getByRole('textbox', { name: 'Goal', exact: true });
const app = (page) => page.getByRole('textbox', { name: 'App', exact: true });
const conflictOf = (page) => page.getByRole('region', { name: 'Changed here and in another window' });

// Both have changed the goal, and the second one's is stored first.
async function inConflict(first, second, id) {
  await open(first, id);
  await open(second, id);
  const release = await holdSaves(first.page, id);
  await goal(first.page).fill('Mine can log in');
  await first.page.getByText('Saving…').waitFor();
  await goal(second.page).fill('Theirs can log in');
  await eventually(async () => assert.equal((await stored(id)).goal, 'Theirs can log in'));
  release();
  await conflictOf(first.page).waitFor();
}

rig.test(
  'a conflict is said with both versions, and nothing is saved before somebody chooses',
  { allow: [/status of 4(09|12)/] },
  async ({ visit, also }) => {
    const id = await scenario('Conflict');
    await inConflict(visit, await also(), id);
    const { page } = visit;
    assert.equal((await stored(id)).goal, 'Theirs can log in');
    const row = conflictOf(page).getByRole('listitem', { name: 'Goal' });
    await row.getByText('Mine can log in').waitFor();
    await row.getByText('Theirs can log in').waitFor();
    await accessible(page);
    await row.getByRole('button', { name: 'Keep mine: Goal' }).click();
    await eventually(async () => assert.equal((await stored(id)).goal, 'Mine can log in'));
    await saved(page);
  },
);

rig.test(
  "after taking the other's version, Undo restores one's own",
  { allow: [/status of 4(09|12)/] },
  async ({ visit, also }) => {
    const id = await scenario('Take theirs');
    const other = await also();
    await inConflict(visit, other, id);
    const { page } = visit;
    await page.getByRole('button', { name: 'Take theirs: Goal', exact: true }).click();
    assert.equal(await goal(page).inputValue(), 'Theirs can log in');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await goal(page).inputValue(), 'Mine can log in');
    await eventually(async () => assert.equal((await stored(id)).goal, 'Mine can log in'));
    // The other one is not editing, and sees it without a reload.
    await eventually(async () => assert.equal(await goal(other.page).inputValue(), 'Mine can log in'));
  },
);

rig.test(
  'edits of different fields at the same time are merged without a question',
  { allow: [/status of 4(09|12)/] },
  async ({ visit, also }) => {
    const id = await scenario('Merged');
    const other = await also();
    await open(visit, id);
    await open(other, id);
    await Promise.all([goal(visit.page).fill('A person can log in'), app(other.page).fill('com.example.shop')]);
    await eventually(async () => {
      const { goal, packageName } = await stored(id);
      assert.deepEqual([goal, packageName], ['A person can log in', 'com.example.shop']);
    });
    for (const { page } of [visit, other]) {
      await eventually(async () =>
        assert.deepEqual(
          [await goal(page).inputValue(), await app(page).inputValue()],
          ['A person can log in', 'com.example.shop'],
        ),
      );
      await saved(page);
      assert.equal(await conflictOf(page).count(), 0);
    }
  },
);

// What this browser hears of the server is held back, as on a line that is slow.
async function deaf({ page }) {
  await page.route('**/api/v1/events*', () => undefined);
}

rig.test(
  'what is run is what the page shows: another version is shown before it is run',
  { allow: [/status of 409/] },
  async ({ visit }) => {
    const id = await scenario('Shown');
    const { page } = visit;
    await deaf(visit);
    await open(visit, id);
    const { json } = await rig.server.get(`/api/v1/scenarios/${id}`);
    const changed = { ...json, steps: ['Changed by another window; it is shown', 'The list is shown'] };
    assert.equal((await rig.server.ask('PUT', `/api/v1/scenarios/${id}`, changed)).status, 200);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This scenario has changed' });
    await dialog.getByText('1. Log in').waitFor();
    await dialog.getByText('1. Changed by another window; it is shown').waitFor();
    await accessible(page);
    const runs = async () => (await rig.server.get(`/api/v1/runs?scenario=${id}`)).json.runs;
    assert.deepEqual(await runs(), [], 'nothing has been run');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(
      await page.getByRole('textbox', { name: 'Step 1', exact: true }).inputValue(),
      'Changed by another window; it is shown',
    );
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/runs\/[^/]+$/);
    const [run] = await runs();
    assert.equal(run.scenarioRevision, 2);
    await rig.server.ask('POST', `/api/v1/runs/${run.id}/stop`);
  },
);

rig.test(
  'a list that is not fresh asks before it runs another version',
  { allow: [/status of 409/] },
  async ({ visit }) => {
    const id = await scenario('Listed');
    const { page } = visit;
    await deaf(visit);
    await page.goto('/');
    await page.getByRole('link', { name: 'Listed', exact: true }).waitFor();
    const { json } = await rig.server.get(`/api/v1/scenarios/${id}`);
    assert.equal(
      (await rig.server.ask('PUT', `/api/v1/scenarios/${id}`, { ...json, steps: ['Other; it is shown'] })).status,
      200,
    );
    await page.getByRole('button', { name: 'Run “Listed”', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This scenario has changed' });
    await dialog.getByRole('button', { name: 'Run current version' }).click();
    await eventually(async () => {
      const [run] = (await rig.server.get(`/api/v1/runs?scenario=${id}`)).json.runs;
      assert.equal(run?.scenarioRevision, 2);
      await rig.server.ask('POST', `/api/v1/runs/${run.id}/stop`);
    });
  },
);

rig.test('a client without a revision runs the newest version', async () => {
  const id = await scenario('Scripted');
  const { json } = await rig.server.get(`/api/v1/scenarios/${id}`);
  await rig.server.ask('PUT', `/api/v1/scenarios/${id}`, { ...json, steps: ['Other; it is shown'] });
  const stale = await rig.server.ask('POST', '/api/v1/runs', { scenarioId: id, revision: 1 });
  assert.deepEqual([stale.status, stale.json.scenario.revision], [409, 2]);
  const [step] = stale.json.scenario.steps; // with what is known to be expected of it
  assert.equal(step.description ?? step, 'Other; it is shown');
  const run = await rig.server.ask('POST', '/api/v1/runs', { scenarioId: id });
  assert.equal(run.status, 201);
  await rig.server.ask('POST', `/api/v1/runs/${run.json.id}/stop`);
});

rig.test(
  'a scenario that somebody removes is not lost for who writes it',
  { allow: [/status of 404/] },
  async ({ visit, also }) => {
    const id = await scenario('Removed');
    const other = await also();
    await open(visit, id);
    const release = await holdSaves(visit.page, id);
    await goal(visit.page).fill('It is still wanted');
    await visit.page.getByText('Saving…').waitFor();
    assert.equal((await rig.server.ask('DELETE', `/api/v1/scenarios/${id}`)).status, 204);
    release();
    await visit.page.getByText('this scenario was deleted in another window').waitFor();
    await visit.page.getByRole('button', { name: 'Save as new scenario' }).click();
    await saved(visit.page);
    await other.page.goto('/');
    await other.page.getByText('Removed', { exact: true }).first().waitFor();
    const {
      json: { scenarios },
    } = await rig.server.get('/api/v1/scenarios');
    assert.equal(scenarios.find(({ name }) => name === 'Removed').goal, 'It is still wanted');
  },
);

rig.test('two who watch a run see the same of it, and its end; one of them may stop it', async ({ visit, also }) => {
  const driver = goodTester(notesPlan);
  let release;
  const middle = new Promise((resolve) => {
    release = resolve;
  });
  let count = 0;
  const id = await rig.scriptedRun({
    scenario: notes,
    wait: false,
    script: async (turn) => {
      if (++count === 6) await middle;
      return count > 9 ? faults.hang() : driver(turn);
    },
  });
  const other = await also({ theme: 'dark' });
  for (const { page } of [visit, other]) {
    await page.goto(`/runs/${id}`);
    await page.getByRole('listbox', { name: 'Timeline' }).getByText('Type', { exact: true }).first().waitFor();
  }
  release();
  for (const { page } of [visit, other])
    await page.getByRole('listbox', { name: 'Timeline' }).getByText('Meeting').first().waitFor();
  await visit.page.getByRole('button', { name: 'Stop', exact: true }).click();
  await rig.ended(id);
  const lists = [];
  for (const { page } of [visit, other]) {
    await page.getByText('Stopped').first().waitFor();
    await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
    const { size, found } = await timelineEvents(page);
    lists.push({ size, seen: [...found].sort((a, b) => a - b) });
  }
  assert.deepEqual(lists[0], lists[1]);
  assert.ok(lists[0].seen.length > 10, JSON.stringify(lists[0]));
});
