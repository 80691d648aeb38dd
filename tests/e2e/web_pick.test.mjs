// Picking from a device: the app is opened from the page, an action and what it
// changed become one step, steps get checks, and errors are told to people.
import assert from 'node:assert/strict';
import path from 'node:path';
import { accessible, eventually, fitsWidth, startRig, tabTo } from './browser.mjs';
import { root } from './lib.mjs';
import { appFile } from './tester.mjs';

// The notes have an action that is guarded.
const apps = [
  appFile((text) =>
    text.replace(
      '"kind": "text", "id": "forgot", "text": "Forgot password?"',
      '"kind": "button", "id": "forgot", "text": "Delete account"',
    ),
  ),
  path.join(root, 'virtual-android/apps/com.example.shop.json'),
];
const rig = await startRig({ apps });
const [device] = rig.devices;
const packageName = 'com.example.shop';
const other = 'com.example.notes';
const here = `/devices/${device.serial}`;
const front = (app) => device.shell(`monkey -p ${app} -c android.intent.category.LAUNCHER 1`);
const begin = async (app = packageName) => {
  for (const each of [packageName, other]) await device.shell(`pm clear ${each}`);
  await front(app);
};
const list = (page) => page.getByRole('listbox', { name: 'Elements on the screen' });
const element = (page) => page.getByRole('region', { name: 'Selected element' });
const made = (page) => page.getByRole('region', { name: 'New step' });
const picture = (page) => page.getByRole('img', { name: /screen/i });
const option = (page, name) => list(page).getByRole('option', { name });
const stored = async (id) => (await rig.ask('GET', `/api/v1/scenarios/${id}`)).json.steps;
const has = (id, steps) => eventually(async () => assert.deepEqual(await stored(id), steps), 'the steps are saved');

async function pick(page, steps, more) {
  const id = await rig.addScenario({ goal: 'Apples go into the cart', packageName, steps, ...more });
  await page.goto(`/scenarios/${id}`);
  await page.getByRole('button', { name: 'Pick from device' }).click();
  await list(page).getByRole('option').first().waitFor();
  return id;
}

// The middle of an element of this name in the picture.
async function placeOf(page, label, anchor = '') {
  const { json } = await rig.server.get(`/api/v1${here}/screen`);
  const found = json.elements.find((each) => each.label === label && (!anchor || each.called.anchor === anchor));
  const [left, top, right, bottom] = found.box;
  const box = await picture(page).boundingBox();
  return {
    x: box.x + ((left + right) / 2 / json.widthPx) * box.width,
    y: box.y + ((top + bottom) / 2 / json.heightPx) * box.height,
  };
}
const upToDate = (page) => page.getByText('Up to date').waitFor();

