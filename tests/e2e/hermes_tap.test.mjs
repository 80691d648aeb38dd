// One tap of a real device-side button starts work in the app's real JavaScript: the
// step ends after the last of it, because the runtime says so and not because the screen
// was looked at again and again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual } from './lib.mjs';
import { hasRig, startMetro, startSlow } from './rig_metro.mjs';

const name = 'com.example.shop';
const needsRig = { skip: !hasRig && '1 skipped: no rig here' };

// The shop's three icons as React has them: 250 × 147 px at 420 dpi.
const icons = `(function () {
  var need = process.mainModule.require.bind(process.mainModule);
  var h = need('react').createElement;
  function icon(name) {
    var Icon = function () { return h('RNSVGSvgView', {style: {height: 56}}); };
    Icon.displayName = name;
    return Icon;
  }
  function Pressable(props) {
    return h('RCTView', {onClick: function () {}, focusable: true,
      style: {position: 'absolute', left: props.at * 250 / 2.625, top: 0, width: 250 / 2.625, height: 56}}, h(props.icon));
  }
  function HomeScreen() {
    return h('RCTView', {style: {height: 800}}, ['ArrowLeft', 'SearchGlass', 'BellRing'].map(function (name, at) {
      return h(Pressable, {key: name, at: at, icon: icon(name)});
    }));
  }
  need('./renderers/reconciler').render(h(HomeScreen));
})(); null`;

const work = (url) => `globalThis.ended = [];
  globalThis.onIcon = function (which) {
    var end = function (what) { return function () { ended.push([what, Date.now()]); }; };
    whenAsked(function () {
      setTimeout(end('short timer'), 900);
      setTimeout(end('long timer'), 1200);
      fetch('${url}/cart?ms=1500').then(end('fetch')).then(function () {
        if (which === 'third') setOnDevice('icon', 'loaded');
      });
    });
  }; null`;

const server = hasRig && (await startAdbServer());
const device = hasRig && (await startVirtual(server));
const slow = hasRig && (await startSlow());
let metro, agentest;
test('the shop is a React Native app with a runtime', needsRig, async () => {
  metro = await startMetro({ app: name, device });
  await metro.work(icons);
  await metro.work(work(slow.url));
  agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  assert.deepEqual((await agentest.connect(name, { steal: true })).json.frameworkSync, ['hermes']);
  assert.match(await agentest.tree(), /"SearchGlass"/);
});

// Tap an icon; what the runtime and the device say of the step.
async function tap(label) {
  await device.console('virtual journal clear');
  await device.console('virtual notes clear');
  const reply = await agentest.flow({ action: 'tap', target: { text: label } });
  const answered = Date.now();
  const notes = (await device.console('virtual notes'))
    .split('\n')
    .filter((line) => line.startsWith('POST') || line.startsWith('GET'));
  const journal = (await device.console('virtual journal')).split('\n').filter((line) => /uiautomator/.test(line));
  const ended = JSON.parse(await metro.work('JSON.stringify(ended)'));
  const [what, last] = ended.reduce((one, other) => (other[1] > one[1] ? other : one));
  return { reply, ended, what, late: answered - last, readings: [...notes, ...journal] };
}

test('a tap starts a fetch and two timers in the runtime, and the step ends after them', needsRig, async (t) => {
  const { reply, ended, what, late, readings } = await tap('SearchGlass');
  assert.ok(reply.json.success, reply.text);
  assert.match(reply.json.results[0].waitedFor ?? '', /hermes: .*fetch http:\/\/127\.0\.0\.1:\d+\/cart/, reply.text);
  assert.match(reply.json.results[0].waitedFor, /timers? ≤ \d+ ms/);
  assert.equal(ended.length, 3, JSON.stringify(ended));
  assert.equal(what, 'fetch');
  assert.ok(late >= 0, 'the step ended after the last of its work');
  // Three, or a few more on a slow machine; looking at the screen for 1500 ms would be twenty.
  assert.ok(readings.length <= 5, readings.join(' | '));
  t.diagnostic(`the reply came ${late} ms after the ${what} had ended; the device was asked: ${readings.join(', ')}`);
});

test('later changes of the runtime on the screen are in the reply', needsRig, async (t) => {
  const { reply, late, readings } = await tap('BellRing');
  assert.ok(reply.json.success, reply.text);
  assert.match(reply.texts.join('\n'), /Last icon: loaded/);
  t.diagnostic(`the reply came ${late} ms after the fetch had ended; the device was asked: ${readings.join(', ')}`);
  await metro.stop();
});
