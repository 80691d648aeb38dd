// The pages of devices: which there are, their live picture, and picking
// elements there to write the steps of a scenario.
import assert from 'node:assert/strict';
import { accessible, eventually, fitsWidth, focused, startRig, tabTo } from './browser.mjs';
import { until } from './lib.mjs';
import { goodTester, steps } from './models/drivers.mjs';

const rig = await startRig({ model: true });
const [device] = rig.devices;
const packageName = 'com.example.notes';
const here = `/devices/${device.serial}`;
const picture = (page) => page.getByRole('img', { name: /screen/i });
const list = (page) => page.getByRole('listbox', { name: 'Elements on the screen' });
const chosen = (page) => page.getByRole('region', { name: 'Selected element' });
const show = (screen) => device.shell(`am start -a android.intent.action.VIEW -d notes://${screen}`);
const watched = async () => (await rig.server.get('/api/v1/status')).json.watched;
// The app as it was installed, at its login.
const begin = async () => {
  await device.shell(`pm clear ${packageName}`);
  await device.shell(`monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`);
};
const open = async (page) => {
  await begin();
  await page.goto(here);
  await page.getByRole('button', { name: 'Pick from device' }).click();
  await list(page)
    .getByRole('option', { name: /Log in/ })
    .waitFor();
  await page.getByText('Up to date').waitFor();
};
// Click in the picture where the element with this label is.
async function point(page, label) {
  const { json } = await rig.server.get(`/api/v1${here}/screen`);
  const [left, top, right, bottom] = json.elements.find((element) => element.label === label).box;
  const place = await picture(page).boundingBox();
  await page.mouse.click(
    place.x + ((left + right) / 2 / json.widthPx) * place.width,
    place.y + ((top + bottom) / 2 / json.heightPx) * place.height,
  );
}

rig.test('the devices, and one of them', async ({ page }) => {
  await page.goto('/devices');
  const row = page.getByRole('listitem').filter({ hasText: device.serial });
  await row.getByText('Ready', { exact: true }).waitFor();
  const link = row.getByRole('link', { name: /^Virtual Android.* · Android 14$/ });
  const thumbnail = row.getByRole('img', { name: /^Screen of Virtual Android.* · Android 14$/ });
  await thumbnail.waitFor();
  const width = await thumbnail.evaluate((image) => image.decode().then(() => image.naturalWidth));
  assert.ok(width <= 240, `${width} px`);
  await accessible(page);
  await link.click();
  await page.waitForURL(`**${here}`);
  await page.getByRole('heading', { level: 1, name: /Virtual Android/ }).waitFor();
  await picture(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  assert.doesNotMatch(
    await device.console('virtual journal'),
    /am instrument|uiautomator/,
    'who only looks does not read the screen',
  );
  await accessible(page);
  await page.getByRole('link', { name: 'All devices' }).click();
  await row.waitFor();
});

rig.test('thumbnails are not asked for while nobody sees them', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (/\/frame\?/.test(request.url())) asked++;
  });
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await page.goto('/devices');
  await page.clock.install();
  await page.getByRole('img', { name: /^Screen of/ }).waitFor();
  await hide(true);
  const before = asked;
  await page.clock.runFor(60_000);
  assert.equal(asked, before);
  await hide(false);
  await until(() => asked > before, 'it is asked for again');
});

rig.test('a device whose name has dots can be reloaded', async ({ page }) => {
  await page.goto('/devices/127.0.0.1%3A18541');
  await page.getByRole('navigation').first().waitFor();
  await page.reload();
  await page.getByText('127.0.0.1:18541').first().waitFor();
});

rig.test(
  'the picture follows the device, and takes neither the focus nor the place',
  { theme: 'dark' },
  async ({ page }) => {
    await open(page);
    const select = page.getByLabel('Add steps to');
    await select.focus();
    const before = await picture(page).evaluate(({ src, height }) => ({ src, height, scroll: window.scrollY }));
    await show('settings');
    await eventually(async () => assert.notEqual(await picture(page).getAttribute('src'), before.src));
    await list(page)
      .getByRole('option', { name: /Synchronise/ })
      .waitFor();
    assert.match(await focused(page), /Add steps to/);
    assert.deepEqual(await picture(page).evaluate(({ height }) => ({ height, scroll: window.scrollY })), {
      height: before.height,
      scroll: before.scroll,
    });
  },
);

