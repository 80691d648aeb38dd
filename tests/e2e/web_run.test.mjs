// The page of one run: it opens at the failure, shows each call between its pictures, follows a
// running run, and answers for it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { accessible, eventually, fitsWidth, focused, startRig } from './browser.mjs';
import { allowClipboard } from './browsers.mjs';
import { root, temporaryFolder } from './lib.mjs';
import { faults, inOrder } from './models/core.mjs';
import { steps } from './models/drivers.mjs';

// An app in which something is guarded.
const shop = {
  package: 'com.example.shop',
  label: 'Shop',
  version: '1.0',
  uid: 10311,
  screens: {
    main: {
      activity: '.MainActivity',
      root: {
        kind: 'column',
        children: [
          { kind: 'text', text: 'The shop' },
          { kind: 'button', id: 'pay', text: 'Pay now', h: 70, tap: [{ open: 'paid' }] },
        ],
      },
    },
    paid: { activity: '.PaidActivity', root: { kind: 'column', children: [{ kind: 'text', text: 'Paid' }] } },
  },
};
const apps = [
  path.join(root, 'virtual-android/apps/com.example.notes.json'),
  path.join(temporaryFolder(), 'shop.json'),
];
fs.writeFileSync(apps[1], JSON.stringify(shop));
// With a token: without one a device on which a secret was typed is not shown live.
const rig = await startRig({ model: true, apps, token: 'a-token-of-ours' });
const failed = await rig.failingRun();
const {
  json: { events },
} = await rig.server.get(`/api/v1/runs/${failed}/events?limit=500`);
const bad = events.find(({ resultPrefix }) => resultPrefix === 'NOT_VISIBLE');
const typed = events.find(({ toolName }) => toolName === 'inputText');
const compiled = events.find(({ callPath }) => callPath);
const asked = events.find(({ type, callPath }) => type === 'model' && callPath);

const chosen = (page) => page.getByRole('option', { selected: true });
const details = (page) => page.getByRole('region', { name: 'Details' });
const scroller = (page) => page.getByRole('listbox', { name: 'Timeline' });

// A model that looks around, never at the same place twice, until the test ends it. asked: the
// number of requests. hold(): its answers wait until release().
function slowModel() {
  let release;
  const script = async (turn) => {
    script.asked = turn.number;
    if (script.held) await script.held;
    if (script.done) return { text: 'Step 1: UNVERIFIED' };
    return {
      text: `Turn ${turn.number}.`,
      calls: [
        steps.other('findUiElementsByText', { text: `needle ${turn.number}` }),
        steps.other('wait', { ms: 60 + turn.number }),
        steps.sees('Welcome to Notes'),
      ],
    };
  };
  script.hold = () => {
    script.held = new Promise((resolve) => {
      release = resolve;
    });
  };
  script.release = () => {
    script.held = undefined;
    release?.();
  };
  return script;
}
// Another goal each time: the same one would be played from its recording.
let welcomes = 0;
const welcome = () => ({
  packageName: 'com.example.notes',
  goal: `The app welcomes user ${++welcomes}`,
  steps: ['"Welcome to Notes" is shown'],
  // It goes on for as long as a slow reader takes: the usual budget of tokens is used up in 50 s.
  budgets: { iterations: 1e6, tokens: 1e9, minutes: 60 },
});

