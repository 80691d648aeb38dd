// An icon button of React Native has no text: its name comes from the components of the
// runtime, which is a real React tree behind a real Metro.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';
import { hasRig, renderers, startMetro } from './rig_metro.mjs';

const name = 'com.example.rn';
const scale = 2.625; // the device's density, 420 dpi
const frame = 63; // the status bar, which the runtime does not count
const rows = [
  ['row-1', 'Row', 0],
  ['', 'ArrowLeft', 60],
  ['', 'trash-outline', 120],
  ['', 'Checkout', 180],
  ['', '', 240],
];
const bounds = (top) =>
  [
    [10, top],
    [390, top + 40],
  ].flatMap(([x, y]) => [Math.round(x * scale), Math.round(y * scale) + frame]);
const file = path.join(temporaryFolder(), 'rn.json');
fs.writeFileSync(
  file,
  JSON.stringify({
    package: name,
    label: 'RN',
    files: ['lib/arm64-v8a/libreactnative.so'],
    launcher: 'main',
    vars: { hit: 'none' },
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'frame',
          children: [
            { kind: 'text', text: 'Last: ${hit}', bounds: [30, 1500, 900, 1600] },
            ...rows.map(([, , top], i) => ({
              kind: 'rn',
              bounds: bounds(top),
              tap: [{ set: { hit: String(i) } }],
              children: [
                { kind: 'image', class: 'com.facebook.react.views.image.ReactImageView', bounds: bounds(top) },
              ],
            })),
          ],
        },
      },
    },
  }),
);

// The same screen as React sees it. Written as Hermes compiles it; process.mainModule is
// the rig's way to React.
const screen = (renderer) => `(function () {
  var need = process.mainModule.require.bind(process.mainModule);
  var React = need('react');
  var h = React.createElement;
  var at = function (top) { return {position: 'absolute', left: 10, top: top, width: 380, height: 40}; };
  var small = {position: 'absolute', left: 12, top: 2, width: 24, height: 24};
  var Pressable = React.memo(React.forwardRef(function Pressable(props, ref) {
    return h('RCTView', Object.assign({onClick: function () {}, focusable: true, ref: ref}, props));
  }));
  function View(props) { return h('RCTView', props); }
  function Svg() { return h('RNSVGSvgView', {style: small}, h('RNSVGPath', {style: small})); }
  function ArrowLeft() { return h(Svg); }
  function Ionicons() { return h('RCTText', {style: small}, '\\uf2ed'); }
  function Row(props) { return h(Pressable, {testID: props.id, style: at(0)}, h(View, {style: small})); }
  function IconButton(props) { return h(Pressable, {style: at(props.top)}, props.children); }
  function Checkout() { return h(IconButton, {top: 180}); }
  function ProfileScreen() {
    return h(View, {style: {margin: 0}},
      h(Row, {id: 'row-1'}),
      h(IconButton, {top: 60}, h(ArrowLeft)),
      h(Pressable, {style: at(120)}, h(Ionicons, {name: 'trash-outline', size: 24})),
      h(Checkout),
      h(Pressable, {style: at(240)}, h(View, {style: small})));
  }
  need('./renderers/${renderer}').render(h(ProfileScreen));
})(); null`;

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = await startAdbServer();
const device = await startVirtual(server, ['--app', file]);

async function connect(metro, env = {}) {
  const agentest = await startAgentest(server, { env: { ...metro.env, ...env, ANDROID_SERIAL: device.serial } });
  const said = [];
  await until(async () => {
    const { json } = await agentest.connect(name, { steal: true, verbose: true });
    said.push(...json.diagnostics);
    return json.frameworkSync?.includes('hermes');
  }, 'hermes is attached');
  agentest.said = said;
  return agentest;
}
const refOf = (tree, label) => new RegExp(`(@\\w+) \\w+ "${label}"`).exec(tree)?.[1];

