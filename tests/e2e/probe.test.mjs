// What is put into a JavaScript runtime, by itself: it counts, and changes nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { root } from './lib.mjs';

const source = fs.readFileSync(path.join(root, 'src/device/android/framework/probe.js'), 'utf8');

// A runtime whose clock the test moves.
function runtime(more = {}) {
  const timers = new Map();
  let now = 1000;
  let last = 0;
  const wakes = [];
  const set = (repeat) => function setTimer(callback, ms, ...args) {
    timers.set(++last, { callback, args, at: now + (ms || 0), every: repeat && ms });
    return last;
  };
  const g = {
    setTimeout: set(false), setInterval: set(true), Map, JSON, Math, Number, String, Object, Array,
    clearTimeout: (id) => { timers.delete(id); }, clearInterval: (id) => { timers.delete(id); },
    Date: { now: () => now }, __agentestWake: (text) => { wakes.push(text); }, ...more,
  };
  g.globalThis = g;
  vm.createContext(g);
  const run = (text) => vm.runInContext(text, g);
  const ask = () => JSON.parse(run('__agentest.ask()')).pending;
  const pass = (ms) => {
    const end = now + ms;
    for (;;) {
      const [id, timer] = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0] ?? [];
      if (!timer) break;
      now = timer.at;
      if (timer.every) timer.at += timer.every; else timers.delete(id);
      timer.callback(...timer.args);
    }
    now = end;
  };
  return { g, run, ask, pass, wakes, install: () => run(source) };
}

test('it is put in once', () => {
  const r = runtime();
  assert.equal(r.install(), 'new');
  const { setTimeout } = r.g;
  assert.equal(r.install(), 'there');
  assert.equal(r.g.setTimeout, setTimeout);
  assert.deepEqual(r.ask(), []);
});

test('a timer counts until its callback has ended, with its arguments, and tells once', () => {
  const r = runtime();
  r.install();
  r.run('seen = []; setTimeout(function (a, b) { seen.push(a + b); setTimeout(function () { seen.push("in"); }, 10); }, 50, 1, 2);');
  const [[, text, due, endless]] = r.ask();
  assert.deepEqual([text, due, endless], ['1 timer', 50, false]);
  r.pass(55);
  assert.deepEqual(r.wakes, []);
  r.pass(10);
  assert.deepEqual(r.wakes, ['idle']);
  assert.equal(r.run('seen.join()'), '3,in');
  assert.deepEqual(r.ask(), []);
});

test('a cleared timer is over, and one that throws', () => {
  const r = runtime();
  r.install();
  r.run('id = setTimeout(function () {}, 50)');
  r.run('clearTimeout(id)');
  assert.deepEqual(r.ask(), []);
  r.run('setTimeout(function () { throw new Error("mine"); }, 5)');
  assert.throws(() => r.pass(10), /mine/);
  assert.deepEqual(r.ask(), []);
  assert.equal(r.wakes.length, 2);
});

test('what is no callback is left to the runtime', () => {
  const r = runtime();
  r.install();
  r.run('setTimeout("x = 1", 5)');
  assert.deepEqual(r.ask(), []);
});

test('a long timer, an interval, and timers that follow one another are named as endless', () => {
  const r = runtime();
  r.install();
  r.run('setTimeout(function () {}, 3000); setInterval(function () {}, 100); (function poll() { setTimeout(poll, 20); })();');
  r.pass(200);
  const texts = r.ask().map(([, text, , endless]) => [text, endless]);
  assert.deepEqual(new Set(texts.map(([text]) => text)), new Set(['in 3000 ms: timer', 'every 100 ms: interval', 'every 20 ms: timer']));
  assert.ok(texts.every(([, endless]) => endless));
  assert.deepEqual(r.wakes, ['idle']);
});

test('a promise that sleeps in a loop is a clock too', async () => {
  const r = runtime();
  r.install();
  r.run('(async function () { for (;;) await new Promise(function (done) { setTimeout(done, 20); }); })()');
  for (let i = 0; i < 8; i++) {
    r.pass(20);
    await null;
    await null;
    await null;
  }
  assert.deepEqual(r.ask().map(([, text]) => text), ['every 20 ms: timer']);
});