rig.test('a run that failed lands on its failing event', async ({ page }) => {
  await page.goto(`/runs/${failed}`);
  await eventually(async () => assert.equal(await chosen(page).getAttribute('data-event'), String(bad.index)));
  assert.ok(await chosen(page).isVisible());
  const trouble = page.getByRole('region', { name: 'What went wrong' });
  assert.match(
    await trouble.innerText(),
    /Step 2 failed: \P{L}?“\P{L}?Bread and butter\P{L}?” was not shown[\s\S]*Expected\s+“\P{L}?Bread and butter\P{L}?” is shown[\s\S]*A check failed/u,
  );
  await details(page).getByRole('heading', { name: 'Check shown Bread and butter' }).waitFor();
  const after = details(page).getByRole('img', { name: /^The screen after/ });
  assert.match(await after.getAttribute('src'), new RegExp(bad.screenshotPath.replace('.', '\\.')));
  await eventually(async () => assert.ok(await after.evaluate((image) => image.complete && image.naturalWidth > 0)));
  assert.equal(
    await details(page).locator('[data-mark="nearest"]').count(),
    1,
    'the element that is nearest is framed',
  );
  await trouble.getByRole('button', { name: 'Last good screen' }).click();
  await eventually(async () => assert.notEqual(await chosen(page).getAttribute('data-event'), String(bad.index)));
  // Elsewhere one line leads back to it.
  assert.equal(await trouble.count(), 0);
  await page.getByRole('button', { name: 'Go to step' }).click();
  await eventually(async () => assert.equal(await chosen(page).getAttribute('data-event'), String(bad.index)));
  assert.match(page.url(), new RegExp(`\\?event=${bad.index}$`));
});

