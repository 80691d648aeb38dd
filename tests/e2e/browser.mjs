// browser.mjs: the dashboard in a real browser (that of browsers.mjs), against
// `mobile-tester-agent serve` with virtual devices and a scripted model. A page
// that logs an error, breaks the content policy, asks another host or loses a
// request fails its test; failures keep a trace and a picture.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { browser, browserName, isGivenUp, programOf } from './browsers.mjs';
import { atEnd, build, root, startAdbServer, startVirtual, until } from './lib.mjs';
import { inOrder } from './models/core.mjs';
import { goodTester, notes, notesPlan, steps } from './models/drivers.mjs';
import { startProfile } from './models/profiles.mjs';
import { startServer } from './tester_rig.mjs';
import { startWebkitVisit } from './webkit.mjs';

// --- A visit: a browser context with one page, whose problems are collected.

// For a whole run on a slow machine, with sanitizers; AT_WEB_WAIT_MS shortens it while a test is written.
const patienceMs = Number(process.env.AT_WEB_WAIT_MS ?? 100000);

const heights = { 1280: 800, 360: 740, 390: 844 };

function watch(visit, origins) {
  const { context, problems } = visit;
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  // Only chromium logs these as errors.
  if (browserName !== 'chromium')
    context.on('response', (response) => {
      if (response.status() >= 400)
        problems.push(
          `console: Failed to load resource: the server responded with a status of ${response.status()} ` +
            `(${response.statusText()}) (${response.url()})`,
        );
    });
  context.on('weberror', (error) => problems.push(`page: ${error.error().stack ?? error.error()}`));
  context.on('requestfailed', (request) => {
    if (!isGivenUp(request))
      problems.push(`request: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin))
      problems.push(`request: ${url} is on another host`);
  });
}

// A violation that a page's own script causes is not always logged as an error.
async function watchPolicy({ context, problems }) {
  await context.exposeBinding('agentestPolicyViolated', (_, words) => {
    problems.push(`content policy: ${words}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      globalThis.agentestPolicyViolated(
        `${event.effectiveDirective} forbids ${event.blockedURI} ${event.sample} ` +
          `(${event.sourceFile}:${event.lineNumber})`,
      );
    });
  });
}

// Open a context as a visitor with these wishes has it. theme: light or dark;
// width: 1280, 390 or 360; locale; motion: reduce or no-preference; url: of the
// server; token: the visitor has logged in with it; allow: patterns of problems
// that the test is about; context: more options of Playwright. Its page's
// addresses are relative to url.
export async function startVisit({
  url,
  token,
  theme = 'light',
  width = 1280,
  locale = 'en-US',
  motion = 'no-preference',
  allow = [],
  context: more = {},
} = {}) {
  const viewport = { width, height: heights[width] ?? 800 };
  if (browserName === 'webkit') return startWebkitVisit(programOf('webkit'), { url, viewport });
  const context = await (await browser()).newContext({
    baseURL: url,
    colorScheme: theme,
    viewport,
    locale,
    reducedMotion: motion,
    timezoneId: 'UTC',
    ...more,
  });
  context.setDefaultTimeout(patienceMs);
  const visit = { context, problems: [], allow: [...allow] };
  watch(visit, [new URL(url).origin]);
  await watchPolicy(visit);
  if (token)
    assert.ok((await context.request.post('/api/v1/login', { data: { token } })).ok(), 'the visitor is let in');
  await context.tracing.start({ snapshots: true, sources: false });
  visit.page = await context.newPage();
  // Over BiDi a context has no wish for less motion; its page has.
  if (browserName === 'firefox') await visit.page.emulateMedia({ colorScheme: theme, reducedMotion: motion });
  visit.unexpected = () => visit.problems.filter((problem) => !visit.allow.some((pattern) => pattern.test(problem)));
  return visit;
}

const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

async function keep(visit, folder) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'problems.txt'), `${visit.page.url()}\n${visit.problems.join('\n')}\n`);
  await visit.page.screenshot({ path: path.join(folder, 'page.png'), timeout: 10000 }).catch(() => {});
  await visit.context.tracing.stop({ path: path.join(folder, 'trace.zip') }).catch(() => {});
}

async function finish(visits, name, failed) {
  const file = path.basename(process.argv[1] ?? 'browser', '.test.mjs');
  for (const [index, visit] of visits.entries()) {
    if (failed) {
      const folder = path.join(build, 'web-failures', browserName, file, slug(name), String(index + 1));
      await keep(visit, folder);
      process.stderr.write(`# the page and its trace are in ${folder}\n`);
    } else await visit.context.tracing.stop();
    await visit.context.close();
  }
}

