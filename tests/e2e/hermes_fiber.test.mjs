// Screens of React Native that are hard to read names from: many elements, stacks of
// screens, words and code of the app that break a naive reader.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, temporaryFolder, until } from './lib.mjs';
import { hasRig, startMetro } from './rig_metro.mjs';

const name = 'com.example.rn';
const scale = 2.625; // the device's density, 420 dpi
const frame = 63; // the status bar, which the runtime does not count
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
    vars: { hits: 0 },
    screens: {
      main: {
        activity: '.Main',
        root: {
          kind: 'frame',
          children: [
            { kind: 'button', id: 'buy', text: 'Buy', bounds: [30, 1500, 900, 1600], tap: [{ add: { hits: 1 } }] },
            { kind: 'text', text: 'Hits: ${hits}', bounds: [30, 1700, 900, 1800] },
            ...[0, 60, 120].map((top) => ({
              kind: 'rn',
              bounds: bounds(top),
              tap: [{ add: { hits: 1 } }],
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

// A screen of React whose content is an expression; the device's has buttons at 0, 60 and 120.
const screen = (content) => `(function () {
  var need = process.mainModule.require.bind(process.mainModule);
  var React = need('react');
  var h = React.createElement;
  function named(name) {
    var Icon = function () { return h('RNSVGSvgView', {style: {position: 'absolute', left: 12, top: 2, width: 24, height: 24}}); };
    Icon.displayName = name;
    return Icon;
  }
  function Pressable(props) {
    return h('RCTView', {onClick: function () {}, focusable: true, testID: props.id, accessibilityLabel: props.label,
      style: {position: 'absolute', left: 10, top: props.top, width: 380, height: 40}}, props.children);
  }
  function button(top, name) { return h(Pressable, {key: name, top: top}, h(named(name))); }
  function feed(id) {
    return Array.from({length: 300}, function (_, i) { return h(Pressable, {key: i, id: id + i, top: i * 60}); });
  }
  function many() { return Array.from({length: 700}, function (_, i) { return h(Pressable, {key: i, id: 'many-' + i, top: i * 60}); }); }
  // A screen of a stack, below components as a navigator has them.
  function Route(props) { return h('RNSScreen', {stackPresentation: props.as, activityState: 2}, props.children); }
  function route(key, content, as) { return h(React.Fragment, {key: key}, h(Route, {as: as}, content)); }
  function HomeScreen() { return h('RCTView', {style: {height: 800}}, ${content}); }
  need('./renderers/reconciler').render(h(HomeScreen));
})(); null`;

const needsRig = { skip: !hasRig && '1 skipped: no rig here' };
const server = hasRig && (await startAdbServer());
const device = hasRig && (await startVirtual(server, ['--app', file]));

// Connect to an app that shows this; agentest.said is what the diagnostics have said.
async function show(content, before = 'null') {
  const metro = await startMetro({ app: name });
  await metro.work(screen(content));
  await metro.work(before);
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  agentest.said = [];
  agentest.again = async () => {
    const { json } = await agentest.connect(name, { steal: true, verbose: true });
    agentest.said.push(...json.diagnostics);
    return json.frameworkSync ?? [];
  };
  await until(async () => (await agentest.again()).includes('hermes'), 'hermes is attached');
  return { metro, agentest };
}
async function named(agentest, label) {
  return until(async () => {
    const tree = await agentest.tree();
    return tree.includes(label) && tree;
  }, `the tree has ${label}`).catch((error) => assert.fail(`${error.message}: ${agentest.said.join('\n')}`));
}
// The newest line about names.
async function line(agentest, pattern) {
  return until(async () => {
    await agentest.again();
    return agentest.said.findLast((it) => it.startsWith('[fiber]') && pattern.test(it));
  }, `the diagnostics have ${pattern}`).catch((error) => assert.fail(`${error.message}: ${agentest.said.join('\n')}`));
}
const isLost = (agentest) => agentest.said.some((it) => /\[hermes\] lost/.test(it));

test('the screen in front is read, however much the covered ones have', needsRig, async () => {
  const { metro, agentest } =
    await show(`h('RNSScreenStack', {}, route('a', feed('first-')), route('b', feed('second-')),
    route('c', [button(60, 'FrontIcon'), button(120, 'TrashIcon')]))`);
  const tree = await named(agentest, 'FrontIcon');
  assert.match(tree, /btn "FrontIcon"[^]*btn "TrashIcon"/);
  assert.doesNotMatch(tree, /first-|second-/);
  assert.match(await line(agentest, /labels/), /fibers=\d{1,2}→\d+ .* → 2 labels$/);
  await metro.stop();
});

test('content below a transparent screen is read, and no deeper', needsRig, async () => {
  const { metro, agentest } = await show(`h('RNSScreenStack', {}, route('a', button(60, 'CoveredIcon')),
    route('b', h('RNSScreenStack', {}, route('c', button(60, 'InnerCovered')), route('d', button(0, 'BackIcon')))),
    route('e', button(120, 'FrontIcon'), 'transparentModal'))`);
  const tree = await named(agentest, 'FrontIcon');
  assert.match(tree, /btn "BackIcon"[^]*btn "FrontIcon"/);
  assert.doesNotMatch(tree, /CoveredIcon|InnerCovered/);
  await metro.stop();
});

test('a screen with more than is read says so', needsRig, async () => {
  const { metro, agentest } = await show('many()');
  await named(agentest, 'many-1');
  assert.match(await line(agentest, /cut/), /→ 3 labels, cut: the screen has more$/);
  await metro.stop();
});

test('a text is cut before an emoji, never within one', needsRig, async () => {
  const long = 'x'.repeat(79);
  const { metro, agentest } = await show(`[h(Pressable, {key: 1, top: 0, label: '${long}\\ud83d\\ude00'}),
    h(Pressable, {key: 2, top: 60, label: 'half\\ud83d!\\ude00'}), h(Pressable, {key: 3, top: 120, label: 'whole\\ud83d\\ude00'})]`);
  const tree = await named(agentest, long);
  assert.match(tree, new RegExp(`"${long}"[^]*"half\ufffd!\ufffd"[^]*"whole\u{1f600}"`, 'u'));
  await agentest.again();
  assert.ok(!isLost(agentest), agentest.said.join('\n'));
  await metro.stop();
});

test('a component that throws when it is asked for its name leaves the others theirs', needsRig, async () => {
  // React asks too, while it renders.
  const { metro, agentest } = await show(
    `[h(globalThis.Bad = function () { return button(0, 'InBad'); }, {key: 'bad'}), button(60, 'ArrowLeft')]`,
    `setTimeout(function () {
      Object.defineProperty(Bad, 'displayName', {get: function () { throw new Error('mine'); }});
      globalThis.armed = 1;
    }, 100); null`,
  );
  await until(async () => (await metro.work('globalThis.armed')) === 1, 'it throws');
  const tree = await named(agentest, 'ArrowLeft');
  assert.match(tree, /btn "InBad"/);
  await agentest.again();
  assert.ok(!isLost(agentest), agentest.said.join('\n'));
  await metro.stop();
});

for (const [what, start] of [
  ['throws', 'throw new Error("mine")'],
  ['is not text', 'return 7'],
  ['is not JSON', 'return "{"'],
  ['is another list', 'return \'{"items":[7]}\''],
]) {
  test(`an answer about names that ${what} costs the names, and nothing else`, needsRig, async () => {
    const { metro, agentest } = await show(
      "button(0, 'ArrowLeft')",
      `globalThis.__agentestNames = {v: 2, start: function () { ${start}; }}; null`,
    );
    assert.doesNotMatch(await agentest.tree(), /ArrowLeft/);
    await until(async () => {
      await agentest.again();
      return agentest.said.some((it) => /\[hermes\] no names: /.test(it));
    }, 'the diagnostics say that there are none').catch((error) =>
      assert.fail(`${error.message}: ${agentest.said.join('\n')}`),
    );
    for (let i = 0; i < 2; i++) {
      await metro.work('whenAsked(function () { setTimeout(function () {}, 1450); }); null');
      const { json, text } = await agentest.flow({ action: 'tap', target: { id: 'buy' } });
      assert.match(json.results[0].waitedFor ?? '', /hermes: 1 timer/, text);
    }
    await agentest.again();
    assert.ok(!isLost(agentest), agentest.said.join('\n'));
    assert.equal(agentest.said.filter((it) => /no names/.test(it)).length, 1, 'it is said once');
    await metro.stop();
  });
}
