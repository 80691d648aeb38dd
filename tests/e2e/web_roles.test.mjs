// Each page with each role: nothing is asked for that the server refuses, and nothing is offered that the role cannot
// do. The server has no part in it: tester_access.test.mjs asks it.
import assert from 'node:assert/strict';
import { accessible, eventually } from './browser.mjs';
import { settled, startWorld } from './web_pages.mjs';

const token = 'the-first-admins-token-0123456789';
const world = await startWorld({ token, env: { AGENTEST_SECRETS_KEY: 'a key of these tests, 32 bytes long' } });

const tokens = { admin: token };
for (const role of ['read', 'run', 'edit']) {
  const { status, json, text } = await world.server.post('/api/v1/tokens', { name: `the-${role}er`, role });
  assert.equal(status, 201, text);
  tokens[role] = json.token;
}

// The requests that each role may send besides those that read, and those of the roles before it.
const sends = {
  read: [/^POST \/api\/v1\/(login|logout|client-errors)$/],
  run: [
    /^POST \/api\/v1\/runs(\/\w+\/(stop|approve))?$/,
    /^POST \/api\/v1\/suites\/\w+\/run$/,
    /^POST \/api\/v1\/suite-runs\/\w+\/(stop|rerun)$/,
    /^POST \/api\/v1\/(sample|devices\/[^/]+\/steps|(profiles|providers)\/[^/]+\/test)$/,
  ],
  edit: [/^(POST|PUT|DELETE) \/api\/v1\/(scenarios|suites|schedules|flows)\b/, /^DELETE \/api\/v1\/runs\/\w+$/],
};
const roles = Object.keys(sends);
const may = (role, request) =>
  roles.slice(0, roles.indexOf(role) + 1).some((each) => sends[each].some((pattern) => pattern.test(request)));

// Pages whose heading alone says that the role is another one.
const refused = {
  read: ['new', 'newSuite', 'tokens', 'webhooks', 'secrets', 'activity'],
  run: ['new', 'newSuite', 'tokens', 'webhooks', 'secrets', 'activity'],
  edit: ['tokens', 'webhooks', 'activity'],
  admin: [],
};

// Pages on which some of it may be done by those who run.
const mixed = ['scenario', 'failed', 'device', 'suite', 'suiteRun', 'schedules'];

const controls = 'main :is(button, [role=switch], input[type=checkbox], summary):not([disabled], [aria-disabled=true])';

// Requests of a page are answered here, so that nothing changes while everything is pressed.
async function hold(page, role) {
  const wrong = [];
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    const line = `${request.method()} ${new URL(request.url()).pathname}`;
    if (!may(role, line)) wrong.push(line);
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"held back"}' });
  });
  return wrong;
}

// In the page: press what has not been pressed yet, and the last button of each dialog and menu that this opens, which
// is the one that acts. Returns what was pressed, once nothing is left or the address is another one.
async function pressHere({ controls, before }) {
  const pressed = new Set(before);
  const { href } = location;
  const inside = 'dialog[open] button:not([disabled]), [role=menuitem]:not([aria-disabled=true])';
  const acted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  await acted();
  const nameOf = (element) => `${element.role ?? element.tagName} ${element.ariaLabel ?? element.textContent.trim()}`;
  async function press(element, name) {
    pressed.add(name);
    element.click();
    await acted();
  }
  for (const element of document.querySelectorAll(controls)) {
    const name = nameOf(element);
    if (pressed.has(name) || !element.isConnected || !element.checkVisibility()) continue;
    await press(element, name);
    for (let i = 0; i < 9 && location.href === href; i++) {
      const next = [...document.querySelectorAll(inside)].findLast((each) => !pressed.has(`${name}, ${nameOf(each)}`));
      if (!next) break;
      await press(next, `${name}, ${nameOf(next)}`);
    }
    for (const dialog of document.querySelectorAll('dialog[open]'))
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await acted();
    if (location.href !== href) break;
  }
  return [...pressed];
}

// Until the page knows who its visitor is, it offers everything. It has asked before this does.
const knows = (page) => page.evaluate(() => fetch('/api/v1/me').then((answer) => answer.text()));

async function pressAll(page, where, shows) {
  await knows(page);
  for (let before = []; ; ) {
    const pressed = await page.evaluate(pressHere, { controls, before });
    if (pressed.length === before.length) return pressed.length;
    before = pressed;
    if (!page.url().endsWith(where)) {
      await page.goto(where);
      await settled(page, shows);
      await knows(page);
    }
  }
}

for (const role of ['read', 'run', 'edit', 'admin'])
  world.test(`${role}: no page asks for what is refused, or offers it`, async ({ also }) => {
    const visit = await also({ token: tokens[role], allow: [/status of 404/, /status of 503/] });
    const { page } = visit;
    const wrong = role === 'admin' ? [] : await hold(page, role);
    for (const { name, where, shows } of world.pages) {
      await page.goto(where);
      if (refused[role].includes(name)) {
        await page.getByRole('heading', { name: /^(Only admins|Your token can’t)/ }).waitFor();
        await accessible(page);
      } else await settled(page, shows);
      // A role that may do more is offered more of the same.
      if (role === 'read' || (role === 'run' && mixed.includes(name)) || (role === 'edit' && name === 'secrets'))
        await pressAll(page, where, refused[role].includes(name) ? '' : shows);
      assert.deepEqual(wrong, [], `${name} sends it`);
      assert.deepEqual(visit.unexpected(), [], name);
    }
  });

world.test('a reader is told why a device cannot be used', async ({ also }) => {
  const { page } = await also({ token: tokens.read });
  await page.goto(`/devices/${world.devices[0].serial}`);
  await page.getByText('Your token can watch this device, not use it.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Pick from device' }).count(), 0);
  await eventually(async () => assert.equal(await page.getByText('Live', { exact: true }).count(), 1));
});
