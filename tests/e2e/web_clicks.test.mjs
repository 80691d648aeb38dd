// How many clicks it takes, counted as the browser sees them: from an empty server to a sample that has passed, and
// to a scenario that was written by picking on the device, has run, and is seen failing.
import assert from 'node:assert/strict';
import { startRig } from './browser.mjs';
import { inOrder } from './models/core.mjs';
import { steps } from './models/drivers.mjs';

const MOST = 10;

const rig = await startRig({ model: true });
const packageName = 'com.example.notes';

// Count the clicks that a person makes, also over loads of the page.
async function countClicks(page) {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        if (!event.isTrusted || event.detail === 0) return; // a key's, or a script's
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
      },
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
}

rig.test('the sample is green after one click', async ({ page }) => {
  const clicks = await countClicks(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Run the sample' }).click();
  await page.getByRole('heading', { level: 1, name: /Pass/ }).waitFor();
  assert.equal(await clicks(), 1);
});

rig.test(`a scenario is written by picking, run and seen failing in at most ${MOST} clicks`, async ({ page, t }) => {
  await rig.server.post('/config', { executorInfoId: rig.mock.profile });
  await rig.devices[0].shell(`pm clear ${packageName}`);
  await rig.devices[0].shell('input keyevent HOME');
  rig.script = inOrder(
    { calls: [steps.start()] },
    { calls: [steps.sees('Log out')] },
    { calls: [steps.done(1, 'FAIL', 'It is not shown')] },
    { text: 'Step 1: FAIL' },
  );
  const clicks = await countClicks(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'New scenario' }).first().click();
  for (const [field, text] of [
    ['Goal', 'The login is shown'],
    ['App', packageName],
  ]) {
    await page.getByRole('textbox', { name: field, exact: true }).click();
    await page.keyboard.type(text);
  }
  await page.getByRole('button', { name: 'Pick from device' }).click();
  const panel = page.getByRole('region', { name: 'Pick from device' });
  // Another app is in front.
  await panel
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await panel
    .getByRole('listbox', { name: 'Elements on the screen' })
    .getByRole('option', { name: /Log in/ })
    .first()
    .click();
  await panel.getByRole('button', { name: /^Add check: Check that “Log in”/ }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Fail/ }).waitFor();
  const count = await clicks();
  t.diagnostic(`${count} clicks`);
  assert.ok(count <= MOST, `${count} clicks`);
});
