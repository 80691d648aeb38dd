// One tap of a real device-side button starts work in the app's real JavaScript: the
// step ends after the last of it, because the runtime says so and not because the screen
// was looked at again and again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbServer, startAgentest, startVirtual, until } from './lib.mjs';
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
  globalThis.onIcon = function () {
    var end = function (what) { return function () { ended.push([what, Date.now()]); }; };
    setTimeout(end('short timer'), 150);
    setTimeout(end('long timer'), 300);
    fetch('${url}/cart?ms=700').then(end('fetch')).then(function () { setOnDevice('icon', 'loaded'); });
  }; null`;

test('a tap starts a fetch and two timers in the runtime, and the step ends after them', needsRig, async (t) => {
  const server = await startAdbServer();
  const device = await startVirtual(server);
  const slow = await startSlow();
  const metro = await startMetro({ app: name, device });
  await metro.work(icons);
  await metro.work(work(slow.url));
  const agentest = await startAgentest(server, { env: { ...metro.env, ANDROID_SERIAL: device.serial } });
  await until(async () => (await agentest.connect(name, { steal: true })).json.frameworkSync?.includes('hermes'), 'attached');
  await until(async () => (await agentest.tree()).includes('"SearchGlass"'), 'the icons have names');

  await device.console('virtual journal clear');
  await device.console('virtual notes clear');
  const reply = await agentest.flow({ action: 'tap', target: { text: 'SearchGlass' } });
  const answered = Date.now();
  const readings = (await device.console('virtual notes')).split('\n').filter((line) => /tree|step|dump|snapshot/.test(line));
  const dumps = (await device.console('virtual journal')).split('\n').filter((line) => /uiautomator/.test(line));
  assert.ok(reply.json.success, reply.text);
  assert.match(reply.json.results[0].waitedFor ?? '', /hermes: .*fetch http:\/\/127\.0\.0\.1:\d+\/cart/, reply.text);
  assert.match(reply.json.results[0].waitedFor, /timers? ≤ \d+ ms/);

  const ended = JSON.parse(await metro.work('JSON.stringify(ended)'));
  assert.equal(ended.length, 3, JSON.stringify(ended));
  const last = Math.max(...ended.map(([, at]) => at));
  assert.ok(answered >= last, 'the step ended after the last of its work');
  t.diagnostic(`the reply came ${answered - last} ms after the last of it ended`);

  // 700 ms of polling would be seven readings at least.
  assert.deepEqual(dumps, []);
  assert.ok(readings.length <= 3, `readings during the step: ${readings.join(' | ')}`);
  t.diagnostic(`the device was asked: ${readings.join(' | ')}`);
  await until(async () => (await agentest.tree()).includes('Last icon: loaded'), 'the runtime changed the screen');
  await metro.stop();
});