rig.test('a click in the picture: the element, its names, and steps that are tried and added', async ({ page }) => {
  const id = await rig.addScenario({ goal: 'The login works', packageName, steps: ['The app starts'] });
  await open(page);
  await page.getByLabel('Add steps to').selectOption({ label: 'The login works' });
  await point(page, 'Log in');
  await chosen(page).getByRole('heading', { name: 'Log in' }).waitFor();
  await chosen(page).getByText('Details').click();
  const names = chosen(page).getByRole('list', { name: 'Names of the element' });
  await names.getByRole('listitem').filter({ hasText: 'login_button' }).getByText('unique').waitFor();

  await point(page, 'E-mail');
  await chosen(page).getByRole('heading', { name: 'E-mail' }).waitFor();
  const before = await picture(page).getAttribute('src');
  await chosen(page).getByLabel('Text to type').fill('demo@example.com');
  await chosen(page).getByRole('button', { name: 'On the device: Type “demo@example.com” into E-mail' }).click();
  const made = page.getByRole('region', { name: 'New step' });
  const words = 'Type “demo@example.com” into E-mail and check that E-mail contains “demo@example.com”';
  await made.getByText(words).waitFor();
  await eventually(async () => assert.notEqual(await picture(page).getAttribute('src'), before, 'a new picture'));
  await made.getByRole('button', { name: 'Add step' }).click();
  await page.getByText(/Added to “The login works”/).waitFor();
  const { json } = await rig.ask('GET', `/api/v1/scenarios/${id}`);
  assert.deepEqual(json.steps, ['The app starts', words]);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(`**/scenarios/${id}`);
});

rig.test('all of it by keyboard alone', async ({ page }) => {
  await open(page);
  await tabTo(page, list(page));
  await page.keyboard.press('End');
  await chosen(page).getByRole('heading', { name: 'Forgot password?' }).waitFor();
  await page.keyboard.press('Home');
  await chosen(page).getByRole('heading', { name: 'Welcome to Notes' }).waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
  await chosen(page).getByRole('heading', { name: 'Log in' }).waitFor();
  const tap = chosen(page).getByRole('button', { name: 'On the device: Tap Log in' });
  await tabTo(page, tap);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'New step' }).waitFor();
  assert.match(await focused(page), /Tap Log in/, 'the focus stays');
});

rig.test('the device is not asked while the page hides the screen', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await until(async () => (await watched()) === 0, 'a hidden window does not look');
  await hide(false);
  await until(async () => (await watched()) === 1, 'it looks again');
});

rig.test(
  'a run has the device: it is watched, and pointed at again once it has ended',
  { allow: [/409/] },
  async ({ page }) => {
    await open(page);
    let release;
    const gate = new Promise((resolve) => {
      release = resolve;
    });
    const good = goodTester([
      [[steps.type('email', 'demo@example.com', { selectorType: 'resource-id' })], [steps.sees('Log in')]],
    ]);
    const id = await rig.scriptedRun({
      scenario: { packageName, goal: 'G', steps: ['"Log in" is shown'] },
      script: async (turn) => {
        await gate;
        return good(turn);
      },
      wait: false,
    });
    await page.getByText('Running a test.', { exact: false }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Watch run' }).getAttribute('href'), `/runs/${id}`);
    await picture(page).waitFor();
    await accessible(page);
    const before = await picture(page).getAttribute('src');
    release();
    await eventually(async () =>
      assert.notEqual(await picture(page).getAttribute('src'), before, 'the pictures of the run'),
    );
    await rig.ended(id);
    await list(page)
      .getByRole('option', { name: /Log in/ })
      .waitFor();
  },
);

rig.test(
  'a device that is lost says so, and is shown again when it is back',
  { width: 360, allow: [/404|503|500|502/] },
  async ({ page }) => {
    await open(page);
    await fitsWidth(page);
    await device.console('virtual fault vanish 1');
    await page.getByRole('heading', { name: 'Device not connected' }).waitFor();
    await page.getByText('It reappears here when you connect it.').waitFor();
    await fitsWidth(page);
    await accessible(page);
    await device.console('virtual fault vanish 0');
    await device.returns();
    await picture(page).waitFor();
  },
);

rig.test('in French', { locale: 'fr-FR', width: 390 }, async ({ page }) => {
  await begin();
  await page.goto(here);
  await page.getByText('En direct', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sélectionner sur l’appareil' }).click();
  await page
    .getByRole('listbox', { name: 'Éléments à l’écran' })
    .getByRole('option', { name: /Log in/ })
    .click();
  await page.getByRole('button', { name: 'Sur l’appareil : Toucher Log in' }).waitFor();
  await fitsWidth(page);
  await accessible(page);
});