rig.test('another app is in front: one line, and the button that opens the right one', async ({ page }) => {
  await begin(other);
  await pick(page, ['The shop is shown']);
  await page.getByText(`${other} is in front`).waitFor();
  await accessible(page);
  // A refused tap is explained in words for people, with the same way out.
  await option(page, /Log in/).click();
  await element(page).getByRole('button', { name: 'On the device: Tap Log in' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText(`${other} is in front, and only ${packageName} may be touched`, { exact: false }).waitFor();
  assert.doesNotMatch(await alert.innerText(), /launchAppByPackage|ERROR|inputs go to/);
  await alert.getByRole('button', { name: `Open ${packageName}` }).click();
  await made(page)
    .getByText(`Open “${packageName}” and check that`, { exact: false })
    .or(made(page).getByText(`Open ${packageName} and check that`, { exact: false }))
    .waitFor();
  await option(page, /Apple/).first().waitFor();
  assert.equal(await page.getByText(`${other} is in front`).count(), 0);
});

rig.test('an action and what it changed are one step, without a hint that something is missing', async ({ page }) => {
  await begin();
  const id = await pick(page, []);
  await option(page, /^Add Apple/).click();
  await element(page).getByRole('heading', { name: 'Add beside Apple' }).waitFor();
  await element(page).getByRole('button', { name: 'On the device: Tap Add beside Apple' }).click();
  const words = 'Tap Add beside Apple and check that “Cart (1)” is shown';
  await made(page).getByText(words).waitFor();
  await made(page).getByRole('radio', { name: '“Cart (1)” is shown' }).waitFor();
  const message = 'a message says “Apple added to cart”';
  await made(page).getByRole('radio', { name: message }).check();
  await made(page).getByText(`Tap Add beside Apple and check that ${message}`).waitFor();
  await made(page).getByRole('radio', { name: '“Cart (1)” is shown' }).check();
  await accessible(page);
  await made(page).getByRole('button', { name: 'Add step' }).click();
  await has(id, [words]);
  assert.equal(await page.getByText(/No expected result|does not say what should be seen/).count(), 0);
  assert.equal(await made(page).count(), 0, 'the proposal has gone');
});

rig.test('a double click taps, a drag scrolls, and in the other mode a click taps', async ({ page }) => {
  await begin();
  await pick(page, []);
  await upToDate(page);
  const bread = await placeOf(page, 'Add', 'Bread');
  await page.mouse.dblclick(bread.x, bread.y);
  await made(page).getByText('Tap Add beside Bread and check that “Cart (1)” is shown').waitFor();
  await upToDate(page);
  const from = await placeOf(page, 'Figs');
  const to = await placeOf(page, 'Apple');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await made(page)
    .getByText(/^Scroll down and check that “.*” is shown$/)
    .waitFor();
  await upToDate(page);
  await page.getByText('Use', { exact: true }).click();
  const deals = await placeOf(page, 'Deals, tab 2 of 3');
  await page.mouse.click(deals.x, deals.y);
  await made(page)
    .getByText(/and check that “50% off everything” is shown$/)
    .waitFor();
});

rig.test('all of it by keyboard alone', async ({ page }) => {
  await begin();
  const id = await pick(page, []);
  await tabTo(page, list(page));
  await page.keyboard.press('Home');
  for (let i = 0; i < 60; i++) {
    if (await element(page).getByRole('heading', { name: 'Add beside Apple' }).count()) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await made(page).getByText('Tap Add beside Apple and check that “Cart (1)” is shown').waitFor();
  await tabTo(page, made(page).getByRole('button', { name: 'Add step' }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await has(id, ['Tap Add beside Apple and check that “Cart (1)” is shown']);
  await tabTo(page, page.getByRole('button', { name: 'Home', exact: true }), { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.getByText('The home screen is in front').waitFor();
  await tabTo(page, page.getByRole('button', { name: `Open ${packageName}` }));
  await page.keyboard.press('Enter');
  await option(page, /Apple/).first().waitFor();
});

rig.test('an element becomes a check of a step, and the target of another', async ({ page }) => {
  await begin();
  const id = await pick(page, ['Open the shop', 'Tap Old and check that “Cart (1)” is shown']);
  await option(page, /^Featured text/).click();
  await page.getByLabel('Add to').selectOption({ label: 'Step 1: Open the shop' });
  await element(page).getByRole('button', { name: 'Add check to step 1' }).click();
  await has(id, ['Open the shop and check that “Featured” is shown', 'Tap Old and check that “Cart (1)” is shown']);
  await option(page, /^Add Apple/).click();
  await page.getByLabel('Add to').selectOption({ index: 2 });
  await element(page).getByRole('button', { name: 'On the device: Tap Add beside Apple' }).click();
  await made(page).getByRole('button', { name: 'Use as target of step 2' }).click();
  await has(id, [
    'Open the shop and check that “Featured” is shown',
    'Tap Add beside Apple and check that “Cart (1)” is shown',
  ]);
});

rig.test('the frame of an element goes while the picture is newer than the elements', async ({ page }) => {
  await begin();
  await pick(page, []);
  await option(page, /^Add Apple/).click();
  const frame = page.locator('svg[preserveAspectRatio="none"] rect');
  await eventually(async () => assert.equal(await frame.count(), 1), 'the element is framed');
  // The answer of the next reading waits until the new picture has been judged.
  let release;
  const gate = new Promise((resolve) => {
    release = resolve;
  });
  await page.route('**/screen?**', async (route) => {
    await gate;
    await route.continue();
  });
  const before = await picture(page).getAttribute('src');
  await device.shell('am start -a android.intent.action.VIEW -d shop://cart');
  await eventually(async () => assert.notEqual(await picture(page).getAttribute('src'), before), 'a new picture');
  await page.getByText('Screen changed, refreshing…').waitFor();
  assert.equal(await frame.count(), 0);
  release();
  await option(page, /Your cart/).waitFor();
});

rig.test('a guarded action is done only after it was confirmed, and never in another app', async ({ page }) => {
  await begin(other);
  await pick(page, [], { packageName: other });
  await option(page, /Delete account/).click();
  await element(page).getByRole('button', { name: 'On the device: Tap Delete account' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('this may be a sensitive action', { exact: false }).waitFor();
  await alert.getByRole('button', { name: 'Do it anyway' }).click();
  await made(page)
    .getByText(/^Tap Delete account/)
    .waitFor();
  await begin(packageName);
  const step = { packageName: other, tool: 'tap', args: { text: 'Add' }, approved: true };
  const { json } = await rig.server.post(`/api/v1${here}/steps`, step);
  assert.equal(json.trouble, 'outside', 'a confirmation never lifts the lock of apps');
});

rig.test('a free device without a run or a scenario', { width: 390, theme: 'dark' }, async ({ page }) => {
  await begin();
  await page.goto(here);
  await page.getByRole('button', { name: 'Pick from device' }).click();
  await option(page, /^Add Apple/).click();
  await element(page).getByRole('button', { name: 'On the device: Tap Add beside Apple' }).click();
  await made(page).getByText('Select a scenario to add this step to.').waitFor();
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await option(page, /^Notes/).click();
  await element(page).getByRole('button', { name: 'On the device: Tap Notes' }).click();
  await option(page, /Log in/).waitFor();
  await fitsWidth(page);
  await accessible(page);
  const isHeld = async () => (await rig.server.get('/api/v1/devices')).json.devices[0].held;
  await eventually(async () => assert.equal(await isHeld(), false), 'the device is given back');
});

rig.test('in French', { locale: 'fr-FR' }, async ({ page }) => {
  await begin();
  const id = await rig.addScenario({ goal: 'Des pommes', packageName, steps: [] });
  await page.goto(`/scenarios/${id}`);
  await page.getByRole('button', { name: 'Sélectionner sur l’appareil' }).click();
  await page
    .getByRole('listbox', { name: 'Éléments à l’écran' })
    .getByRole('option', { name: /^Add Apple/ })
    .dblclick();
  await page.getByRole('button', { name: 'Ajouter l’étape', exact: true }).last().waitFor();
  await page.getByRole('region', { name: 'Nouvelle étape' }).getByRole('button', { name: 'Ajouter l’étape' }).click();
  await has(id, ['Toucher Add à côté de Apple et vérifier que « Cart (1) » est affiché']);
});
