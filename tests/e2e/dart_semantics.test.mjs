// A Flutter app that draws on a canvas: its screen is what the framework prints of its
// semantics. The VM service is the one written from its document, and a real one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startDartVm } from './guests/dart_vm.mjs';
import { printScreen } from './guests/flutter_semantics.mjs';
import { scaledMs, startAdbServer, until } from './lib.mjs';
import { canvasView, hasDart, startFlutter, startRealDart, stepOnceAsked } from './rig_dart.mjs';

const server = await startAdbServer();
const dump = 'ext.flutter.debugDumpSemanticsTreeInTraversalOrder';
const scale = 2.625;

// A form in dp. What is scrolled away, merged or obscured is not as it is printed.
const form = ({ hits = 0, name = 'Ada' } = {}) => [
  { rect: [16, 16, 300, 40], flags: ['isHeader'], label: 'Checkout' },
  {
    rect: [16, 60, 380, 110],
    actions: ['tap', 'setText'],
    flags: ['isTextField', 'isFocusable'],
    identifier: 'name',
    label: 'Name',
    value: name,
    hint: 'as on the card',
  },
  {
    rect: [16, 120, 380, 170],
    actions: ['tap', 'setText'],
    flags: ['isTextField', 'isObscured', 'isFocusable'],
    label: 'Password',
    value: 'hunter2',
  },
  {
    rect: [16, 180, 380, 230],
    actions: ['tap'],
    flags: ['hasCheckedState', 'isChecked', 'hasEnabledState', 'isEnabled', 'isFocusable'],
    label: 'Remember me',
  },
  { rect: [16, 240, 380, 290], actions: ['increase', 'decrease'], flags: ['isSlider'], label: 'Volume', value: '40%' },
  {
    rect: [16, 300, 380, 500],
    actions: ['scrollUp', 'scrollDown'],
    flags: ['hasImplicitScrolling'],
    children: [
      { rect: [0, 0, 364, 60], label: 'First row' },
      {
        rect: [0, 60, 364, 120],
        label: 'This row has\ntwo lines and a text that is too long for one line of the print',
      },
      { rect: [0, 200, 364, 260], flags: ['isHidden'], label: 'Scrolled away' },
    ],
  },
  {
    rect: [0, 0, 56, 56],
    matrix: [1, 0, 0, 320, 0, 1, 0, 700, 0, 0, 1, 0, 0, 0, 0, 1],
    merges: true,
    tooltip: 'Buy',
    children: [
      {
        merged: true,
        rect: [0, 0, 56, 56],
        actions: ['tap'],
        flags: ['isButton', 'hasEnabledState', 'isEnabled', 'isFocusable'],
      },
    ],
  },
  { rect: [16, 600, 380, 640], label: `Bought ${hits} times` },
];

async function startCanvas(vm, options) {
  const flutter = await startFlutter(server, vm, { canvas: true, ...options });
  return { ...flutter, print: (children) => printScreen({ ...canvasView, scale }, children) };
}

const services = [
  { name: 'a service written from the document', start: () => startDartVm(), skip: false },
  { name: 'a real Dart VM', start: () => startRealDart(), skip: !hasDart && '1 skipped: no Dart VM here' },
];

for (const { name, start, skip } of services) {
  test(`a canvas has its semantics: ${name}`, { skip }, async () => {
    const vm = await start();
    const px = (dp) => Math.round(dp * scale);
    const { agentest, print, touches } = await startCanvas(vm);
    await vm.semantics(print(form()));
    const tree = await agentest.tree();
    for (const line of [
      /@f\d+ input "Name" value="Ada" hint="as on the card"/,
      /@f\d+ input "Password" password$/m,
      /@c\d+ check "Remember me" checked/,
      /@g\d+ slider "Volume" 40%/,
      /@s\d+ scroll\n {2}"First row"\n {2}"This row has\\ntwo lines and a text that is too long for one line of the print"/,
      /@b\d+ btn "Buy"/,
      /^"Checkout"/m,
    ])
      assert.match(tree, line);
    assert.doesNotMatch(tree, /hunter2|Scrolled away/);

    const reply = await agentest.flow({ action: 'tap', target: { text: 'Buy' } });
    assert.ok(reply.json.success, reply.text);
    const [x, y] = (await touches()).at(-1);
    assert.ok(Math.abs(x - px(348)) <= 1 && Math.abs(y - canvasView.top - px(728)) <= 1, `${x},${y}`);

    await vm.semantics(print(form({ hits: 1, name: 'Grace "Amazing" Hopper' })));
    const asserted = await agentest.flow(
      { action: 'assert_text_equals', target: { id: 'name' }, value: 'Grace "Amazing" Hopper' },
      { action: 'assert_visible', target: { text: 'Bought 1 times' } },
    );
    assert.ok(asserted.json.success, asserted.text);
    assert.ok(vm.asked.includes(dump));
    await vm.stop();
  });

  test(`semantics that are off: ${name}`, { skip }, async () => {
    const vm = await start();
    const { agentest, print } = await startCanvas(vm);
    assert.doesNotMatch(await agentest.tree(), /Checkout/);
    await vm.semantics(print(form())); // an accessibility client asks for them
    assert.match(await agentest.tree(), /Checkout/);
    await vm.stop();
  });
}