rig.test('where it failed, its step is edited and it runs again from there', async ({ page }) => {
  const { json: run } = await rig.server.get(`/api/v1/runs/${failed}`);
  const scenarioId = await rig.addScenario(run.scenario);
  const stored = await rig.failingRun({ scenarioId });
  const trouble = page.getByRole('region', { name: 'What went wrong' });
  await page.goto(`/runs/${stored}`);
  await trouble.getByRole('link', { name: 'Edit this step' }).click();
  await page.waitForURL(new RegExp(`/scenarios/${scenarioId}\\?step=2$`));
  await eventually(async () => assert.match(await focused(page), /Step 2/));
  await page.goBack();
  rig.script = inOrder({ text: 'Step 2: UNVERIFIED' });
  await trouble.getByRole('button', { name: 'Run again from here' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(stored));
  const again = await rig.ended(new URL(page.url()).pathname.split('/').at(-1));
  assert.deepEqual([again.fromStep, again.steps[0].verdict, again.verdict], [2, 'NOT_RUN', 'UNVERIFIED']);
});

rig.test('the failing row is in view and nothing but panes scrolls, whatever the window', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/runs/${failed}`);
    await eventually(async () => {
      const row = await chosen(page).boundingBox();
      assert.ok(row && row.y > 0 && row.y + row.height <= height, `${width}×${height}: ${row?.y}`);
    });
    const rest = await page.evaluate(() => document.scrollingElement.scrollHeight - window.innerHeight);
    assert.ok(rest <= 0, `${width}×${height}: the page is ${rest} px higher than its window`);
  }
});

rig.test('the header says what came of it, what it cost, and saves it', async ({ page }) => {
  await page.goto(`/runs/${failed}`);
  const head = page.getByRole('main');
  await head.getByRole('heading', { level: 1, name: 'Fail A note about bread can be found' }).waitFor();
  assert.equal(await page.title(), '✕ Fail · A note about bread can be found');
  for (const fact of [rig.devices[0].serial, '$']) assert.ok((await head.innerText()).includes(fact), fact);
  await head.getByRole('button', { name: 'Details', exact: true }).click();
  const facts = page.getByRole('dialog', { name: 'Run details' });
  for (const fact of ['com.example.notes', rig.mock.profile, '% cached', '/ 80'])
    assert.ok((await facts.innerText()).includes(fact), fact);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
  assert.match(fs.readFileSync(await (await saved).path(), 'utf8'), /<testsuite /);
  await allowClipboard(page.context());
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await eventually(async () => assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^# .*bread/i));
});

rig.test('events, steps and what belongs to them have addresses', async ({ page }) => {
  const at = async (query, check) => {
    await page.goto(`/runs/${failed}${query}`);
    await eventually(() => check(chosen(page)));
  };
  await at(`?event=${typed.index}`, async (row) => assert.match(await row.innerText(), /^Type\s+email/));
  await at('?step=3', async (row) => assert.match(await row.innerText(), /Step 3[\s\S]*Unverified/));
  assert.match(await details(page).innerText(), /Step 3 is unverified/);
  // A picture is shown with the call that took it, the end of a step with the step.
  const shot = events.find(({ type }) => type === 'screenshot');
  const taker = events.find(({ type, screenshotPath }) => type === 'tool' && screenshotPath === shot.screenshotPath);
  await at(`?event=${shot.index}`, async (row) =>
    assert.equal(await row.getAttribute('data-event'), String(taker.index)),
  );
  const ended = events.find(({ type, state }) => type === 'step' && state === 'ended');
  await at(`?event=${ended.index}`, async (row) => assert.match(await row.innerText(), /^Step 1/));
  // The link that is copied leads there.
  await page.goto(`/runs/${failed}?event=${typed.index}`);
  await allowClipboard(page.context());
  await details(page).getByRole('button', { name: 'Copy link' }).click();
  await eventually(async () =>
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `${rig.server.url}/runs/${failed}?event=${typed.index}`,
    ),
  );
});

rig.test('a call is shown between its pictures, with the finger and the element', async ({ page }) => {
  const tap = events.find(({ toolName, before }) => toolName === 'tap' && before);
  await page.goto(`/runs/${failed}?event=${tap.index}`);
  const before = details(page).getByRole('figure').first();
  const mark = before.locator('[data-mark="tap"]');
  await mark.waitFor({ state: 'attached' });
  // The finger is drawn where it was, in the picture's own scale.
  await eventually(async () =>
    assert.ok(await before.getByRole('img').evaluate((image) => image.complete && image.naturalWidth > 0)),
  );
  const picture = await before.getByRole('img').boundingBox();
  const finger = await mark.boundingBox();
  const shown = [
    (finger.x + finger.width / 2 - picture.x) / picture.width,
    (finger.y + finger.height / 2 - picture.y) / picture.height,
  ];
  for (const axis of [0, 1])
    assert.ok(
      Math.abs(shown[axis] - tap.point[axis] / tap.space[axis]) < 0.02,
      `${shown} for ${tap.point} of ${tap.space}`,
    );
  assert.equal(await before.locator('[data-mark="element"]').count(), 1);
  assert.equal(await details(page).getByRole('figure').count(), 2);
  await page.getByRole('tab', { name: 'Arguments' }).click();
  assert.match(await page.getByRole('tabpanel').innerText(), /text: /);
  await page.getByRole('tab', { name: 'Raw', exact: true }).click();
  assert.deepEqual(JSON.parse(await page.getByRole('tabpanel').innerText()), { ...tap, run: failed });
});

rig.test('the requests and answers of a model can be read', async ({ page }) => {
  await page.goto(`/runs/${failed}?event=${asked.index}`);
  await page.getByRole('tab', { name: 'Model call' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('heading', { name: 'Request' }).waitFor();
  assert.match(await panel.innerText(), /HTTP status\s+200/);
  assert.match(await panel.innerText(), /Calls startTestingScenario/);
  await panel.locator('summary', { hasText: /^messages/ }).click();
  await panel.locator('summary:visible', { hasText: /^0/ }).first().click();
  await eventually(async () => assert.match(await panel.innerText(), /role: user/));
  const saved = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Save as file' }).click();
  assert.deepEqual(
    JSON.parse(fs.readFileSync(await (await saved).path(), 'utf8')).request,
    rig.mock.requests.find(({ body }) => body).body,
  );
});

rig.test('the call that compiled the expectations can be read', async ({ page }) => {
  await page.goto(`/runs/${failed}?event=${compiled.index}`);
  await eventually(async () => assert.match(await chosen(page).innerText(), /expectations compiled: \d+ for 3 steps/));
  await page.getByRole('tab', { name: 'Model call' }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('heading', { name: 'Request' }).waitFor();
  assert.match(await panel.innerText(), /Model\s+\{"steps":/);
});

rig.test('the timeline is filtered, searched and walked by keys', async ({ page }) => {
  await page.goto(`/runs/${failed}`);
  await eventually(async () => assert.equal(await chosen(page).count(), 1));
  await page.getByRole('button', { name: 'Errors' }).click();
  await eventually(async () =>
    assert.deepEqual(
      await page.getByRole('option').evaluateAll((rows) => rows.map((row) => row.dataset.event ?? 'step')),
      ['step', String(bad.index)],
      'a call that failed, and its step',
    ),
  );
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('demo@example');
  // The call that typed it, and the next one, which tells that the field lost the focus.
  const found = events.filter(({ result }) => result?.includes('demo@example')).map(({ index }) => String(index));
  assert.equal(found[0], String(typed.index));
  await eventually(async () =>
    assert.deepEqual(
      await page.locator('[role=option][data-event]').evaluateAll((rows) => rows.map((row) => row.dataset.event)),
      found,
    ),
  );
  await page.keyboard.press('Escape');
  await eventually(async () => assert.ok((await page.locator('[role=option][data-event]').count()) > 3));
  await page.keyboard.press('k');
  await eventually(async () => assert.notEqual(await chosen(page).getAttribute('data-event'), String(bad.index)));
  await page.keyboard.press('j');
  await eventually(async () => assert.equal(await chosen(page).getAttribute('data-event'), String(bad.index)));
  await page.keyboard.press('Enter');
  await eventually(async () =>
    assert.ok(await details(page).evaluate((element) => element === document.activeElement)),
  );
  // Within the list its own keys do the same.
  await scroller(page).focus();
  await page.keyboard.press('Home');
  await eventually(async () => assert.match(await chosen(page).innerText(), /^Setup/));
  assert.equal(await scroller(page).getAttribute('aria-activedescendant'), await chosen(page).getAttribute('id'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await eventually(async () => assert.match(await chosen(page).innerText(), /^Step 1/));
});

rig.test('the film strip is scrubbed by pointer and keys', async ({ page }) => {
  await page.goto(`/runs/${failed}?event=${typed.index}`);
  const strip = page.getByRole('slider', { name: 'Film strip' });
  const shots = events.filter(({ type }) => type === 'screenshot').length;
  await eventually(async () => assert.equal(await strip.getAttribute('aria-valuemax'), String(shots)));
  assert.match(await strip.getAttribute('aria-valuetext'), /^Screenshot 2 of \d+, Step 1$/);
  await strip.focus();
  await page.keyboard.press('End');
  await eventually(async () => assert.equal(await chosen(page).getAttribute('data-event'), String(bad.index)));
  const box = await strip.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 5, y);
  await page.mouse.down();
  await eventually(async () => assert.equal(await strip.getAttribute('aria-valuenow'), '1'));
  // Places are moments: the pointer finds the picture that is nearest in time.
  const frames = await strip
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().left));
  const taken = events.filter(({ type }) => type === 'screenshot').map(({ timestamp }) => Date.parse(timestamp));
  assert.ok(taken.length > 4 && frames.length > 2, `${frames.length} of ${taken.length} pictures`);
  await page.mouse.move(frames.at(-1) + 1, y, { steps: 4 });
  await eventually(async () => assert.equal(await strip.getAttribute('aria-valuenow'), String(shots)));
  await page.mouse.up();
  const thumbnails = await strip
    .locator('img')
    .evaluateAll((images) => images.map((image) => new URL(image.src).searchParams.get('width')));
  assert.ok(
    thumbnails.every((width) => Number(width) < 200),
    `${thumbnails}`,
  );
});

rig.test('the states of a run are in the reader’s language', { locale: 'fr-FR' }, async ({ page }) => {
  await page.goto(`/runs/${failed}?step=0`);
  await page.getByRole('option', { name: 'Exécution En attente' }).waitFor();
});

rig.test('a missing run is reported, with a link to the others', { allow: [/404/] }, async ({ page }) => {
  await page.goto('/runs/none');
  await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
  await page.getByText('Run not found').waitFor();
  await accessible(page);
  await page.getByRole('link', { name: 'Go to runs' }).click();
  await page.waitForURL('**/runs');
});

rig.test('a step that nothing proves is where an unverified run lands', async ({ page }) => {
  const script = inOrder(
    { calls: [steps.start()] },
    { calls: [steps.sees('Welcome to Notes'), steps.done(1)] },
    { calls: [steps.done(2)] },
    { text: 'Step 1: PASS' },
  );
  const id = await rig.scriptedRun({
    scenario: { ...welcome(), steps: ['"Welcome to Notes" is shown', 'Everything is fine'] },
    script,
  });
  await page.goto(`/runs/${id}`);
  await page.getByRole('heading', { level: 1, name: /Unverified/ }).waitFor();
  await eventually(async () => assert.match(await chosen(page).innerText(), /^Step 2/));
  assert.match(await page.getByRole('region', { name: 'What went wrong' }).innerText(), /Step 2 is unverified/);
});

rig.test('a run whose model refuses the key says so where it ended', async ({ page }) => {
  const id = await rig.scriptedRun({ scenario: welcome(), script: () => faults.wrongKey() });
  await page.goto(`/runs/${id}`);
  const trouble = page.getByRole('region', { name: 'What went wrong' });
  await eventually(async () => assert.match(await trouble.innerText(), /The model failed[\s\S]*refuses the key/));
});

rig.test('a run is watched to its end, and the page follows it until the reader lets go', async ({ page }) => {
  const script = slowModel();
  const id = await rig.scriptedRun({ scenario: welcome(), script, wait: false });
  await page.goto(`/runs/${id}`);
  const now = page.getByRole('button', { name: 'Jump to now' });
  const rest = () =>
    scroller(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  const rows = () => page.getByRole('option').first().getAttribute('aria-setsize').then(Number);
  await eventually(async () => assert.ok((await rows()) > 40, 'many events'));
  await eventually(async () => assert.ok((await rest()) < 60, 'it stays at the end'));
  assert.equal(await now.count(), 0);
  await page.getByText('Live', { exact: true }).waitFor();
  await scroller(page).hover();
  await page.mouse.wheel(0, -400);
  await now.waitFor();
  await chosen(page).waitFor(); // shown steps stay
  const before = await rows();
  await eventually(async () => assert.ok((await rows()) > before + 8, 'events come'));
  assert.ok((await rest()) > 200, 'it does not scroll away from the reader');
  await now.click();
  await eventually(async () => assert.ok((await rest()) < 60));
  // A choice lets go too. The rows move as events come, so the pointer of a slow browser never meets one.
  await page
    .getByRole('option', { name: /^Check shown/ })
    .last()
    .evaluate((row) => row.click());
  await now.waitFor();
  assert.match(page.url(), /\?event=\d+$/);
  script.done = true;
  await rig.ended(id);
  await page.getByRole('heading', { level: 1, name: /^✓ Pass|Pass/ }).waitFor();
  await eventually(async () => assert.equal(await now.count(), 0));
  assert.equal(await page.getByText('Live', { exact: true }).count(), 0);
  assert.ok(
    (await page.getByRole('status').allInnerTexts()).includes('Run finished: Pass'),
    'readers of screens are told',
  );
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  const {
    json: { events: all },
  } = await rig.server.get(`/api/v1/runs/${id}/events?limit=500`);
  // A request without words has no row of its own, nor has what the model reports of a step.
  const listed = all.filter(({ type, toolName }) => type === 'tool' && toolName !== 'stepDone').length;
  await eventually(async () => assert.ok((await rows()) >= listed, 'none was missed'));
});

rig.test('the current step is in view, however many are to come', async ({ page }) => {
  const script = slowModel();
  const id = await rig.scriptedRun({
    scenario: { ...welcome(), steps: Array.from({ length: 60 }, (_, k) => `Look at the screen, time ${k + 1}`) },
    script,
    wait: false,
  });
  await page.goto(`/runs/${id}`);
  await eventually(async () => assert.ok(script.asked > 4));
  await page.getByRole('option', { name: /^Step 1 Running/ }).waitFor({ state: 'attached' });
  const list = await scroller(page).boundingBox();
  await eventually(async () => {
    const row = await chosen(page).boundingBox();
    assert.ok(
      row && row.y >= list.y && row.y + row.height <= list.y + list.height + 1,
      `${row?.y} in ${list.y}…${list.y + list.height}`,
    );
  });
  script.done = true;
  await rig.ended(id);
});

rig.test('a run is stopped in its middle, and run again', async ({ page }) => {
  const script = slowModel();
  const id = await rig.scriptedRun({ scenario: welcome(), script, wait: false });
  await page.goto(`/runs/${id}`);
  await page
    .getByText(/^Turn \d+\.$/)
    .first()
    .waitFor();
  script.hold();
  // The button answers at once, and perhaps not for long.
  await page.evaluate(() => {
    globalThis.shown = [];
    const note = () =>
      globalThis.shown.push(
        ...[...document.querySelectorAll('main button')].map((button) => button.textContent.trim()),
      );
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Stop' }).click();
  await eventually(async () => assert.ok((await page.evaluate(() => globalThis.shown)).includes('Stopping…')));
  await page.getByRole('heading', { level: 1, name: /^Stopped/ }).waitFor();
  // Nothing has failed: somebody has stopped it.
  const trouble = page.getByRole('region', { name: 'What went wrong' });
  await eventually(async () => assert.match(await trouble.innerText(), /Stopped during step 1/));
  assert.doesNotMatch(await trouble.innerText(), /failed/);
  script.release();
  script.done = true;
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
  await page.keyboard.press('r');
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(id));
  await rig.ended(new URL(page.url()).pathname.split('/').pop());
});

rig.test('a run waits in the queue, with its place', async ({ page }) => {
  const script = slowModel();
  const first = await rig.scriptedRun({ scenario: welcome(), script, wait: false });
  const second = await rig.scriptedRun({ scenario: welcome(), script, wait: false });
  await page.goto(`/runs/${second}`);
  await page.getByText('Queued (number 1 in line)').waitFor();
  script.done = true;
  await rig.ended(first);
  await rig.ended(second);
  await eventually(async () => assert.equal(await page.getByText('in line').count(), 0));
});

// Each run has its own device state, and asks once.
async function guarded(page, answer) {
  const script = inOrder(
    { calls: [steps.start(shop.package)] },
    { calls: [steps.tap('Pay now'), steps.sees('Paid')] },
    { text: 'Step 1: PASS' },
  );
  const id = await rig.scriptedRun({
    scenario: { packageName: shop.package, goal: 'The shop opens', steps: ['The shop is shown'] },
    script,
    wait: false,
  });
  await page.goto(`/runs/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Allow this action?' });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Pay now/);
  await answer(dialog);
  await eventually(async () => assert.equal(await dialog.count(), 0));
  return rig.ended(id);
}

rig.test('a guarded action is allowed or refused by a person', async ({ page }) => {
  const { json: config } = await rig.server.get('/api/v1/config');
  await rig.ask('PUT', '/api/v1/config', { ...config, guardedActions: 'pause' });
  const refused = await guarded(page, async (dialog) => {
    // It can be put aside, and comes back.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Review…' }).click();
    await dialog.getByRole('button', { name: 'Refuse' }).click();
  });
  assert.equal(refused.verdict, 'FAIL');
  await page.getByRole('heading', { level: 1, name: /Fail/ }).waitFor();
  const allowed = await guarded(page, (dialog) => dialog.getByRole('button', { name: 'Allow once' }).click());
  assert.equal(allowed.verdict, 'PASS');
  await page.getByRole('heading', { level: 1, name: /Pass/ }).waitFor();
  await rig.ask('PUT', '/api/v1/config', config);
});

rig.test('a replayed run is read on a phone', { width: 360, theme: 'dark' }, async ({ page }) => {
  await page.goto(`/runs/${await rig.replayedRun()}`);
  await eventually(async () => assert.equal(await chosen(page).count(), 1));
  assert.match(await page.getByRole('main').innerText(), /Replayed/);
  // There are more pictures than there is room for: some represent all.
  const strip = page.getByRole('slider', { name: 'Film strip' });
  const count = Number(await strip.getAttribute('aria-valuemax'));
  assert.ok(count > 10 && (await strip.locator('img').count()) < 10, `${count} pictures`);
  await fitsWidth(page);
  await accessible(page);
});
