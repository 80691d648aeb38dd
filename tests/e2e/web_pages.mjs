// web_pages.mjs: all pages of the dashboard, for tests that look at each of them
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually, startRig } from './browser.mjs';
import { until } from './lib.mjs';

// A server on which every page has something to show: the sample scenario with
// replayed runs, and a run by a model that fails.
export async function startWorld({ replays = 1, ...options } = {}) {
  const rig = await startRig({ model: true, devices: 2, ...options });
  await rig.server.post('/config', { executorInfoId: rig.mock.profile });
  const [first, second] = rig.devices.map(({ serial }) => serial);
  const scenario = await rig.importSample((sample) => ({ ...sample, device: first }));
  const failing = rig.failingRun({ device: second });
  const runs = []; // the oldest first: they queue for one device in any case
  while (runs.length < replays) runs.push(await rig.replayedRun(scenario));
  const failed = await failing;
  const team = await addTeam(rig, { scenario, serials: [first, second] });
  return Object.assign(rig, {
    scenario,
    failed,
    runs,
    pages: pagesOf({
      scenario,
      failed,
      runs,
      device: rig.devices[0].serial,
      by: options.token ? 'admin' : 'anyone',
      ...team,
    }),
  });
}

// A suite that has run on two devices, and one of each other thing that a team has.
async function addTeam(rig, { scenario, serials }) {
  const added = async (where, body) => {
    const { status, json, text } = await rig.server.post(`/api/v1/${where}`, body);
    assert.ok(status === 201, `${where}: ${text}`);
    return json;
  };
  const suite = (await added('suites', { name: 'Both phones', scenarios: [scenario], devices: serials })).id;
  await Promise.all(rig.devices.map((device) => device.shell('pm clear com.example.notes')));
  const suiteRun = (await added(`suites/${suite}/run`)).id;
  await until(
    async () => (await rig.server.get(`/api/v1/suite-runs/${suiteRun}`)).json.state === 'ended',
    'the suite has run',
  );
  await added('schedules', { name: 'Nightly', cron: '0 2 * * *', zone: 'Europe/Paris', suite });
  await added('webhooks', { name: 'Our server', url: 'https://ci.example/hook', events: ['suite.failed'] });
  return { suite, suiteRun };
}

// name: [address, a text that is there when the page has its data]
const pagesOf = ({ scenario, failed, runs: [passed, other = failed], device, by, suite, suiteRun }) =>
  Object.entries({
    scenarios: ['/', 'Notes: write a note and find it'],
    new: ['/scenarios/new', ''],
    scenario: [`/scenarios/${scenario}`, ''],
    runs: ['/runs', 'A note about bread can be found'],
    passed: [`/runs/${passed}`, 'Notes: write a note and find it'],
    failed: [`/runs/${failed}`, 'A note about bread can be found'],
    step: [`/runs/${passed}?step=3`, 'Notes: write a note and find it'],
    compare: [`/runs/${passed}/compare/${other}`, 'Notes: write a note and find it'],
    trends: ['/trends', 'Notes: write a note and find it'],
    devices: ['/devices', device],
    device: [`/devices/${device}`, device],
    suites: ['/suites', 'Both phones'],
    newSuite: ['/suites/new', 'Notes: write a note and find it'],
    suite: [`/suites/${suite}`, 'Notes: write a note and find it'],
    suiteRun: [`/suite-runs/${suiteRun}`, 'Notes: write a note and find it'],
    schedules: ['/schedules', 'Nightly'],
    settings: ['/settings', ''],
    tokens: ['/settings/tokens', ''],
    webhooks: ['/settings/webhooks', 'Our server'],
    secrets: ['/settings/secrets', ''],
    activity: ['/settings/activity', by],
    about: ['/about', ''],
    missing: ['/nowhere/at/all', 'Nothing here.'],
  }).map(([name, [where, shows]]) => ({ name, where, shows }));

// A suite run of `count` cases on the rig's devices, in the store as if they had been run: copies of two runs. Every
// twentieth has failed.
export function addManyCases(rig, { passed, failed, count }) {
  const db = new DatabaseSync(path.join(rig.server.data, 'store.sqlite'));
  const read = (id) => JSON.parse(db.prepare("SELECT json FROM documents WHERE kind = 'run' AND id = ?").get(id).json);
  const insert = db.prepare(
    `INSERT INTO documents(kind, id, revision, created_ms, updated_ms, scenario, state, device, json, suite_run)
     VALUES(?, ?, 1, ?, ?, '', 'ended', ?, ?, ?)`,
  );
  const ms = Date.now();
  const at = new Date(ms).toISOString();
  const idOf = (n) => `01MANY${String(n).padStart(20, '0')}`;
  const id = idOf(0);
  const models = [read(passed), read(failed)];
  const cases = Array.from({ length: count }, (_, n) => {
    const { serial } = rig.devices[n % rig.devices.length];
    const scenario = `Case ${Math.floor(n / rig.devices.length) + 1}`;
    return {
      name: `${scenario} on ${serial}`,
      scenario: idOf(20000 + Math.floor(n / rig.devices.length)),
      device: serial,
    };
  });
  db.exec('BEGIN');
  cases.forEach(({ name, device }, n) => {
    const run = { ...models[n % 20 === 7 ? 1 : 0], id: idOf(n + 1), suiteRun: id, case: name, device };
    insert.run('run', run.id, ms, ms, device, JSON.stringify(run), id);
  });
  const counts = { total: count };
  const devices = rig.devices.map(({ serial }) => serial);
  const doc = {
    suite: '',
    name: `${count} cases`,
    state: 'ended',
    startedAt: at,
    endedAt: at,
    options: { devices },
    cases,
  };
  insert.run('suiteRun', id, ms, ms, '', JSON.stringify({ ...doc, counts, flaky: [cases[0].name] }), '');
  db.exec('COMMIT');
  db.close();
  return id;
}

// Until the page has its heading and nothing of it is being fetched.
export async function settled(page, shows = '') {
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (shows) await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('[role="status"]')].some((element) =>
        /^(Loading|Chargement)/.test(element.textContent),
      ),
  );
}

// Open a scenario, with the parts of its page that are loaded after it: they
// would be missing if the server went at once.
export async function openScenario(page, id) {
  const panel = page.waitForResponse(/\/RecordingPanel-/);
  await page.goto(`/scenarios/${id}`);
  await (await panel).finished();
  await menuReady(page, 'More actions');
}

// Until the code of the menus is there.
export const menuReady = (page, name) => page.getByRole('button', { name, disabled: false }).first().waitFor();

// The numbers of all events that a run's timeline shows: a row may stand for several. It draws only
// the rows that can be seen, after each key.
export async function timelineEvents(page) {
  const list = page.getByRole('listbox', { name: 'Timeline' });
  await list.focus();
  await page.keyboard.press('Home');
  const size = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  const found = new Set();
  for (let i = 0; i < size / 8 + 2; i++) {
    await eventually(async () => assert.ok(await page.getByRole('option', { selected: true }).isVisible()));
    for (const event of await list
      .getByRole('option')
      .evaluateAll((rows) =>
        rows.flatMap((row) => `${row.dataset.event ?? ''} ${row.dataset.also ?? ''}`.match(/\d+/g) ?? []).map(Number),
      ))
      found.add(event);
    await page.keyboard.press('PageDown');
  }
  return { size, found };
}

// Hold back what a page stores of a scenario until the returned function is called.
export async function holdSaves(page, id) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/scenarios/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  return release;
}