// A test of pages; options are those of startVisit, and skip: a reason. body({page, context, visit, also}): also(options) is another visitor, with
// separate cookies and storage.
export function webTest(name, options, body) {
  test(name, { timeout: 600000, skip: options.skip }, async (t) => {
    const visits = [];
    const also = async (own = {}) => {
      const wishes = { ...options, ...own };
      const visit = await startVisit({ ...wishes, url: typeof wishes.url === 'function' ? wishes.url() : wishes.url });
      visits.push(visit);
      return visit;
    };
    let failed = true;
    try {
      const visit = await also();
      await body({ t, visit, page: visit.page, context: visit.context, also });
      assert.deepEqual(
        visits.flatMap((one) => one.unexpected()),
        [],
        'problems of the page',
      );
      failed = false;
    } finally {
      await finish(visits, name, failed);
    }
  });
}

// --- The rig: a server with what it needs.

const sample = JSON.parse(fs.readFileSync(path.join(root, 'scenarios/notes.json'), 'utf8'));

// A scenario whose second step fails, because the note does not exist.
export const failing = {
  packageName: 'com.example.notes',
  goal: 'A note about bread can be found',
  steps: [
    'Log in as demo@example.com with the password {{password}}; the list of notes is shown',
    'Search for "Bread"; "Bread and butter" is found',
    'Open "Bread and butter"; it can be edited',
  ],
};
export const failingScript = () =>
  inOrder(
    { thought: 'The app has to be started first.', calls: [steps.start()] },
    ...notesPlan[0].map((calls) => ({ thought: 'The form is on the screen.', calls })),
    { text: 'The list of notes is shown.', calls: [steps.done(1)] },
    {
      thought: 'The list can be searched.',
      calls: [
        steps.tap('Search', { selectorType: 'content-desc' }),
        steps.type('query', 'Bread', { selectorType: 'resource-id' }),
      ],
    },
    { thought: 'The note should be among the results.', calls: [steps.sees('Bread and butter')] },
    { text: 'There is no such note.', calls: [steps.done(2, 'FAIL', 'The note is not found')] },
    { text: 'Step 1: PASS\nStep 2: FAIL — the note is not found\nStep 3: UNVERIFIED' },
  );

// A server as tests use it. All runs begin with the app as it was installed.
function addMeans(rig) {
  const accepted = ({ status, json, text }, wanted) => {
    assert.equal(status, wanted, text);
    return json;
  };
  rig.ask = (...words) => rig.server.ask(...words);
  // Both give the id of a scenario. The sample brings its recording along.
  rig.importSample = async (change = (copy) => copy, server = rig.server) =>
    accepted(await server.post('/api/v1/scenarios/import', change(structuredClone(sample))), 201).scenarios[0].id;
  rig.addScenario = async (scenario) => accepted(await rig.server.post('/api/v1/scenarios', scenario), 201).id;
  // Queue a run of {scenarioId} or of a whole scenario, which may name a device;
  // its id.
  rig.submit = async (body) => {
    for (const device of rig.devices.filter(({ serial }) => !body.device || body.device === serial))
      await device.shell(`pm clear ${body.packageName ?? sample.packageName}`);
    return accepted(await rig.server.post('/api/v1/runs', body), 201).id;
  };
  rig.ended = (id) => rig.server.runEnded(id);
  // A whole run without a model: PASS, with 22 calls of 5 steps. Its id.
  rig.replayedRun = async (scenarioId) => {
    const id = await rig.submit({ scenarioId: scenarioId ?? (await rig.importSample()) });
    assert.equal((await rig.ended(id)).state, 'ended');
    return id;
  };
  // A run by a model that follows the script, which is one of models/drivers.mjs
  // or any function of models/core.mjs. wait: until it has ended.
  rig.scriptedRun = async ({ scenario = notes, script = goodTester(notesPlan), wait = true } = {}) => {
    rig.script = script;
    const id = await rig.submit({ profile: rig.mock.profile, ...scenario });
    if (wait) await rig.ended(id);
    return id;
  };
  // A run by a model: FAIL in step 2 of 3. more: members of its scenario.
  rig.failingRun = (more = {}) => rig.scriptedRun({ scenario: { ...failing, ...more }, script: failingScript() });
}

// A test that fails leaves no run behind, for which the runs of the next test would wait.
async function stopRuns(rig) {
  for (const { id } of (await rig.server.get('/api/v1/status')).json.runs) {
    await rig.server.post(`/api/v1/runs/${id}/stop`);
    await rig.ended(id);
  }
}

