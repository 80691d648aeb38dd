// probe.js: what a JavaScript runtime is doing, told from inside
//
// Injected once into React Native's runtime or a page, and asked by
// __agentest.ask(). When nothing is left to wait for, it calls the binding
// __agentestWake, if the runtime has one. ES5: Hermes before its first version
// compiles little more. What it wraps keeps its arguments, its results and its
// errors.
(function (g) {
  'use strict';
  if (g.__agentest && g.__agentest.v === 1) {
    return 'there';
  }
  var LONG_MS = 1500; // the limit of Detox: longer timers are not waited for
  var CHAIN_MAX = 5; // timers that follow one another, then it is a clock
  var CHAIN_GAP_MS = 50;
  var FRAMES_MAX_MS = 1000; // of an animation that may end
  var LOOK_AGAIN_MS = 2000; // for a module that may be loaded later
  var ITEMS_MAX = 20;
  var TEXT_MAX = 120;
  var items = new Map();
  var timers = new Map(); // by handle
  var chains = new Map();
  var lastId = 0;
  var told = true; // that it is idle
  var inFetch = 0;
  var framesBegan = 0;
  var framesEnded = 0;

  function isBusy() {
    var busy = false;
    items.forEach(function (item) {
      busy = busy || !item.endless;
    });
    return busy;
  }
  function tell() {
    if (isBusy()) {
      told = false;
    } else if (!told) {
      told = true;
      try {
        if (typeof g.__agentestWake === 'function') {
          g.__agentestWake('idle');
        }
      } catch (e) { /* nobody listens any more */ }
    }
  }
  function begin(text, due, endless) {
    var id = ++lastId;
    items.set(id, {text: text, due: due, endless: endless});
    tell();
    return id;
  }
  function end(id) {
    if (items.delete(id)) {
      tell();
    }
  }
  function clean(url) {
    var text = String(url && url.url ? url.url : url);
    text = text.replace(/[?#].*$/, '').replace(/\/\/[^\/@]*@/, '//');
    return text.slice(0, TEXT_MAX);
  }

  // The same timer set again as soon as it has fired is a clock, whether a callback
  // or a promise sets it.
  function chainOf(callback, ms) {
    var key = (callback.name || '') + '|' + callback.length + '|' + ms;
    var chain = chains.get(key);
    if (!chain) {
      if (chains.size > 200) {
        chains.clear();
      }
      chain = {count: 0, ended: 0};
      chains.set(key, chain);
    }
    chain.count = Date.now() - chain.ended <= CHAIN_GAP_MS ? chain.count + 1 : 0;
    return chain;
  }
  function forget(handle) {
    var id = timers.get(handle);
    if (id !== undefined) {
      timers.delete(handle);
      end(id);
    }
  }
  // What calls back once: a timer, or in the same way requestIdleCallback(), whose second
  // argument is no time.
  function wrapOnce(real, noun) {
    return function (callback, delay) {
      if (typeof callback !== 'function') {
        return real.apply(this, arguments);
      }
      var ms = noun === 'timer' ? Math.max(0, Number(delay) || 0) : 0;
      var chain = chainOf(callback, ms);
      var clock = chain.count >= CHAIN_MAX;
      var text = clock ? 'every ' + ms + ' ms: ' + noun
        : ms > LONG_MS ? 'in ' + ms + ' ms: ' + noun : '1 ' + noun;
      var id = begin(text, noun === 'timer' ? Date.now() + ms : 0,
        clock || ms > LONG_MS);
      var args = Array.prototype.slice.call(arguments);
      var handle;
      args[0] = function () {
        try {
          return callback.apply(this, arguments);
        } finally {
          chain.ended = Date.now();
          timers.delete(handle);
          end(id);
        }
      };
      handle = real.apply(this, args);
      timers.set(handle, id);
      return handle;
    };
  }
  function wrapInterval(real) {
    return function setInterval(callback, delay) {
      var handle = real.apply(this, arguments);
      timers.set(handle, begin('every ' + (Number(delay) || 0) +
        ' ms: interval', 0, true));
      return handle;
    };
  }
  function wrapClear(real) {
    return function clear(handle) {
      forget(handle);
      return real.apply(this, arguments);
    };
  }

  // An animation asks for each frame in the one before.
  function wrapFrame(real) {
    return function requestAnimationFrame(callback) {
      if (typeof callback !== 'function') {
        return real.apply(this, arguments);
      }
      var now = Date.now();
      if (now - framesEnded > CHAIN_GAP_MS) {
        framesBegan = now;
      }
      var endless = now - framesBegan > FRAMES_MAX_MS;
      var id = begin(endless ? 'animation without end' : '1 animation', 0,
        endless);
      var handle = real.call(this, function () {
        try {
          return callback.apply(this, arguments);
        } finally {
          framesEnded = Date.now();
          timers.delete(handle);
          end(id);
        }
      });
      timers.set(handle, id);
      return handle;
    };
  }

  function wrapFetch(real) {
    function fetch(resource) {
      if (inFetch) { // the app's own, over the one that was there before
        return real.apply(this, arguments);
      }
      var id = begin('1 fetch ' + clean(resource), 0, false);
      var done = function () { end(id); };
      var promise;
      inFetch++;
      try {
        promise = real.apply(this, arguments);
        promise.then(done, done);
      } catch (e) {
        done();
        throw e;
      } finally {
        inFetch--;
      }
      return promise;
    }
    fetch.__agentest = true;
    return fetch;
  }
  // A body may come long after the head. It is asked for before anything else can
  // run, so between the two nothing looks idle.
  function wrapBody(prototype, name) {
    var real = prototype[name];
    if (typeof real !== 'function') {
      return;
    }
    prototype[name] = function () {
      var id = begin('1 fetch ' + clean(this.url), 0, false);
      var done = function () { end(id); };
      try {
        var promise = real.apply(this, arguments);
        promise.then(done, done);
        return promise;
      } catch (e) {
        done();
        throw e;
      }
    };
  }
  // A stream of events has no end.
  function watchStream(request, id) {
    request.addEventListener('readystatechange', function () {
      var item = items.get(id);
      var type = request.readyState === 2 && item &&
        request.getResponseHeader('content-type');
      if (type && /event-stream/.test(type)) {
        item.endless = true;
        tell();
      }
    });
  }
  function wrapRequests(Request) {
    Request.__agentest = true;
    var open = Request.prototype.open;
    var send = Request.prototype.send;
    Request.prototype.open = function (method, url) {
      this.__agentestUrl = url;
      return open.apply(this, arguments);
    };
    Request.prototype.send = function () {
      if (inFetch) {
        return send.apply(this, arguments);
      }
      var id = begin('1 fetch ' + clean(this.__agentestUrl), 0, false);
      try {
        this.addEventListener('loadend', function () { end(id); });
        watchStream(this, id);
        return send.apply(this, arguments);
      } catch (e) {
        end(id);
        throw e;
      }
    };
  }

  // React Native's own list of interactions, if the bundle is one for development
  // and has loaded it.
  var watches = false;
  var lookedAt = -LOOK_AGAIN_MS;
  function watchInteractions() {
    var modules = g.__r && g.__r.getModules && g.__r.getModules();
    var running = 0;
    var id = 0;
    function visit(module) {
      var name = module && module.verboseName;
      if (!name || !module.isInitialized ||
          !/InteractionManager(\.js)?$/.test(name)) {
        return;
      }
      var exported = module.publicModule && module.publicModule.exports;
      var manager = exported && (exported.default || exported);
      if (!manager || !manager.addListener || !manager.Events) {
        return;
      }
      watches = true;
      manager.addListener(manager.Events.interactionStart, function () {
        if (running++ === 0) {
          id = begin('1 interaction', 0, false);
        }
      });
      manager.addListener(manager.Events.interactionComplete, function () {
        if (running > 0 && --running === 0) {
          end(id);
        }
      });
    }
    if (modules && modules.forEach) {
      modules.forEach(visit);
    } else if (modules) {
      Object.keys(modules).forEach(function (key) { visit(modules[key]); });
    }
  }

  function replace(name, wrap) {
    if (typeof g[name] === 'function') {
      g[name] = wrap(g[name]);
    }
  }
  // An app may bring a fetch of its own later, or the first XMLHttpRequest.
  function adopt() {
    if (typeof g.fetch === 'function' && !g.fetch.__agentest) {
      replace('fetch', wrapFetch);
    }
    var Request = g.XMLHttpRequest;
    if (typeof Request === 'function' && Request.prototype.send && !Request.__agentest) {
      wrapRequests(Request);
    }
    var now = Date.now();
    if (watches || now - lookedAt < LOOK_AGAIN_MS) {
      return;
    }
    lookedAt = now;
    try {
      watchInteractions();
    } catch (e) { /* another version's modules */ }
  }
  replace('setTimeout', function (real) { return wrapOnce(real, 'timer'); });
  replace('requestIdleCallback', function (real) {
    return wrapOnce(real, 'idle callback');
  });
  replace('setInterval', wrapInterval);
  replace('clearTimeout', wrapClear);
  replace('clearInterval', wrapClear);
  replace('cancelIdleCallback', wrapClear);
  replace('requestAnimationFrame', wrapFrame);
  replace('cancelAnimationFrame', wrapClear);
  if (typeof g.Response === 'function') {
    ['arrayBuffer', 'blob', 'formData', 'json', 'text'].forEach(function (name) {
      wrapBody(g.Response.prototype, name);
    });
  }
  // A page that is still being loaded, and what its style sheets move.
  function watchLoad() {
    if (!g.document || g.document.readyState === 'complete') {
      return;
    }
    var id = begin('1 page ' + clean(g.location && g.location.href), 0, false);
    g.addEventListener('load', function () { end(id); });
  }
  var animationIds = typeof WeakMap === 'function' ? new WeakMap() : null;
  function animationRow(animation) {
    var timing = animation.effect && animation.effect.getComputedTiming();
    var end = timing && Number(timing.endTime);
    if (animation.playState !== 'running' || !timing || !(animation.playbackRate > 0)) {
      return null;
    }
    if (!animationIds.has(animation)) {
      animationIds.set(animation, 'a' + (++lastId));
    }
    var name = String(animation.animationName || animation.transitionProperty || '').slice(0, 40);
    var left = end === Infinity ? Infinity
      : Math.max(0, (end - (Number(animation.currentTime) || 0)) / animation.playbackRate);
    var what = left === Infinity ? 'animation without end'
      : left > LONG_MS ? 'in ' + Math.round(left) + ' ms: animation' : '1 animation';
    return [animationIds.get(animation), what + (name ? ' ' + name : ''),
      left > LONG_MS ? -1 : Math.ceil(left), left > LONG_MS];
  }
  function animationRows() {
    if (!animationIds || !g.document || !g.document.getAnimations) {
      return [];
    }
    try {
      return g.document.getAnimations().slice(0, 200).map(animationRow).filter(Boolean);
    } catch (e) { // a browser that has them otherwise
      return [];
    }
  }

  watchLoad();
  adopt();

  g.__agentest = {
    v: 1,
    ask: function () {
      adopt();
      var now = Date.now();
      var list = animationRows();
      items.forEach(function (item, id) {
        list.push([String(id), item.text,
          item.due && !item.endless ? Math.max(0, item.due - now) : -1,
          item.endless]);
      });
      list.sort(function (a, b) { return a[3] - b[3]; });
      return JSON.stringify({v: 1, count: list.length,
        pending: list.slice(0, ITEMS_MAX)});
    }
  };
  return 'new';
})(typeof globalThis === 'object' ? globalThis : this);
