// Documents of the store that are damaged: each is an entry that says so and can
// be removed, and costs no other one.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { run } from './lib.mjs';

const rig = await startRig();
const sample = await rig.importSample();
const good = await rig.replayedRun(sample);
const bad = await rig.replayedRun(sample);
const broken = await rig.addScenario({
  goal: 'It gets lost',
  packageName: 'com.example.notes',
  steps: ['Open the app; it is shown'],
});

// Overwrite a document with a text that is not one.
async function damage(id, json) {
  const words =
    'import sqlite3, sys; store = sqlite3.connect(sys.argv[1]); store.execute("update documents set json = ? ' +
    'where id = ?", sys.argv[2:]); store.commit()';
  assert.equal((await run('python3', ['-c', words, path.join(rig.server.data, 'store.sqlite'), json, id])).status, 0);
}
await damage(bad, '[]');
await damage(broken, '{"goal": "It gets');

const table = (page) => page.getByRole('table', { name: 'Runs' });

rig.test('a damaged run is listed as damaged, with what to do, and is removed', async ({ page }) => {
  await page.goto('/runs');
  const row = table(page).getByRole('row').filter({ hasText: bad });
  await row.getByText('Damaged', { exact: true }).waitFor();
  assert.match(await row.innerText(), /This run’s data can’t be read[\s\S]*it is not a JSON object/);
  await table(page).getByRole('link', { name: 'Notes: write a note and find it' }).waitFor();
  await accessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsWidth(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  for (const each of await table(page).getByRole('checkbox').all()) await each.check();
  const selection = page.getByRole('region', { name: 'Selected runs' });
  assert.ok(await selection.getByRole('button', { name: 'Compare' }).isDisabled(), 'there is nothing to compare');
  await selection.getByRole('button', { name: 'Clear selection' }).click();
  await row.getByRole('checkbox').check();
  await selection.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await row.waitFor({ state: 'detached' });
  await table(page).getByRole('link', { name: 'Notes: write a note and find it' }).waitFor();
  assert.deepEqual(
    (await rig.server.get('/api/v1/runs')).json.runs.map(({ id }) => id),
    [good],
  );
  assert.ok(!fs.existsSync(path.join(rig.server.data, 'reports', bad)), 'its files went with it');
});

rig.test(
  'a damaged scenario is listed as damaged, can be told from the others, and is removed',
  { allow: [/status of 500/] },
  async ({ page }) => {
    await page.goto(`/scenarios/${broken}`);
    await page.getByText('remove it in the dashboard').waitFor();
    await page.goto('/');
    const rows = page.getByRole('list', { name: 'Scenarios' }).getByRole('listitem');
    const row = rows.filter({ hasText: broken });
    await row.getByText('Damaged', { exact: true }).waitFor();
    assert.match(await row.innerText(), /This scenario’s data can’t be read[\s\S]*not JSON, at byte/);
    await accessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await fitsWidth(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    // An export can be imported again.
    const {
      json: { scenarios },
    } = await rig.server.get('/api/v1/scenarios/export');
    assert.deepEqual(
      scenarios.map(({ id }) => id),
      [sample],
    );
    // Neither the filters of runs nor a device's page offer it.
    await page.goto('/runs');
    await page.getByRole('combobox', { name: 'Scenario' }).selectOption({ label: 'Notes: write a note and find it' });
    assert.equal(await page.getByRole('option', { name: broken }).count(), 0);

    await page.clock.install();
    await page.goto('/');
    await page.getByRole('button', { name: `Delete damaged scenario ${broken}` }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.clock.fastForward(9000); // it is never undone
    await eventually(async () =>
      assert.deepEqual(
        (await rig.server.get('/api/v1/scenarios')).json.scenarios.map(({ id }) => id),
        [sample],
      ),
    );
  },
);