for (const renderer of ['reconciler', 'fabric', 'paper']) {
  test(`components name what has no text, and are selected by it: ${renderer}`, needsRig, async (t) => {
    if (!(await renderers(renderer))) return t.skip('1 skipped: no registry has react-native');
    const metro = await startMetro({ app: name, renderer });
    await metro.work(screen(renderer));
    const agentest = await connect(metro);
    const named = await until(async () => {
      const tree = await agentest.tree();
      return tree.includes('ArrowLeft') && tree;
    }, 'the tree has names');
    for (const label of ['ArrowLeft', 'trash-outline', 'Checkout']) assert.ok(refOf(named, label), named);
    assert.match(named, /row-1/);
    for (const label of ['ProfileScreen', 'Pressable', 'Svg', 'IconButton', 'View'])
      assert.ok(!named.includes(label), named);
    for (const [target, hit] of [
      [{ text: 'ArrowLeft' }, 1],
      [{ id: 'row-1' }, 0],
      [{ ref: refOf(named, 'trash-outline') }, 2],
    ]) {
      const reply = await agentest.flow(
        { action: 'tap', target },
        { action: 'assert_visible', target: { text: `Last: ${hit}` } },
      );
      assert.ok(reply.json.success, `${JSON.stringify(target)}: ${reply.text}`);
    }
    // A slow machine's names may come after the tree that connect has read.
    const line =
      /^\[fiber\] snapshot fingerprint=\w{6} density=2\.625 offsetY=6[234] fibers=\d+→\d+ stageA=0 stageB=4 → 4 labels$/;
    await until(async () => {
      const { json } = await agentest.connect(name, { steal: true, verbose: true });
      agentest.said.push(...json.diagnostics);
      return agentest.said.some((it) => line.test(it));
    }, 'the diagnostics say what was named').catch((error) =>
      assert.fail(`${error.message}: ${agentest.said.join('\n')}`),
    );
    await metro.stop();
  });
}

test(
  'the tree of connect and of a reset has the names, also of views that are slow to be measured',
  needsRig,
  async () => {
    const metro = await startMetro({ app: name });
    await metro.work(screen('reconciler'));
    await metro.work(`setTimeout(function () {
    var hook = __REACT_DEVTOOLS_GLOBAL_HOOK__;
    hook.renderers.forEach(function (r, id) { hook.getFiberRoots(id).forEach(function (root) {
      (function visit(f) { for (; f; f = f.sibling) {
        if (f.tag === 5 && f.stateNode.measureInWindow) (function (view) {
          var real = view.measureInWindow.bind(view);
          view.measureInWindow = function (call) { setTimeout(function () { real(call); }, 90); };
        })(f.stateNode);
        if (f.child) visit(f.child);
      } })(root.current);
    }); });
    globalThis.slow = 1;
  }, 100); null`);
    await until(async () => (await metro.work('globalThis.slow')) === 1, 'views are slow');
    const { agentest, tree } = await until(async () => {
      const fresh = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
      const { json, texts } = await fresh.connect(name, { steal: true });
      if (json.frameworkSync.includes('hermes')) return { agentest: fresh, tree: texts.join('\n') };
      await fresh.client.close(); // a slow machine attaches after connect has answered
      return false;
    }, 'hermes is attached');
    for (const label of ['ArrowLeft', 'trash-outline', 'Checkout']) assert.ok(refOf(tree, label), tree);
    const reset = (await agentest.call('agentest_reset_app', {})).texts.join('\n');
    assert.ok(refOf(reset, 'ArrowLeft'), reset);
    await metro.stop();
  },
);