// A server with virtual devices and, with model: true, a model whose answers
// are rig.script. The pages are those of the program; AT_WEB=DIR takes them from
// a folder. apps are files for virtual-android; env and args are the server's;
// with a token the visitors have logged in.
export async function startRig({
  devices = 1,
  apps = [],
  model = false,
  format = 'anthropic',
  args = [],
  env = {},
  folder,
  token,
  program,
} = {}) {
  const adbServer = await startAdbServer();
  const rig = { adbServer, devices: [] };
  for (let i = 0; i < devices; i++)
    rig.devices.push(
      await startVirtual(
        adbServer,
        apps.flatMap((file) => ['--app', file]),
      ),
    );
  if (model) {
    rig.mock = await startProfile(format, (turn) => rig.script(turn));
    atEnd(() => rig.mock.stop());
  }
  const web = process.env.AT_WEB ? ['--web', path.resolve(root, process.env.AT_WEB)] : [];
  const start = (more) =>
    startServer(adbServer, {
      env: { ...rig.mock?.environment, ...env },
      args: [...web, ...args],
      token,
      program,
      ...more,
    });
  rig.server = await start({ folder });
  // A stopped server's successor has its address and its data.
  rig.restart = async () => {
    rig.server = await start({ folder: rig.server.folder, port: rig.server.port });
  };
  addMeans(rig);
  rig.test = (name, options, body) => {
    const [wishes, work] = body ? [options, body] : [{}, options];
    webTest(name, { url: () => rig.server.url, token, ...wishes }, async (means) => {
      let passed = false;
      means.t.after(() => passed || stopRuns(rig));
      await work(means);
      passed = true;
    });
  };
  return rig;
}

// --- What tests ask of a page.

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const described = ({ id, impact, help, nodes }) =>
  `${id} (${impact}): ${help}\n${nodes
    .map(
      (node) =>
        `    ${node.target.join(' ')}\n      ${node.html.slice(0, 200)}\n      ` +
        `${node.failureSummary.replace(/\s*\n\s*/g, ' ')}`,
    )
    .join('\n')}`;

// Until fades have ended: during them, colours are mixed.
const unmoved = (page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );

// Fail with rule, element and reason if axe-core finds a violation. within: a
// selector; without: rules that the test gives a reason for in a comment; only:
// rules, where the others have been asked already.
export async function accessible(page, { within, without = [], only } = {}) {
  await unmoved(page);
  const { violations } = await inspect(page, axeSource, { within, without, only });
  assert.equal(violations.length, 0, `${page.url()} is not accessible:\n${violations.map(described).join('\n')}`);
}

async function inspect(page, source, options) {
  await page.evaluate(`globalThis.axe || (() => { ${source} })(); undefined`);
  return page.evaluate(
    ({ within, without, only }) =>
      globalThis.axe.run(within ?? document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      }),
    options,
  );
}

// Fail if the page can be scrolled sideways; says which elements are too wide.
// A page that has been resized has a moment to follow.
export async function fitsWidth(page) {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement;
      if (scrollWidth <= clientWidth) return [];
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      );
      return [
        `${scrollWidth} px in ${clientWidth} px`,
        ...wide
          .slice(0, 12)
          .map(
            (element) =>
              `${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className} to ` +
              `${Math.round(element.getBoundingClientRect().right)}: ${element.textContent.trim().slice(0, 40)}`,
          ),
      ];
    });
  let found;
  await until(
    async () => {
      found = await tooWide();
      return found.length === 0;
    },
    'it fits',
    3,
  ).catch(() => {});
  assert.deepEqual(found, [], `${page.url()} is wider than its window`);
}

// The element that has the focus: its role or tag, and its name.
export const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing';
    const labels = [...(element.labels ?? [])].map((label) => label.textContent.trim()).join(' ');
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent.trim() ?? '')
      .join(' ')
      .trim();
    const name =
      (element.getAttribute('aria-label') ?? by) ||
      labels ||
      element.textContent.trim() ||
      element.getAttribute('title') ||
      '';
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} "${name.replace(/\s+/g, ' ').slice(0, 80)}"`;
  });

// Behind the last place of a page come Firefox's own controls, and behind these the last place again, in a window
// without any: begin at the top.
const enterAgain = (page) =>
  page.evaluate(() => {
    window.focus();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });

// Press key (Tab) until the locator has the focus, as somebody without a mouse
// does; says where it came by if it never gets there.
export async function tabTo(page, locator, { key = 'Tab', most = 80 } = {}) {
  const stops = [];
  for (let i = 0; i < most; i++) {
    if (await locator.evaluateAll((elements) => elements.includes(document.activeElement))) return;
    await page.keyboard.press(key);
    stops.push(await focused(page));
    if (browserName === 'firefox' && stops.at(-1) === 'nothing') await enterAgain(page);
  }
  assert.fail(`${locator} is not reached by ${key}: ${stops.join(', ')}`);
}

// Until an assertion holds; its own failure when it never does.
export async function eventually(check, what = 'the page is so') {
  let last;
  try {
    return await until(
      async () => {
        try {
          return (await check()) ?? true;
        } catch (error) {
          last = error;
          throw error;
        }
      },
      what,
      patienceMs / 1000,
    );
  } catch (error) {
    throw last ?? error;
  }
}
