// Every fault that virtual-android can inject: the call under fault works, or
// fails within its deadline with a code and words; the next call works; what
// ran of a flow is in its trace.
import assert from 'node:assert/strict';
import test from 'node:test';
import { adbOnly, startAll } from './lib.mjs';

const COMMAND_MS = 4000; // a trickling dump ends before it on a busy machine too
const CALL_MAX_MS = 20000; // the retries of a lost device included

const { server, device, agentest } = await startAll('com.example.notes', {
  env: { ...adbOnly, AGENTEST_COMMAND_TIMEOUT_MS: String(COMMAND_MS) },
});
const stopScan = device.scan();
test.after(stopScan);

const ALWAYS = 1000;
const wait = { action: 'wait', timeoutMs: 1500 };
const tick = { action: 'tap', target: { id: 'remember' } };
const calls = {
  tree: () => agentest.call('agentest_get_ui_tree'),
  tap: () => agentest.flow(tick),
  screenshot: () => agentest.call('agentest_screenshot'),
};

// once: what the call gives under one fault, undefined where it just works;
// always: what it gives while the fault lasts; [code, words].
const lost = ['ADB_CONNECTION_ERROR', /connection was lost|closed the connection|not found|offline|no device/];
const cases = {
  'drop-dump': { always: lost },
  offline: { always: ['ADB_CONNECTION_ERROR', /offline.*(replug|reconnect|wait)/], lasting: true },
  vanish: { always: ['ADB_CONNECTION_ERROR', /no device|not found/], lasting: true },
  'garbage-dump': { always: ['TREE_PARSE_ERROR', /no <hierarchy> in the \d+ bytes.*try again/] },
  'truncate-dump': { always: ['TREE_PARSE_ERROR', /ends in the middle, after \d+ bytes.*try again/] },
  stall: {
    once: ['TIMEOUT', /timed out.*AGENTEST_COMMAND_TIMEOUT_MS is 4000/],
    always: ['TIMEOUT', /'uiautomator'.*timed out/],
  },
  'stall-dump': { once: ['TIMEOUT', /'uiautomator'.*timed out/], always: ['TIMEOUT', /'uiautomator'.*timed out/] },
  'dump-lingers': { once: ['TIMEOUT', /'uiautomator'.*timed out/], always: ['TIMEOUT', /'uiautomator'.*timed out/] },
  'null-root': { always: ['ADB_COMMAND_ERROR', /no window in front.*KEYCODE_WAKEUP/] },
  'idle-error': {
    once: ['ADB_COMMAND_ERROR', /could not get an idle state in 10 s.*try again/], // not twice 10 s
    always: ['ADB_COMMAND_ERROR', /could not get an idle state/],
  },
  'illegal-character': {
    once: [
      'ADB_COMMAND_ERROR',
      /^(?!.*\bat com)(?!.*unset).*a character .*helper can.*not available: .*disabled by AGENTEST_DISABLE_HELPER/,
    ], // another dump would say the same
    always: ['ADB_COMMAND_ERROR', /^(?!.*\bat com).*a character .*helper/],
  },
  'killed-dump': { always: ['ADB_COMMAND_ERROR', /ended or refused by the device.*another automation tool/] }, // once: it passes
  'drop-shell': { always: lost },
  'slow-bytes': {},
  'inject-denied': {
    call: 'tap',
    once: ['ADB_COMMAND_ERROR', /forbids injected input.*Security settings.*INJECT_EVENTS/],
    always: ['ADB_COMMAND_ERROR', /forbids injected input/],
  },
  'screencap-truncate': {
    call: 'screenshot',
    always: ['ADB_COMMAND_ERROR', /screencap, twice: .*cut off or damaged after \d+ of \d+ bytes/],
  },
};

async function timed(call) {
  const began = performance.now();
  const reply = await call();
  const ms = performance.now() - began;
  assert.ok(ms < CALL_MAX_MS, `took ${ms} ms`);
  return reply;
}

function judge(reply, expected) {
  const shown = reply.text ?? JSON.stringify(reply.content);
  if (!expected) return assert.ok(!reply.failed, shown);
  const [code, words] = expected;
  assert.equal(reply.failed, true, shown);
  assert.equal(reply.json.code, code, shown);
  assert.match(reply.json.error, words);
}

async function worksAgain() {
  const tree = await agentest.call('agentest_get_ui_tree');
  assert.ok(!tree.failed, tree.text);
  assert.match(tree.text, /check "Remember me"/);
  assert.ok(!(await agentest.flow(tick)).failed);
}