// Rows 0 to 4 as before; each place has what must not name it.
const awkward = `(function () {
  var need = process.mainModule.require.bind(process.mainModule);
  var React = need('react');
  var h = React.createElement;
  var at = function (top) { return {position: 'absolute', left: 10, top: top, width: 380, height: 40}; };
  var small = {position: 'absolute', left: 12, top: 2, width: 24, height: 24};
  function Pressable(props) { return h('RCTView', Object.assign({onClick: function () {}, focusable: true}, props)); }
  function HiddenIcon() { return h('RNSVGSvgView', {style: small}); }
  function CoveredIcon() { return h('RNSVGSvgView', {style: small}); }
  function FrontIcon() { return h('RNSVGSvgView', {style: small}); }
  function DeafIcon() { return h('RNSVGSvgView', {style: small}); }
  function TrashIcon() { return h('RNSVGSvgView', {style: small}); }
  function Deep(props) { return props.n ? h(Deep, {n: props.n - 1}) : h(Pressable, {style: at(240)}, h(DeafIcon)); }
  function HomeScreen() {
    return h('RCTView', {style: {margin: 0}},
      h('RCTView', {style: {display: 'none'}}, h(Pressable, {style: at(0)}, h(HiddenIcon))),
      h('RCTView', {'aria-hidden': true}, h(Pressable, {style: at(0), testID: 'aria-hidden'})),
      h('RNSScreenStack', {},
        h('RNSScreen', {key: 'a'}, h(Pressable, {style: at(60)}, h(CoveredIcon))),
        h('RNSScreen', {key: 'b'}, h(Pressable, {style: at(60)}, h(FrontIcon)))),
      h(Pressable, {style: at(180)}, h(Pressable, {style: at(120)}, h(TrashIcon))),
      h(Deep, {n: 3000}));
  }
  need('./renderers/reconciler').render(h(HomeScreen));
  var hook = __REACT_DEVTOOLS_GLOBAL_HOOK__;
  setTimeout(function () {
    hook.renderers.forEach(function (r, id) { hook.getFiberRoots(id).forEach(function (root) {
      (function visit(f) { for (; f; f = f.sibling) {
        if (f.tag === 5 && f.memoizedProps.onClick && f.memoizedProps.style.top === 240) f.stateNode.measureInWindow = function () {};
        if (f.child) visit(f.child);
      } })(root.current);
    }); });
    globalThis.deaf = 1;
  }, 100);
})(); null`;

test(
  'hidden, covered or unmeasured components name nothing; nor does a button name its container',
  needsRig,
  async () => {
    const metro = await startMetro({ app: name });
    await metro.work(awkward);
    await until(async () => (await metro.work('globalThis.deaf')) === 1, 'one view never answers');
    const agentest = await connect(metro);
    const tree = await until(async () => {
      const text = await agentest.tree();
      return text.includes('FrontIcon') && text;
    }, 'the tree has names');
    assert.match(tree, /btn "FrontIcon"[^]*btn "TrashIcon"/);
    assert.equal(tree.match(/btn "TrashIcon"/g).length, 1, tree);
    const reply = await agentest.flow(
      { action: 'tap', target: { text: 'TrashIcon' } },
      { action: 'assert_visible', target: { text: 'Last: 2' } },
    );
    assert.ok(reply.json.success, reply.text);
    for (const never of ['HiddenIcon', 'aria-hidden', 'CoveredIcon', 'DeafIcon', 'HomeScreen', 'Deep'])
      assert.ok(!tree.includes(never), tree);
    await metro.stop();
  },
);

test('without names, what was found by one is not taken to be gone', needsRig, async () => {
  const metro = await startMetro({ app: name });
  await metro.work(screen('reconciler'));
  const agentest = await connect(metro);
  assert.match(await agentest.tree(), /ArrowLeft/);
  const gone = (text) => agentest.flow({ action: 'assert_not_visible', target: { text } });
  await metro.stop();
  await agentest.flow({ action: 'tap', target: { text: 'ArrowLeft' } }); // names hold until an input
  await until(async () => !(await agentest.tree()).includes('ArrowLeft'), 'the tree has none');
  const named = await gone('ArrowLeft');
  assert.equal(named.json.success, false, named.text);
  assert.match(named.text, /the names of React's components could not be read: hermes does not answer/);
  const other = await gone('Last: none');
  assert.equal(other.json.success, true, other.text);
  assert.doesNotMatch(await agentest.tree(), /not the whole screen/);
});

test('the real Hermes compiler takes the script', needsRig, async (t) => {
  const metro = await startMetro({ app: name, strict: true });
  if (!metro.hermes) return t.skip('1 skipped: hermes-engine-cli is not installed');
  await metro.work(screen('reconciler'));
  const agentest = await connect(metro);
  assert.match(await agentest.tree(), /ArrowLeft/);
  await metro.stop();
});

test('AGENTEST_DISABLE_FIBER_INFERENCE leaves names alone', needsRig, async () => {
  const metro = await startMetro({ app: name });
  await metro.work(screen('reconciler'));
  const agentest = await connect(metro, { AGENTEST_DISABLE_FIBER_INFERENCE: '1' });
  assert.doesNotMatch(await agentest.tree(), /ArrowLeft|row-1/);
  assert.ok(!agentest.said.some((line) => line.startsWith('[fiber]')));
  await metro.stop();
});
