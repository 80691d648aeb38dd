// Two people at once: what one writes is never lost by what the other writes,
// and both see the same run.
import assert from 'node:assert/strict';
import { accessible, eventually, startRig } from './browser.mjs';
import { faults } from './models/core.mjs';
import { goodTester, notes, notesPlan } from './models/drivers.mjs';
import { timelineEvents } from './web_pages.mjs';

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

// Both have the scenario open, and the second one has changed its goal.
async function inConflict(first, second, id) {
  await open(first, id);
  await open(second, id);
  await second.page.getByRole('textbox', { name: 'Goal', exact: true }).fill('A person can log in');
  await saved(second.page);
  await first.page.getByRole('textbox', { name: 'App', exact: true }).fill('com.example.shop');
  await first.page.getByRole('heading', { name: 'Somebody else has changed this scenario' }).waitFor();
}

rig.test(
  'a conflict is said with both versions, and nothing is saved before somebody chooses',
  { allow: [/status of 4(09|12)/] },
  async ({ visit, also }) => {
    const id = await scenario('Conflict');
    await inConflict(visit, await also(), id);
    const { page } = visit;
    assert.deepEqual(
      [(await stored(id)).goal, (await stored(id)).packageName],
      ['A person can log in', 'com.example.notes'],
    );
    const row = (name) => page.getByRole('row', { name });
    assert.equal(
      await row('Goal')
        .innerText()
        .then((text) => text.replace(/\s+/g, ' ')),
      'Goal A user can log in A person can log in',
    );
    assert.equal(
      await row('App')
        .innerText()
        .then((text) => text.replace(/\s+/g, ' ')),
      'App com.example.shop com.example.notes',
    );
    await accessible(page);

    await page.getByRole('button', { name: 'Keep mine' }).click();
    await eventually(async () =>
      assert.deepEqual(
        [(await stored(id)).goal, (await stored(id)).packageName],
        ['A user can log in', 'com.example.shop'],
      ),
    );
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
    await page.getByRole('button', { name: 'Take theirs', exact: true }).click();
    assert.deepEqual(
      [
        await page.getByRole('textbox', { name: 'Goal', exact: true }).inputValue(),
        await page.getByRole('textbox', { name: 'App', exact: true }).inputValue(),
      ],
      ['A person can log in', 'com.example.notes'],
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'App', exact: true }).inputValue(), 'com.example.shop');
    await eventually(async () => assert.equal((await stored(id)).packageName, 'com.example.shop'));
    // The other one has not written in between and sees the stored version now.
    await other.page.reload();
    assert.equal(await other.page.getByRole('textbox', { name: 'App', exact: true }).inputValue(), 'com.example.shop');
  },
);

rig.test(
  'a scenario that somebody removes is not lost for who writes it',
  { allow: [/status of 404/] },
  async ({ visit, also }) => {
    const id = await scenario('Removed');
    const other = await also();
    await open(visit, id);
    assert.equal((await rig.server.ask('DELETE', `/api/v1/scenarios/${id}`)).status, 204);
    await visit.page.getByRole('textbox', { name: 'Goal', exact: true }).fill('It is still wanted');
    await visit.page.getByText('somebody has removed this scenario').first().waitFor();
    await visit.page.getByRole('button', { name: 'Store it again' }).click();
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
    await page.getByRole('listbox', { name: 'Timeline' }).getByText('inputText').first().waitFor();
  }
  release();
  for (const { page } of [visit, other])
    await page.getByRole('listbox', { name: 'Timeline' }).getByText('Meeting').first().waitFor();
  await visit.page.getByRole('button', { name: 'Stop', exact: true }).click();
  await rig.ended(id);
  const lists = [];
  for (const { page } of [visit, other]) {
    await page.getByText('Stopped').first().waitFor();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    const { size, found } = await timelineEvents(page);
    lists.push({ size, seen: [...found].sort((a, b) => a - b) });
  }
  assert.deepEqual(lists[0], lists[1]);
  assert.ok(lists[0].seen.length > 10, JSON.stringify(lists[0]));
});
