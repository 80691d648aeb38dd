// A dashboard with nothing behind it: no device, no adb, no model, an empty
// store. Each page says what is missing and how to get it.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, startRig } from './browser.mjs';
import { freePort, startVirtual } from './lib.mjs';
import { settled } from './web_pages.mjs';

const rig = await startRig({ devices: 0 });
const lacking = (page) => page.getByRole('region', { name: 'What is missing' });

rig.test('the first page offers a run at once, then a model, then one’s own scenario', async ({ page }) => {
  await page.goto('/');
  await settled(page, 'Try it now, no key needed');
  await page.getByRole('button', { name: 'Run the sample' }).waitFor();
  await page.getByRole('heading', { name: 'Write your own test' }).waitFor();
  assert.equal(await lacking(page).count(), 0, 'the card says it, and no warning');
  await accessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsWidth(page);

  // The way out leads there.
  await page.getByRole('link', { name: 'Set up a model' }).click();
  await page.getByRole('region', { name: 'Providers' }).waitFor();
});

for (const [name, where, words] of [
  ['runs', '/runs', /run/i],
  ['trends', '/trends', /No data yet/],
  ['devices', '/devices', /Connect a phone by USB|No device/],
  ['settings', '/settings', /Not set/],
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
        .getByText(
          /no such|no usable device|there is no|no .* with|not found|not there|not attached|does not exist|no device|unknown/i,
        )
        .first()
        .waitFor();
      await accessible(page);
    },
  );
}

// With a scenario the first page has the needs in a box.
rig.test('a device that comes is found when the page looks again', async ({ page }) => {
  await rig.importSample();
  await page.goto('/');
  const missing = lacking(page);
  await missing.getByRole('heading', { name: 'No usable device' }).waitFor();
  await missing.getByRole('button', { name: 'Copy “virtual-android”' }).waitFor();
  await missing.getByRole('heading', { name: 'The selected model isn’t set up' }).waitFor();
  await startVirtual(rig.adbServer);
  await missing.getByRole('button', { name: 'Check again' }).first().click();
  await missing.getByRole('heading', { name: 'No usable device' }).waitFor({ state: 'detached' });
});

const alone = await startRig({
  devices: 0,
  env: { ANDROID_ADB_SERVER_PORT: String(await freePort()), PATH: '/nowhere' },
});
alone.test('without adb the page says how to get it', async ({ page }) => {
  await page.goto('/');
  await page.getByText(/adb is not installed/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Run the sample' }).isDisabled(), true);
  await page.goto('/devices');
  await eventually(async () => assert.match(await page.getByRole('main').innerText(), /\badb\b/));
  await accessible(page);
});