// helper_device.test.mjs tests the faults of the helper and its installation,
// resident_device.test.mjs those of app_process and of what it runs, and
// unit/device/android/record that of the recording; scrcpy_device.test.mjs those
// of scrcpy's server; helper_recorded, helper_truth, text and adb_alone those of what
// a helper or a dump sees late, or not; idling_bridge those of an app's bridge;
// tester_start those of a launch and of a stop.
const ELSEWHERE = [
  'screenrecord-codec',
  'screenrecord-late',
  'linker-warns',
  'install-refused',
  'logcat-fails',
  'uiautomation-held',
  'helper-crash',
  'helper-crash-input',
  'helper-hang',
  'helper-hang-input',
  'helper-port-taken',
  'helper-lost',
  'helper-lost-touch',
  'helper-broken',
  'helper-undelivered',
  'helper-lingers',
  'no-app-process',
  'resident-killed',
  'resident-linkage',
  'resident-silent',
  'resident-stall',
  'resident-deaf',
  'adbd-restart',
  'jar-half-pushed',
  'scrcpy-silent',
  'scrcpy-no-encoder',
  'scrcpy-dies',
  'scrcpy-stall',
  'scrcpy-huge',
  'compose-silent',
  'slow-keyboard',
  'stale-cache',
  'late-tree',
  'no-set-text',
  'clipboard-denied',
  'late-windows',
  'partial-windows',
  'acts-before-touch',
  'restless-target',
  'idling-late',
  'idling-unsupported',
  'launch-lost',
  'stop-ignored',
  'start-hangs',
  'leanback-only',
  'resolves-chooser',
];
const listed = (await device.console('virtual faults'))
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0])
  .filter((name) => !ELSEWHERE.includes(name));

test('each fault of the virtual device has a test', () => {
  assert.deepEqual(Object.keys(cases).sort(), [...listed].sort());
});

// Clear the fault, however the test ends.
async function inject(t, name, count) {
  t.after(() => device.fault(name, 0));
  await device.fault(name, count);
}

for (const name of listed) {
  const { call = 'tree', once, always, lasting } = cases[name] ?? {};

  if (!lasting) {
    test(`${name} once: the call ${once ? 'fails clearly' : 'works'}, the next works`, async (t) => {
      await inject(t, name, 1);
      judge(await timed(calls[call]), once);
      await device.fault(name, 0);
      await worksAgain();
    });
  }

  test(`${name} lasting: the call ${always ? 'fails clearly' : 'works'}, the next works`, async (t) => {
    await inject(t, name, ALWAYS);
    judge(await timed(calls[call]), always);
    await device.fault(name, 0);
    await worksAgain();
  });

  test(`${name} in mid-flow: the step that ran is in the trace`, async (t) => {
    t.after(() => device.fault(name, 0));
    let sent;
    const reply = await timed(() =>
      agentest.call(
        'agentest_run_flow',
        { steps: [tick, wait, tick] },
        {
          onprogress: ({ message }) => {
            if (/step 2/.test(message)) sent ??= device.fault(name, ALWAYS);
          },
        },
      ),
    );
    assert.ok(sent, 'no progress was told');
    await sent;
    await device.fault(name, 0);
    assert.equal(reply.json.results[0].success, true, reply.text);
    assert.equal(reply.json.totalSteps, 3);
    assert.equal(reply.json.success, !reply.failed);
    assert.equal(reply.json.stepsCompleted, reply.json.results.filter((step) => step.success).length);
    if (reply.failed) {
      const failed = reply.json.results.at(-1);
      assert.deepEqual([failed.success, failed.code, failed.error], [false, reply.json.code, reply.json.error]);
    }
    await worksAgain();
  });
}

for (const name of ['offline', 'vanish']) {
  test(`${name} and back while a call waits: the call works`, async (t) => {
    await inject(t, name, ALWAYS);
    const [reply] = await Promise.all([timed(calls.tree), device.fault(name, 0)]);
    judge(reply);
  });
}

test('the adb server is killed in the middle of a flow, and back: the steps that ran are reported, the next call works', async () => {
  let killed;
  const reply = await timed(() =>
    agentest.call(
      'agentest_run_flow',
      { steps: [tick, wait, tick] },
      {
        onprogress: ({ message }) => {
          if (/step 2/.test(message)) killed ??= server.stop();
        },
      },
    ),
  );
  await killed;
  assert.equal(reply.json.results[0].success, true, reply.text);
  assert.equal(reply.json.stepsCompleted, reply.json.results.filter((step) => step.success).length);
  await worksAgain();
});

test('no dumps are left on the device after all this', async () => {
  assert.equal(await device.shell('ls /data/local/tmp | grep agentest'), '');
});
