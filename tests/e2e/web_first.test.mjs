// web_first.test.mjs: from an empty folder, without a device and a key, to a run that passed: one click
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, startRig } from './browser.mjs';
import { program, startVirtual, temporaryFolder } from './lib.mjs';

const rig = await startRig({ devices: 0, env: { SECRET_PASSWORD: undefined } });

rig.test('one click leads to a green run', async ({ page }) => {
  let clicks = 0;
  await page.exposeFunction('countClick', () => clicks++);
  await page.addInitScript(() => addEventListener('click', () => globalThis.countClick(), true));
  await page.goto('/');
  await page.getByRole('button', { name: 'Run the sample' }).click();
  await page.waitForURL(/\/runs\/[0-9A-Z]{26}/);
  const id = page.url().match(/\/runs\/([0-9A-Z]{26})/)[1];
  assert.equal((await rig.ended(id)).verdict, 'PASS');
  await page.getByRole('main').getByText('Pass', { exact: true }).first().waitFor();
  assert.equal(clicks, 1);
  await page.goto('/');
  await page.getByText('Notes: write a note and find it').first().waitFor();
});

rig.test(
  'a run that needs a model without one leads to the settings',
  { allow: [/status of 400/] },
  async ({ page }) => {
    const id = await rig.addScenario({
      goal: 'Look around',
      packageName: 'com.example.notes',
      steps: ['Open the app'],
    });
    await page.goto(`/scenarios/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Set up a model' }).click();
    await page.getByRole('region', { name: 'Providers' }).waitFor();
  },
);

rig.test('an imported scenario can be run at once', async ({ page }) => {
  const file = path.join(temporaryFolder(), 'notes.json');
  fs.copyFileSync(new URL('../../scenarios/notes.json', import.meta.url), file);
  await page.goto('/');
  await page.getByLabel(/files/i).first().setInputFiles(file);
  await page.getByRole('button', { name: 'Run Notes: write a note and find it' }).first().click();
  await page.waitForURL(/\/runs\//);
});

const copy = path.join(temporaryFolder(), 'mobile-tester-agent');
fs.copyFileSync(program('mobile-tester-agent'), copy);
const alone = await startRig({ devices: 0, program: copy });
alone.test('without the program the page has its command, and notices a device', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByText(/virtual-android is not installed/).waitFor();
  const run = page.getByRole('button', { name: 'Run the sample' });
  assert.equal(await run.isDisabled(), true);
  await accessible(page);
  await page.getByRole('button', { name: 'Copy “virtual-android”' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'virtual-android');
  await startVirtual(alone.adbServer);
  await page.getByText(/virtual-android is not installed/).waitFor({ state: 'detached' });
  await run.click();
  await page.waitForURL(/\/runs\//);
});
