// probe.js: the pending work of a JavaScript runtime, seen from inside
//
// Injected once into React Native's runtime or a page, and asked by __agentest.ask(). When
// nothing is left to wait for, it calls the binding __agentestWake, if the runtime has one. ES5:
// Hermes before its first version compiles little more. Wrapped functions keep their arguments,
// results and errors.
(function (g) {
  'use strict';
  if (g.__agentest && g.__agentest.v === 1) {
    return 'there';
  }
  var LONG_MS = 1500; // the limit of Detox: longer timers are not waited for
  var ROUNDS_MAX = 5; // timers that follow one another, then it is a clock
  var GAP_MS = 50; // between two rounds
  var REQUESTS_MAX = 4; // between two rounds, one after the other
  var RECENT_MAX = 50;
  var FRAMES_MAX_MS = 1000; // of an animation that may end
  var LOOK_AGAIN_MS = 2000; // for a module that may be loaded later
  var ITEMS_MAX = 20;
  var MADE_MAX = 40; // requests that are remembered
  var TEXT_MAX = 120;
  var VIEW_MIN_PX = 200;
  var DOCUMENT_MAX = 2000; // elements, which surely show something
  var SHOWS = /^(img|svg|canvas|video|audio|iframe|object|embed|input|button|select|textarea)$/i;
  var items = new Map();
  var timers = new Map(); // by handle; a browser numbers each kind by itself
  var idles = new Map();
  var frames = new Map();
  var recent = []; // rounds that run or have ended just now
  var refused = {}; // by name: what could not be wrapped
  var inside = {timer: 0, 'idle callback': 0, interval: 0, animation: 0, fetch: 0};
  var made = []; // requests, each text once, the newest last
  var lastId = 0;
  var told = true; // that it is idle

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
    items.set(id, {text: text, due: due, endless: endless, rounds: []});
    tell();
    return id;
  }
  function end(id) {
    var item = items.get(id);
    if (item) {
      items.delete(id);
      revive(item);
      tell();
    }
  }
  // Half a character, left by a cut or by the app, would make the answer no JSON.
  function cut(text, max) {
    return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
      .replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, function (found) {
        return found.length === 2 ? found : '\uFFFD';
      });
  }
  // The address without its query and user, by the rules of a browser: it drops tabs and
  // newlines, takes a backslash for a slash, and ends the user at the last @.
  function clean(what) {
    try {
      var text = String(what && typeof what.url === 'string' ? what.url : what);
      text = text.replace(/[\t\n\r]/g, '').replace(/[?#][\s\S]*$/, '');
      return cut(text.replace(/^(\s*[\w+.\-]+:[\/\\]*|\s*[\/\\]{2,})[^\/\\]*@/, '$1'), TEXT_MAX);
    } catch (e) { // its own error is for the function that is called with it
      return '';
    }
  }

  // A timer is a round of a clock if it is set again while it runs or just after: the same
  // function, or one of its name for about as long, be it set by the callback, by a promise,
  // or by the answer to a request that was made in the round.
  function isNext(round, kind, callback, ms) {
    return round.kind === kind && (round.callback === callback ||
      round.callback.name === callback.name && round.callback.length === callback.length &&
      Math.max(round.ms, ms) <= 2 * Math.min(round.ms, ms));
  }
  function recentRounds() {
    var now = Date.now();
    items.forEach(function (item) {
      if (item.request && item.request.readyState === 4) { // its handlers run before ours
        revive(item);
      }
    });
    recent = recent.filter(function (round) {
      return now - round.ended <= GAP_MS;
    }).slice(-RECENT_MAX);
    return recent;
  }
  // The round continues after its request, within a limit: endless requests would turn everything
  // that happens beside them into a clock.
  function revive(item) {
    item.rounds.forEach(function (made) {
      var round = made.round;
      if (made.after < REQUESTS_MAX) {
        round.requests = made.after + 1;
        round.ended = Date.now();
        recent = recent.filter(function (other) { return other !== round; }).concat(round);
      }
    });
    item.rounds = [];
  }
  function nextRound(kind, callback, ms) {
    var next = {kind: kind, callback: callback, ms: ms, began: Date.now(), count: 0, requests: 0,
      ended: Infinity};
    recentRounds().forEach(function (round) {
      if (round.count >= next.count && isNext(round, kind, callback, ms)) {
        next.count = round.count + 1;
        next.began = round.began;
        next.ms = round.ms; // of the first, so that its text stays
      }
    });
    return next;
  }

  // Call a wrapped function for item id. Calls of the same kind inside it are counted by this
  // item: they may be the app's own wrapper, or a fetch that makes an XMLHttpRequest.
  function start(kind, id, real, self, args) {
    inside[kind]++;
    try {
      return real.apply(self, args);
    } catch (e) {
      end(id);
      throw e;
    } finally {
      inside[kind]--;
    }
  }
  // Wrap a function that calls back once. describe() decides how it counts.
  function wrapOnce(kind, handles, describe) {
    return function (real) {
      return function (callback, delay) {
        if (typeof callback !== 'function' || inside[kind]) {
          return real.apply(this, arguments);
        }
        var work = describe(callback, delay);
        var id = begin(work.text, work.due, work.endless);
        var args = Array.prototype.slice.call(arguments);
        var handle;
        args[0] = function () {
          recent.push(work.round);
          try {
            return callback.apply(this, arguments);
          } finally {
            work.round.ended = Date.now();
            handles.delete(handle);
            end(id);
          }
        };
        handle = start(kind, id, real, this, args);
        if (items.has(id)) {
          handles.set(handle, id);
        }
        return handle;
      };
    };
  }
  function describeTimer(callback, delay) {
    var ms = Math.round(Math.max(0, Number(delay) || 0));
    var round = nextRound('timer', callback, ms);
    var clock = round.count >= ROUNDS_MAX;
    return {round: round, due: Date.now() + ms, endless: clock || ms > LONG_MS,
      text: clock ? 'every ' + round.ms + ' ms: timer'
        : ms > LONG_MS ? 'in ' + ms + ' ms: timer' : '1 timer'};
  }
  function describeIdle(callback) {
    var round = nextRound('idle callback', callback, 0);
    var clock = round.count >= ROUNDS_MAX;
    return {round: round, due: 0, endless: clock,
      text: clock ? 'every 0 ms: idle callback' : '1 idle callback'};
  }
  // An animation requests each frame in the previous one, or just after it, by any function.
  function describeFrame() {
    var round = nextRound('animation', describeFrame, 0);
    var endless = Date.now() - round.began > FRAMES_MAX_MS;
    return {round: round, due: 0, endless: endless,
      text: endless ? 'animation without end' : '1 animation'};
  }
  function wrapInterval(real) {
    return function (callback, delay) {
      if (inside.interval) {
        return real.apply(this, arguments);
      }
      var id = begin('every ' + (Number(delay) || 0) + ' ms: interval', 0, true);
      var handle = start('interval', id, real, this, arguments);
      timers.set(handle, id);
      return handle;
    };
  }
  function wrapClear(handles) {
    return function (real) {
      return function (handle) {
        var id = handles.get(handle);
        handles.delete(handle);
        end(id);
        return real.apply(this, arguments);
      };
    };
  }

  function remember(method, url) {
    var text;
    try {
      text = cut(String(method || 'GET').toUpperCase(), 10) + ' ' + clean(url);
    } catch (e) { // its own error is for the function that is called with it
      return;
    }
    made = made.filter(function (other) { return other !== text; }).concat(text).slice(-MADE_MAX);
  }
  function beginRequest(url, request) {
    var id = begin('1 fetch ' + clean(url), 0, false);
    var item = items.get(id);
    item.request = request;
    item.rounds = recentRounds().filter(function (round) {
      return round.kind === 'timer';
    }).map(function (round) {
      return {round: round, after: round.requests};
    });
    return id;
  }
  // The app gets the promise that follows from its own, a microtask later: a separate handler
  // would make every rejection a handled one, which is never reported. An object that is more
  // than a promise (it has a cancel()) is returned unchanged.
  function settle(promise, id) {
    function done() { end(id); }
    if (!promise || typeof promise.then !== 'function') {
      done();
      return promise;
    }
    var more = Object.keys(promise).some(function (key) {
      return typeof promise[key] === 'function';
    });
    if (more || promise.constructor !== g.Promise) {
      promise.then(done, done);
      return promise;
    }
    return promise.then(function (value) {
      done();
      return value;
    }, function (e) {
      done();
      throw e;
    });
  }
  function methodOf(resource, options) {
    try {
      return options && options.method || resource && resource.method;
    } catch (e) {
      return '';
    }
  }
  function wrapFetch(real) {
    return function (resource, options) {
      if (inside.fetch) {
        return real.apply(this, arguments);
      }
      remember(methodOf(resource, options), resource);
      var id = beginRequest(resource);
      return settle(start('fetch', id, real, this, arguments), id);
    };
  }
  // A body may come long after the head. Reading it begins before anything else can run, so
  // nothing looks idle between the two.
  function wrapBody(real) {
    return function () {
      if (inside.fetch) {
        return real.apply(this, arguments);
      }
      var id = beginRequest(this);
      return settle(start('fetch', id, real, this, arguments), id);
    };
  }
  function wrapOpen(real) {
    return function (method, url) {
      this.__agentestMethod = method;
      this.__agentestUrl = url;
      return real.apply(this, arguments);
    };
  }
  // Add no other listener: with one for progress React Native delivers the text in pieces of 8
  // KB.
  function wrapSend(real) {
    return function () {
      if (inside.fetch) {
        return real.apply(this, arguments);
      }
      remember(this.__agentestMethod, this.__agentestUrl);
      var id = beginRequest(this.__agentestUrl, this);
      return start('fetch', id, function () {
        this.addEventListener('loadend', function () { end(id); });
        return real.apply(this, arguments);
      }, this, arguments);
    };
  }
  // A stream of events has no end.
  function isStream(request) {
    try {
      return !!request && request.readyState >= 2 &&
        /event-stream/.test(request.getResponseHeader('content-type'));
    } catch (e) { // not the request that it was
      return false;
    }
  }

  // The exports of React Native's own modules whose file has this name, if the bundle is for
  // development and has loaded them.
  function exportsOf(file) {
    var modules = g.__r && g.__r.getModules && g.__r.getModules();
    var found = [];
    function visit(module) {
      var name = module && module.verboseName;
      if (name && module.isInitialized && file.test(name)) {
        var exported = module.publicModule && module.publicModule.exports;
        found.push(exported && (exported.default || exported));
      }
    }
    if (modules && modules.forEach) {
      modules.forEach(visit);
    } else if (modules) {
      Object.keys(modules).forEach(function (key) { visit(modules[key]); });
    }
    return found.filter(Boolean);
  }
  var watches = false;
  var lookedAt = -LOOK_AGAIN_MS;
  function watchInteractions() {
    var running = 0;
    var id = 0;
    exportsOf(/InteractionManager(\.js)?$/).forEach(function (manager) {
      if (!manager.addListener || !manager.Events) {
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
    });
  }
  // A React Native request listens for its end: requests from before the probe are over when
  // fewer listen.
  var early = Infinity;
  function countEarly() {
    try {
      var emitter = early > 0 && exportsOf(/RCTDeviceEventEmitter(\.js)?$/)[0];
      var listening = emitter ? Number(emitter.listenerCount('didCompleteNetworkResponse')) : 0;
      early = Math.min(early, listening || 0);
    } catch (e) { // another version's
      early = 0;
    }
  }

  // Properties that the app put on the function are kept: fetch.polyfill, its name.
  function resemble(wrapper, real) {
    var keys = Object.getOwnPropertyNames(real);
    if (Object.getOwnPropertySymbols) {
      keys = keys.concat(Object.getOwnPropertySymbols(real));
    }
    keys.forEach(function (key) {
      if (key !== 'prototype' && key !== 'arguments' && key !== 'caller') {
        Object.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(real, key));
      }
    });
    Object.defineProperty(wrapper, '__agentest', {value: true});
    return wrapper;
  }
  // Wrap owner[name] if it is a function that is not wrapped yet. False: it cannot be wrapped,
  // which is reported and not tried again.
  function replace(owner, prefix, name, wrap) {
    var text = prefix + name;
    try {
      var real = !refused[text] && owner && owner[name];
      if (typeof real === 'function' && !real.__agentest) {
        var wrapper = resemble(wrap(real), real);
        owner[name] = wrapper;
        refused[text] = owner[name] !== wrapper;
      }
    } catch (e) {
      refused[text] = true;
    }
    if (refused[text] === true) {
      refused[text] = begin(text + ', which cannot be wrapped', 0, true);
    }
    return !refused[text];
  }
  function prototypeOf(name) {
    try {
      return g[name] && g[name].prototype;
    } catch (e) { // it is made when it is first used, and cannot be
      return null;
    }
  }
  // Work that can be cleared unseen would never end here, so it is not counted.
  function adoptOnce(clear, name, handles, wrap) {
    return replace(g, '', clear, wrapClear(handles)) && replace(g, '', name, wrap);
  }
  // The app, or React Native at its start, may add each of them later.
  function adopt() {
    adoptOnce('clearTimeout', 'setTimeout', timers, wrapOnce('timer', timers, describeTimer));
    adoptOnce('clearInterval', 'setInterval', timers, wrapInterval);
    adoptOnce('cancelIdleCallback', 'requestIdleCallback', idles,
      wrapOnce('idle callback', idles, describeIdle));
    adoptOnce('cancelAnimationFrame', 'requestAnimationFrame', frames,
      wrapOnce('animation', frames, describeFrame));
    replace(g, '', 'fetch', wrapFetch);
    var response = prototypeOf('Response');
    ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'].forEach(function (name) {
      replace(response, 'Response.', name, wrapBody);
    });
    var request = prototypeOf('XMLHttpRequest');
    replace(request, 'XMLHttpRequest.', 'open', wrapOpen);
    replace(request, 'XMLHttpRequest.', 'send', wrapSend);
    var now = Date.now();
    if (watches || now - lookedAt < LOOK_AGAIN_MS) {
      return;
    }
    lookedAt = now;
    try {
      watchInteractions();
    } catch (e) { /* another version's modules */ }
  }
  // Watch a page that is being loaded, and what its style sheets animate.
  function watchLoad() {
    if (!g.document || g.document.readyState === 'complete') {
      return;
    }
    var id = begin('1 page ' + clean(g.location && g.location.href), 0, false);
    g.addEventListener('load', function () { end(id); });
  }
  // Requests of a page from before the probe are not seen. But a document that has painted
  // nothing, and has nothing to paint, is not ready. A placeholder (about:blank) and a small view
  // (an advertisement) may stay so.
  var painted = !g.document;
  var blankId = 'blank' + Date.now(); // of this document
  function hasPainted() {
    return !!g.performance && !!g.performance.getEntriesByName &&
      g.performance.getEntriesByName('first-contentful-paint').length > 0;
  }
  function hasContent(body) {
    var all = body.querySelectorAll('*');
    return all.length > DOCUMENT_MAX || /\S/.test(body.innerText) ||
      Array.prototype.some.call(all, function (el) {
        return el.shadowRoot || SHOWS.test(el.tagName) && el.getClientRects().length > 0;
      });
  }
  function isBlank() {
    var small = g.innerWidth < VIEW_MIN_PX || g.innerHeight < VIEW_MIN_PX;
    if (painted || g.document.hidden || small || !g.document.body ||
        g.document.readyState !== 'complete' || /^about:/.test(g.location.href)) {
      return false;
    }
    painted = hasPainted() || hasContent(g.document.body);
    return !painted;
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
    var name = cut(String(animation.animationName || animation.transitionProperty || ''), 40);
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

  // Do not use JSON.stringify: the app may have replaced it, and Prototype.js gives arrays a
  // toJSON.
  function quote(text) {
    var quoted = '"';
    for (var i = 0; i < text.length; i++) {
      var code = text.charCodeAt(i);
      quoted += code < 32 || code === 34 || code === 92 ? '\\u00' + (code < 16 ? '0' : '') + code.toString(16)
        : text.charAt(i);
    }
    return quoted + '"';
  }
  function ask() {
    adopt();
    var now = Date.now();
    var list = animationRows();
    countEarly();
    if (early > 0) {
      list.push(['early', early + ' fetch' + (early > 1 ? 'es' : '') + ' begun before', -1, false]);
    }
    if (isBlank()) {
      list.push([blankId, '1 page that shows nothing yet', -1, false]);
    }
    items.forEach(function (item, id) {
      item.endless = item.endless || isStream(item.request);
      list.push([String(id), item.text,
        item.due && !item.endless ? Math.max(0, item.due - now) : -1,
        item.endless]);
    });
    list.sort(function (a, b) { return a[3] - b[3]; });
    return '{"v":1,"count":' + list.length + ',"pending":[' + list.slice(0, ITEMS_MAX).map(function (row) {
      return '[' + quote(row[0]) + ',' + quote(row[1]) + ',' + row[2] + ',' + !!row[3] + ']';
    }).join(',') + '],"made":[' + made.map(quote).join(',') + ']}';
  }

  // This comes first: if it were missing, everything would be wrapped again.
  g.__agentest = {v: 1, ask: ask};
  countEarly();
  watchLoad();
  adopt();
  return 'new';
})(typeof globalThis === 'object' ? globalThis : this);
