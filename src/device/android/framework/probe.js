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
  function wrapTimeout(real) {
    return function setTimeout(callback, delay) {
      if (typeof callback !== 'function') {
        return real.apply(this, arguments);
      }
      var ms = Math.max(0, Number(delay) || 0);
      var chain = chainOf(callback, ms);
      var clock = chain.count >= CHAIN_MAX;
      var text = clock ? 'every ' + ms + ' ms: timer'
        : ms > LONG_MS ? 'in ' + ms + ' ms: timer' : '1 timer';
      var id = begin(text, Date.now() + ms, clock || ms > LONG_MS);
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
    return function fetch(resource) {
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
    };
  }
  function wrapRequests(Request) {
    var open = Request.prototype.open;
    var send = Request.prototype.send;
    Request.prototype.open = function (method, url) {
      this.__agentestUrl = url;
      return open.apply(this, arguments);
    };
    Request.prototype.send = function () {
      if (!inFetch) {
        var id = begin('1 fetch ' + clean(this.__agentestUrl), 0, false);
        this.addEventListener('loadend', function () { end(id); });
      }
      return send.apply(this, arguments);
    };
  }

  // React Native's own list of interactions, if the bundle is one for development
  // and has loaded it.
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
  replace('setTimeout', wrapTimeout);
  replace('setInterval', wrapInterval);
  replace('clearTimeout', wrapClear);
  replace('clearInterval', wrapClear);
  replace('requestAnimationFrame', wrapFrame);
  replace('cancelAnimationFrame', wrapClear);
  replace('fetch', wrapFetch);
  if (typeof g.XMLHttpRequest === 'function' && g.XMLHttpRequest.prototype.send) {
    wrapRequests(g.XMLHttpRequest);
  }
  try {
    watchInteractions();
  } catch (e) { /* another version's modules */ }

  g.__agentest = {
    v: 1,
    ask: function () {
      var now = Date.now();
      var list = [];
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
