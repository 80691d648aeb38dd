// A dashboard with nothing behind it: no device, no adb, no model, an empty
// store. Each page says what is missing and how to get it.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { freePort, startVirtual } from './lib.mjs';
import { settled } from './web_pages.mjs';

const rig = await startRig({ devices: 0 });
const lacking = (page) => page.getByRole('region', { name: 'What is missing' });

rig.test('the first page says what a scenario is, and what is missing for a run', async ({ page }) => {
  await page.goto('/');
  await settled(page, 'No device can be used');
  const missing = lacking(page);
  await missing.getByRole('heading', { name: 'No device can be used' }).waitFor();
  await missing.getByText('Connect a phone by USB').waitFor();
  await missing.getByText('virtual-android').waitFor();
  await missing.getByRole('heading', { name: 'The chosen model cannot be asked' }).waitFor();
  await accessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsWidth(page);

  // The way out leads there.
  await missing.getByRole('link', { name: 'Give its key, or the address of a model of your own.' }).click();
  await page.getByRole('region', { name: 'Models' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Import the sample' }).click();
  await page.getByText('Notes: write a note and find it').first().waitFor();
  const {
    json: { scenarios },
  } = await rig.server.get('/api/v1/scenarios');
  assert.equal(scenarios.length, 1);
  assert.equal((await rig.server.ask('DELETE', `/api/v1/scenarios/${scenarios[0].id}`)).status, 204);
});

for (const [name, where, words] of [
  ['runs', '/runs', /run/i],
  ['trends', '/trends', /run/i],
  ['devices', '/devices', /Connect a phone by USB|No device/],
  ['settings', '/settings', /not set/],
  ['about', '/about', /./],
]) {
  rig.test(`${name}: an empty page says what belongs there`, { motion: 'reduce' }, async ({ page }) => {
    await page.goto(where);
    await settled(page);
    await page.getByRole('main').getByText(words).first().waitFor();
    await accessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await fitsWidth(page);
    await accessible(page);
  });
}

for (const where of [
  '/runs/01NOSUCHRUN00000000000000',
  '/scenarios/01NOSUCHSCENARIO0000000000',
  '/devices/nobody',
  '/runs/01NOSUCHRUN00000000000000/compare/01NOSUCHRUN00000000000001',
]) {
  rig.test(
    `${where.replace(/01\w+/g, 'ID')}: what does not exist is said to be so`,
    { allow: [/status of 404/] },
    async ({ page }) => {
      await page.goto(where);
      await page
        .getByRole('main')
        .getByText(/no such|there is no|no .* with|not found|not there|not attached|does not exist|no device|unknown/i)
        .first()
        .waitFor();
      await accessible(page);
    },
  );
}

rig.test('a device that comes is found when the page looks again', async ({ page }) => {
  await page.goto('/');
  await lacking(page).getByRole('heading', { name: 'No device can be used' }).waitFor();
  await startVirtual(rig.adbServer);
  await lacking(page).getByRole('button', { name: 'Look again' }).first().click();
  await lacking(page).getByRole('heading', { name: 'No device can be used' }).waitFor({ state: 'detached' });
});

const alone = await startRig({
  devices: 0,
  env: { ANDROID_ADB_SERVER_PORT: String(await freePort()), PATH: '/nowhere' },
});
alone.test('without adb the page says how to get it', async ({ page }) => {
  await page.goto('/');
  await eventually(async () => assert.match(await lacking(page).innerText(), /\badb\b/));
  await page.goto('/devices');
  await eventually(async () => assert.match(await page.getByRole('main').innerText(), /\badb\b/));
  await accessible(page);
});
