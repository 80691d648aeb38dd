// The one model of waiting, with the helper and without.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { adbOnly, startAdbServer, startAgentest, startVirtual, temporaryFolder } from './lib.mjs';
import { startMda } from './mda.mjs';

const flatBar = { kind: 'spinner', id: 'bar', hidden: true, h: 12 };
const waitsFor = (ms, id) => [{ hide: 'go' }, { show: id }, { after: ms, do: [{ hide: id }, { show: 'welcome' }] }];
const column = (...children) => ({ kind: 'column', pad: 48, gap: 24, children });
const welcome = { kind: 'text', id: 'welcome', text: 'Welcome', hidden: true };
const button = (tap) => ({ kind: 'button', id: 'go', text: 'Go', tap });
const ticker = (ms) => ({
  timers: [{ every: ms, do: [{ add: { t: 1 } }] }],
  root: column({ kind: 'text', id: 'elapsed', text: 'Elapsed: ${t}' }, button([{ add: { hits: 1 } }]), {
    kind: 'text',
    id: 'hits',
    text: 'Hits: ${hits}',
  }),
});

const screens = {
  menu: { root: column({ kind: 'text', text: 'Menu' }) },
  flat: { root: column(button(waitsFor(1500, 'bar')), flatBar, welcome) },
  late: {
    root: column(
      button([{ after: 900, do: [{ show: 'spin' }, { after: 2500, do: [{ hide: 'spin' }, { show: 'welcome' }] }] }]),
      { kind: 'spinner', id: 'spin', w: 126, hidden: true },
      welcome,
    ),
  },
  slow: { root: column(button([{ after: 1200, do: [{ show: 'welcome' }] }]), welcome) },
  meter: { root: column(button([{ show: 'welcome' }]), { ...flatBar, hidden: false }, welcome) },
  shimmer: {
    root: column(
      button(waitsFor(900, 'rows')),
      { kind: 'view', id: 'rows', class: 'com.facebook.shimmer.ShimmerFrameLayout', h: 400, hidden: true },
      welcome,
    ),
  },
  words: {
    root: column(
      button(waitsFor(900, 'words')),
      { kind: 'text', id: 'words', text: 'Fetching your notes...', hidden: true },
      welcome,
    ),
  },
  picture: {
    root: column(
      button(waitsFor(900, 'turns')),
      { kind: 'view', id: 'turns', desc: 'Loading spinner', h: 126, hidden: true },
      welcome,
    ),
  },
  percent: {
    root: column(
      button(waitsFor(2600, 'percent')),
      { kind: 'text', id: 'percent', text: 'Bundling 45%', hidden: true },
      welcome,
    ),
  },
  language: {
    root: column(
      button(waitsFor(2600, 'dots')),
      { kind: 'text', id: 'dots', text: 'Odotetaan vastausta…', hidden: true },
      welcome,
    ),
  },
  counts: {
    root: column(
      button([
        { set: { files: 1 } },
        { show: 'files' },
        ...[300, 600, 900, 1200, 1500, 1800, 2100, 2400, 2700].map((after, i) => ({
          after,
          do: [{ set: { files: i + 2 } }],
        })),
        { after: 3000, do: [{ hide: 'files' }, { show: 'welcome' }] },
      ]),
      { kind: 'text', id: 'files', text: '${files} of 10 files', hidden: true },
      welcome,
    ),
  },
  result: {
    root: column(button([{ show: 'order' }]), {
      kind: 'text',
      id: 'order',
      text: 'Order 4711 is placed',
      hidden: true,
    }),
  },
  blank: { root: column(button([{ hide: 'go' }, { after: 1500, do: [{ show: 'welcome' }] }]), welcome) },
  void: { root: column(button([{ hide: 'go' }])) },
  ticker: ticker(100),
};

function appFile(name, launcher, more = {}) {
  const file = path.join(temporaryFolder(), `${name}.json`);
  const links = Object.fromEntries(Object.keys(screens).map((screen) => [`${name}://${screen}`, screen]));
  const activities = Object.entries({ ...screens, ...more }).map(([screen, body]) => [
    screen,
    { activity: `.${screen}`, ...body },
  ]);
  fs.writeFileSync(
    file,
    JSON.stringify({
      package: `com.example.${name}`,
      label: name,
      vars: { t: 0, hits: 0, files: 0 },
      links,
      launcher,
      screens: Object.fromEntries(activities),
    }),
  );
  return ['--app', file];
}

const empty = {
  empty: { timers: [{ after: 700, do: [{ show: 'welcome' }] }], root: { kind: 'column', children: [{ ...welcome }] } },
};
const server = await startAdbServer();
const device = await startVirtual(server, [
  ...appFile('waits', 'menu'),
  ...appFile('empty', 'empty', empty),
  ...appFile('restless', 'ticker'),
]);
const mda = startMda({ server });