test('two timers far apart are none', () => {
  const r = runtime();
  r.install();
  r.run('f = function () {};');
  for (let i = 0; i < 8; i++) {
    r.run('setTimeout(f, 20)');
    assert.equal(r.ask()[0][1], '1 timer');
    r.pass(200);
  }
});

test('an animation counts for a second, then it is one without end', () => {
  const frames = [];
  const r = runtime({ requestAnimationFrame: (callback) => frames.push(callback), cancelAnimationFrame: () => {} });
  r.install();
  r.run('(function frame() { requestAnimationFrame(frame); })()');
  assert.equal(r.ask()[0][1], '1 animation');
  for (let i = 0; i < 70; i++) {
    r.pass(16);
    frames.shift()();
  }
  assert.deepEqual(r.ask().map(([, text, , endless]) => [text, endless]), [['animation without end', true]]);
  assert.deepEqual(r.wakes, ['idle']);
});

test('a fetch counts until it has answered or failed, without its secrets', async () => {
  const answers = [];
  const r = runtime({ fetch: (...args) => new Promise((done, fail) => { answers.push({ args, done, fail }); }) });
  r.install();
  const got = r.run('fetch("https://me:word@example.com/cart?token=1#x", {method: "POST"})');
  assert.deepEqual(r.ask().map(([, text, due]) => [text, due]), [['1 fetch https://example.com/cart', -1]]);
  assert.equal(answers[0].args[1].method, 'POST');
  answers[0].done('body');
  assert.equal(await got, 'body');
  assert.deepEqual(r.ask(), []);
  const failed = r.run('fetch("https://example.com/")');
  answers[1].fail(new Error('offline'));
  await assert.rejects(failed, /offline/);
  assert.deepEqual(r.ask(), []);
  assert.equal(r.wakes.length, 2);
});

test('a request counts, and a fetch that makes one counts once', async () => {
  class XMLHttpRequest {
    open(...args) { this.opened = args; }
    send(body) { this.sent = body; XMLHttpRequest.last = this; }
    addEventListener(name, call) { this[name] = call; }
  }
  const r = runtime({
    XMLHttpRequest,
    fetch: () => {
      const request = new XMLHttpRequest();
      request.open('GET', 'https://example.com/inner');
      request.send();
      return new Promise((done) => { r.done = done; });
    },
  });
  r.install();
  r.run('x = new XMLHttpRequest(); x.open("POST", "https://example.com/a?b"); x.send("body")');
  assert.deepEqual(r.ask().map(([, text]) => text), ['1 fetch https://example.com/a']);
  assert.deepEqual([XMLHttpRequest.last.opened, XMLHttpRequest.last.sent], [['POST', 'https://example.com/a?b'], 'body']);
  XMLHttpRequest.last.loadend();
  assert.deepEqual(r.ask(), []);
  r.run('fetch("https://example.com/outer")');
  assert.deepEqual(r.ask().map(([, text]) => text), ['1 fetch https://example.com/outer']);
});

test('interactions of React Native count where its module is loaded', () => {
  const listeners = {};
  const manager = {
    Events: { interactionStart: 'start', interactionComplete: 'end' },
    addListener: (name, call) => { listeners[name] = call; },
  };
  const modules = {
    1: { verboseName: 'node_modules/react-native/Libraries/Interaction/InteractionManager.js', isInitialized: true, publicModule: { exports: { default: manager } } },
    2: { verboseName: 'InteractionManager.js', isInitialized: false, get publicModule() { throw new Error('must not be touched'); } },
  };
  const r = runtime({ __r: { getModules: () => modules } });
  r.install();
  listeners.start();
  listeners.start();
  assert.deepEqual(r.ask().map(([, text]) => text), ['1 interaction']);
  listeners.end();
  listeners.end();
  assert.deepEqual(r.ask(), []);
});