test('the compiler of an attached flutter run switches semantics on', async () => {
  const vm = await startDartVm({ compiles: true });
  vm.semantics(printScreen({ ...canvasView, scale }, form()), false);
  const { agentest } = await startCanvas(vm);
  assert.match(await agentest.tree(), /Checkout/);
  assert.ok(vm.enabled());
  assert.equal(vm.asked.filter((name) => name === 'evaluate').length, 1);
});

test('a compiler is asked once the libraries have been listed', async () => {
  let ms = 0;
  const vm = await startDartVm({
    compiles: true,
    answer: (message, reply) => setTimeout(reply, message.method === 'getIsolate' ? ms : 0),
  });
  const { agentest, print } = await startCanvas(vm, { env: { AGENTEST_TIME_SCALE: '2' } });
  vm.hotRestart();
  vm.semantics(print(form()), false);
  const count = (name) => vm.asked.filter((it) => it === name).length;
  const before = count('getIsolate');
  ms = 2 * 300 + 100; // more than any question may take, less than a reading
  await until(async () => /Checkout/.test(await agentest.tree()), 'semantics are on', 20);
  assert.equal(count('getIsolate'), before + 1);
});

test('the service is not asked for semantics if the tree has the content', async () => {
  const vm = await startDartVm();
  const { agentest } = await startFlutter(server, vm);
  assert.ok((await agentest.flow({ action: 'tap', target: { id: 'buy' } })).json.success);
  assert.match(await agentest.tree(), /Buy/);
  assert.ok(!vm.asked.includes(dump) && !vm.asked.includes('evaluate'), String(vm.asked));
});

test('a real compiler switches semantics on', { skip: !hasDart && '1 skipped: no Dart VM here' }, async () => {
  const vm = await startRealDart();
  await vm.semantics(printScreen({ ...canvasView, scale }, form()), false);
  const { agentest } = await startCanvas(vm);
  assert.match(await agentest.tree(), /Checkout/);
  await vm.stop();
});

test('a hot restart between two readings', async () => {
  const vm = await startDartVm();
  const { agentest, print } = await startCanvas(vm);
  vm.semantics(print(form()));
  assert.match(await agentest.tree(), /Bought 0/);
  vm.hotRestart();
  vm.semantics(print(form({ hits: 7 })));
  assert.match(await agentest.tree(), /Bought 7/);
  vm.vanish(); // no event announces this one
  vm.semantics(print(form({ hits: 8 })));
  await until(async () => /Bought 8/.test(await agentest.tree()), 'the new isolate is found');
});

test('a tree that takes half a second to print is read, and costs no wait', async () => {
  let ms = 0;
  const vm = await startDartVm({ answer: (message, reply) => setTimeout(reply, message.method === dump ? ms : 0) });
  const flutter = await startCanvas(vm);
  vm.semantics(flutter.print(form()));
  ms = 500;
  assert.match(await flutter.agentest.tree(), /Checkout/);
  const request = vm.beginRequest('https://example.com/cart');
  const reply = await stepOnceAsked(flutter, { action: 'tap', target: { text: 'Buy' } }, request.end);
  assert.match(reply.json.results[0].waitedFor ?? '', /1 fetch https:\/\/example\.com\/cart/, reply.text);
  ms = 2 * scaledMs(1500); // longer than it is waited for
  await flutter.agentest.tree(); // the answer that came late for the step belongs to this reading
  assert.doesNotMatch(await flutter.agentest.tree(), /Checkout/);
  assert.deepEqual((await flutter.connect()).json.frameworkSync, ['dart_vm']);
});
