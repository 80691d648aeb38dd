// page_first.js: what is on the screen, however long the page is, for page.js
//
// A long page takes longer to walk than a reading may. What is in view is found without
// a walk: by hit tests on a grid, and by selectors for what is placed on the screen.
(function (g) {
  'use strict';
  var dom = g.__agentestParts;
  var get = dom.get;
  var call = dom.call;
  var LONG_PAGE = 500; // elements; a shorter page is walked as a whole
  var COLUMNS = 5;
  var LINES = 14;
  var STRIDE = 29; // prime to their product: the first few points lie apart
  var GRID_MAX_MS = 30;
  var SOME_MS = 10; // of a grid that would take longer: what is read costs hit tests, too
  var SOME = 3;
  var PLACED_MAX_MS = 20;
  var AT_ONCE = 3; // selectors of one query, which cannot be ended
  var PLACED = ['[style*="fixed"]', '[role^="alert"]', '[role="dialog"]', 'dialog[open]', '[aria-live]', '[aria-modal]',
    '[popover]', '[role="status"]', '[style*="sticky"]'];

  function now() {
    return g.performance.now();
  }
  // Add an element and all above it to paths, a map from a parent to the children on the way.
  function mark(seen, paths, el) {
    for (var it = el; it;) {
      var parent = dom.up(it);
      var list = parent && paths.get(parent);
      seen.add(it);
      if (!parent || (list && list.indexOf(it) >= 0)) {
        return;
      }
      if (list) {
        list.push(it);
      } else {
        paths.set(parent, [it]);
      }
      it = parent;
    }
  }

  function select(doc, selectors) {
    try {
      return call(doc, 'querySelectorAll', selectors.join(','));
    } catch (e) { // one that only a style sheet may have
      return null;
    }
  }
  function markPlaced(el, view, out) {
    var style = dom.styleOf(el);
    var rect = dom.rectOf(el);
    var inView = !dom.isEmpty(dom.meet(rect, view)) || (dom.isEmpty(rect) && style.position === 'fixed');
    if (inView && !/^inline/.test(style.display) && style.display !== 'none') {
      mark(out.marked, out.urgent, el);
    }
  }
  // Mark what is placed on the screen. Returns whether all of it is known.
  function findPlaced(doc, view, out) {
    var ends = now() + PLACED_MAX_MS;
    var all = dom.sheetsOf(doc);
    var selectors = all.selectors.concat(PLACED);
    var whole = all.whole;
    for (var i = 0; i < selectors.length; i += AT_ONCE) {
      var list = select(doc, selectors.slice(i, i + AT_ONCE));
      whole = whole && list !== null;
      for (var j = 0; list && j < list.length; j++) {
        markPlaced(list[j], view, out);
        if (now() > ends) {
          return false;
        }
      }
      if (now() > ends && i + AT_ONCE < selectors.length) {
        return false;
      }
    }
    return whole;
  }
  // Mark what the points of the grid hit. Returns whether time was enough for all of them:
  // a hit test takes the longer the more elements there are.
  function findHits(doc, view, out) {
    var began = now();
    var count = COLUMNS * LINES;
    var width = view.right - view.left;
    var height = view.bottom - view.top;
    var most = GRID_MAX_MS;
    for (var i = 0; i < count && now() - began < most; i++) {
      var at = i * STRIDE % count;
      var since = now();
      var hit = call(doc, 'elementFromPoint', view.left + width * (at % COLUMNS + 0.5) / COLUMNS,
        view.top + height * (Math.floor(at / COLUMNS) + 0.5) / LINES);
      if (hit) {
        mark(out.marked, out.starts, hit);
      }
      if (i + 1 === SOME && (now() - since) * count > 2 * GRID_MAX_MS) {
        most = SOME_MS;
      }
    }
    return i === count;
  }

  // Find the elements of a document in view. out.marked: these and all their ancestors;
  // out.urgent and out.starts: the way to them, by parents; urgent ones are read before
  // everything else. A short page only has its style sheets read. out.whole becomes false if
  // something on the screen may be missing.
  function find(doc, view, out) {
    dom.readSheets(doc);
    if (call(doc, 'getElementsByTagName', '*').length < LONG_PAGE || dom.isEmpty(view)) {
      return;
    }
    out.long = true;
    out.whole = findPlaced(doc, view, out) && out.whole;
    out.whole = findHits(doc, view, out) && out.whole;
  }
  // The positions in the list of el's children of those on the way, in order.
  function places(paths, el, list) {
    var on = paths.size > 0 && paths.get(get(el, 'shadowRoot') || el);
    if (!on) {
      return [];
    }
    return on.map(function (child) {
      var range = call(get(child, 'ownerDocument'), 'createRange');
      range.setStartBefore(child); // counted by the browser, which is a hundred times faster
      return list[range.startOffset] === child ? range.startOffset : Array.prototype.indexOf.call(list, child);
    }).filter(function (at) { return at >= 0; }).sort(function (a, b) { return a - b; });
  }

  dom.first = {find: find, places: places};
})(typeof globalThis === 'object' ? globalThis : this);