const ways = { helper: {}, adb: adbOnly };
for (const [way, env] of Object.entries(ways)) {
  const agentest = await startAgentest(server, { env: { ...env, ANDROID_SERIAL: device.serial } });
  const at = async (screen) => {
    await agentest.connect('com.example.waits', { steal: true });
    await device.shell(`am start -a android.intent.action.VIEW -d waits://${screen}`);
    await agentest.flow({ action: 'wait_for_stable' });
  };
  const go = { action: 'tap', target: { id: 'go' } };
  const seen = { action: 'assert_visible', target: { id: 'welcome' } };

  test(`${way}: a_flat_bar_that_appears_is_loading`, async () => {
    await at('flat');
    const reply = await agentest.flow(go, { ...seen, timeoutMs: 0 });
    assert.equal(reply.json.success, true, reply.text);
    assert.match(reply.json.results[0].loadingDetected, /progress/);
  });

  for (const [screen, text] of [
    ['percent', /Bundling 45%/],
    ['language', /Odotetaan vastausta/],
  ]) {
    test(`${way}: a_lone_text_that_arrives_is_loading: ${screen}`, async () => {
      await at(screen);
      const reply = await agentest.flow(go, { ...seen, timeoutMs: 0 });
      assert.equal(reply.json.success, true, reply.text);
      assert.match(reply.json.results[0].loadingDetected, text);
    });
  }

  test(`${way}: a_lone_number_that_grows_is_loading`, async () => {
    await at('counts');
    const reply = await agentest.flow(go, { ...seen, timeoutMs: 0 });
    assert.equal(reply.json.success, true, reply.text);
    assert.match(reply.json.results[0].loadingDetected, /\d+ of 10 files/);
  });

  test(`${way}: a_number_that_stands_still_is_a_result`, async () => {
    await at('result');
    const reply = await agentest.flow(go);
    assert.equal(reply.json.success, true, reply.text);
    assert.equal(reply.json.results[0].loadingDetected, undefined, reply.text);
    assert.equal(reply.json.idle ?? 'settled', 'settled', reply.text);
  });

  test(`${way}: an_empty_screen_after_an_action_is_not_ready`, async () => {
    await at('blank');
    const reply = await agentest.flow(go, { ...seen, timeoutMs: 0 });
    assert.equal(reply.json.success, true, reply.text);
  });

  test(`${way}: an_empty_screen_proves_no_absence`, async () => {
    await at('void');
    const reply = await agentest.flow(go, { action: 'assert_not_visible', target: { text: 'Error' } });
    assert.equal(reply.json.success, false, reply.text);
    assert.match(reply.text, /which does not prove that it is not there: the screen shows nothing that can be read/);
    assert.match(reply.json.results[0].note, /the screen shows nothing that can be read/);
  });

  test(`${way}: an_assertion_waits_an_indicator_out`, async () => {
    await at('late');
    const reply = await agentest.flow(go, { action: 'wait', timeoutMs: 1000 }, seen);
    assert.equal(reply.json.success, true, reply.text);
  });

  test(`${way}: an_assertion_retries_for_two_seconds_and_once_with_zero`, async () => {
    await at('slow');
    const once = await agentest.flow(go, { ...seen, timeoutMs: 0 });
    assert.equal(once.json.success, false, once.text);
    await at('menu');
    await at('slow');
    const retried = await agentest.flow(go, seen);
    assert.equal(retried.json.success, true, retried.text);
  });

  test(`${way}: a_tap_waits_for_its_target`, async () => {
    await at('menu');
    await at('slow');
    const reply = await agentest.flow(go, { action: 'tap', target: { id: 'welcome' } });
    assert.equal(reply.json.success, true, reply.text);
  });

  for (const [screen, words] of [
    ['shimmer', /ShimmerFrameLayout|rows/],
    ['words', /Fetching your notes/],
    ['picture', /Loading spinner/],
  ])
    test(`${way}: what_loads_is_named: ${screen}`, async () => {
      await at(screen);
      const reply = await agentest.flow(go, { ...seen, timeoutMs: 0 });
      assert.equal(reply.json.success, true, reply.text);
      assert.match(reply.json.results[0].loadingDetected, words);
      assert.doesNotMatch(reply.json.results[0].note ?? '', /nothing observable/);
    });

  test(`${way}: a_ticker_is_named_and_not_waited_for`, async () => {
    await at('ticker');
    const reply = await agentest.flow(go);
    assert.equal(reply.json.success, true, reply.text);
    assert.equal(reply.json.results[0].idle, undefined, reply.text);
    if (way === 'helper')
      assert.match(reply.json.results[0].note, /Elapsed: .* keeps changing by itself and was not waited for/);
    assert.match(await agentest.tree(), /Hits: [12]/);
    await at('menu');
  });

  test(`${way}: a_restart_waits_for_content`, async () => {
    await agentest.connect('com.example.empty', { steal: true });
    for (let i = 0; i < 2; i += 1) {
      const reply = await agentest.call('agentest_reset_app');
      assert.match(JSON.stringify(reply.content), /Welcome/);
    }
  });
}

test('adb: a_bar_that_stood_before_is_not_loading', async () => {
  const agentest = await startAgentest(server, { env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  await agentest.connect('com.example.waits', { steal: true });
  await device.shell('am start -a android.intent.action.VIEW -d waits://meter');
  await agentest.flow({ action: 'wait_for_stable' });
  const reply = await agentest.flow({ action: 'tap', target: { id: 'go' } });
  assert.equal(reply.json?.results[0].loadingDetected, undefined, reply.text);
});

test('adb: an_app_that_never_rests_is_connected', async () => {
  await device.console('virtual profile realistic');
  const agentest = await startAgentest(server, { env: { ...adbOnly, ANDROID_SERIAL: device.serial } });
  const reply = await agentest.connect('com.example.restless', { steal: true });
  assert.equal(reply.failed, false, reply.text);
  assert.match(JSON.stringify(reply.content), /cannot be read while it moves: look at agentest_screenshot/);
  const tap = await agentest.flow({ action: 'tap_coordinates', x: 500, y: 400 });
  assert.equal(tap.json.success, true, tap.text);
  assert.equal(tap.json.screenChanged, undefined, tap.text);
});

test('app_launch_of_an_app_that_never_rests_succeeds', async () => {
  const { data } = await mda.ok(['app', 'launch', '--app-id', 'com.example.restless', '--device', device.serial]);
  assert.equal(data.launched, true);
  assert.match(data.detail, /cannot be read while it moves/);
});
