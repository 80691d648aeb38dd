// page_free.js: what of an element lies free, for page.js
//
// An aim is {el, range, seen, passes}: an element, or a range of its text; seen: it is
// enough that it can be seen, it need not be touched; passes: touches go through it. A
// frame is {aim, parent, left, top, scaleX, scaleY}, null that of the topmost page.
(function (g) {
  'use strict';
  var dom = g.__agentestParts;
  var get = dom.get;
  var call = dom.call;
  var LEAST = 2; // what is thinner is there for screen readers
  var LINES_MAX = 8;
  var SHAPES_MAX = 50;
  var PROBES = [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]];
  var CLEAR_LEAST = 0.5; // of what lies below is seen through the layers over it
  var STACK_MAX = 40;
  // Elements that draw something of their own, or are drawn over.
  var DRAWS = /^(audio|canvas|embed|iframe|img|input|meter|object|progress|select|svg|textarea|video)$|-/;
  var run = {isLate: function () { return false; }, leave: function () {}, shades: new Map()};
  var POSITIONED = /^(absolute|fixed|relative|sticky)$/;

  function isThin(r) {
    return !(r.right - r.left >= LEAST && r.bottom - r.top >= LEAST);
  }
  function area(r) {
    return (r.right - r.left) * (r.bottom - r.top);
  }
  function isWithin(r, x, y) {
    return x >= r.left && x <= r.right && y >= r.top && y <= r.bottom;
  }

  // Return true if hit is there only with a ::before or ::after that does not hide what is below.
  function isSheet(aim, hit, x, y) {
    var rects = dom.isIn(aim.el, hit) ? [] : call(hit, 'getClientRects');
    if (Array.prototype.some.call(rects, function (rect) { return isWithin(rect, x, y); })) {
      return false;
    }
    var clear = 0;
    var solid = 0;
    ['::before', '::after'].forEach(function (pseudo) {
      var style = dom.styleOf(hit, pseudo);
      if (!/^(none|normal)$/.test(style.content) && /^(absolute|fixed)$/.test(style.position)) {
        var bare = style.backgroundImage === 'none' &&
          /^transparent$|, 0\)$|\/ 0\)$/.test(style.backgroundColor);
        clear += bare || Number(style.opacity) === 0 ? 1 : 0;
        solid += bare || Number(style.opacity) === 0 ? 0 : 1;
      }
    });
    return clear > 0 && solid === 0;
  }
  // The level on which what holds node is drawn, below their common ancestor top: in
  // the flow under what is positioned.
  function levelOf(node, top) {
    var level = -0.5;
    for (var it = node; it && it !== top; it = dom.up(it)) {
      var style = get(it, 'nodeType') === 1 ? dom.styleOf(it) : null;
      if (style && POSITIONED.test(style.position)) {
        level = parseInt(style.zIndex, 10) || 0;
      }
    }
    return level;
  }
  // Return true if el, which lets touches through, is drawn over what they hit. Only the
  // positions of the two in the page can tell.
  function isOver(el, hit) {
    var above = new Set();
    for (var it = el; it; it = dom.up(it)) {
      above.add(it);
    }
    var top = hit;
    while (top && !above.has(top)) {
      top = dom.up(top);
    }
    var mine = levelOf(el, top);
    var other = levelOf(hit, top);
    var after = (call(el, 'compareDocumentPosition', hit) & 2) !== 0;
    return top === hit || mine > other || (mine === other && after);
  }
  // A slotted text is drawn by the slot, and hit as its host.
  function isSlotted(el, hit, root) {
    return get(root, 'host') === hit && (dom.tagOf(el) === 'slot' || call(el, 'querySelector', 'slot') !== null);
  }
  function isHit(aim, hit, root) {
    if (dom.isIn(hit, aim.el)) {
      return !aim.range || hit === aim.el || aim.range.intersectsNode(hit);
    }
    var label = call(hit, 'closest', 'label');
    return (label && label.control === aim.el) || isSlotted(aim.el, hit, root);
  }
  function alphaOf(color) {
    var alpha = /(?:rgba\(.*,|\/)\s*([\d.]+)(%?)\)$/.exec(color);
    return alpha ? Number(alpha[1]) / (alpha[2] ? 100 : 1) : 1;
  }
  function opacityOf(el) {
    var opacity = 1;
    for (var it = el; it && opacity > 0; it = dom.up(it)) {
      opacity *= get(it, 'nodeType') === 1 ? Number(dom.styleOf(it).opacity) : 1;
    }
    return opacity;
  }
  function drawsBeside(el, pseudo) {
    var style = dom.styleOf(el, pseudo);
    return !/^(none|normal)$/.test(style.content) && Number(style.opacity) > 0 &&
      (style.backgroundImage !== 'none' || alphaOf(style.backgroundColor) > 0 || /[^"'\s]/.test(style.content));
  }
  // The part of what lies below a layer that it hides: 0 to 1.
  function shadeOf(el) {
    var style = dom.styleOf(el);
    var shade = run.shades.get(el);
    if (shade === undefined) {
      var draws = DRAWS.test(dom.tagOf(el)) || get(el, 'ownerSVGElement') || get(el, 'shadowRoot') ||
        style.backgroundImage !== 'none' || (style.backdropFilter || 'none') !== 'none' ||
        drawsBeside(el, '::before') || drawsBeside(el, '::after');
      shade = (draws ? 1 : alphaOf(style.backgroundColor)) * (draws || style.opacity === '1' ? 1 : opacityOf(el));
      run.shades.set(el, shade);
    }
    return shade;
  }
  function hasTextAt(el, x, y) {
    return Array.prototype.some.call(get(el, 'childNodes'), function (node) {
      if (get(node, 'nodeType') !== 3 || !/\S/.test(node.data)) {
        return false;
      }
      var rects = dom.contentRange(node).getClientRects();
      return Array.prototype.some.call(rects, function (rect) { return isWithin(rect, x, y); });
    });
  }
  // Return true if it can be seen through all layers that take the touches over it.
  function isSeenAt(aim, root, x, y) {
    var hits = call(root, 'elementsFromPoint', x, y) || [];
    var clear = 1;
    for (var i = 0; i < hits.length && i < STACK_MAX; i++) {
      var hit = hits[i];
      if (isHit(aim, hit, root)) {
        return true;
      }
      if (isSheet(aim, hit, x, y)) {
        continue;
      }
      clear *= 1 - shadeOf(hit);
      if (dom.isIn(aim.el, hit) || clear < CLEAR_LEAST || hasTextAt(hit, x, y)) {
        return false; // one that it stands in covers with its ::after
      }
    }
    return false;
  }
  function isFreeIn(aim, root, x, y, seen) {
    var hit = call(root, 'elementFromPoint', x, y);
    if (!hit) {
      return false;
    }
    if (isHit(aim, hit, root) || (aim.passes && isOver(aim.el, hit)) || (seen && isSheet(aim, hit, x, y))) {
      return true;
    }
    return seen && !dom.isIn(aim.el, hit) && 1 - shadeOf(hit) >= CLEAR_LEAST && isSeenAt(aim, root, x, y);
  }
  // seen: as aim.seen says it, also of the frames around it.
  function isFreeAt(aim, frame, x, y, seen) {
    var root = call(aim.el, 'getRootNode');
    var may = seen || aim.seen;
    root = get(root, 'elementFromPoint') ? root : get(aim.el, 'ownerDocument');
    return isFreeIn(aim, root, x, y, may) && (!frame || !frame.aim || isFreeAt(frame.aim, frame.parent,
      x * frame.scaleX + frame.left, y * frame.scaleY + frame.top, may));
  }

  // The free part of the way from x, y by dx, dy.
  function reach(aim, frame, x, y, dx, dy) {
    var length = Math.abs(dx + dy);
    var free = 0;
    var end = 1;
    if (length <= 1 || isFreeAt(aim, frame, x + dx * (1 - 1 / length), y + dy * (1 - 1 / length))) {
      return 1;
    }
    while ((end - free) * length > 0.5 && !run.isLate()) {
      var part = (free + end) / 2;
      if (isFreeAt(aim, frame, x + dx * part, y + dy * part)) {
        free = part;
      } else {
        end = part;
      }
    }
    return free;
  }
  // The part of box that is free around a free point, which its middle is, too.
  function around(aim, frame, box, x, y) {
    var left = (x - box.left) * reach(aim, frame, x, y, box.left - x, 0);
    var right = (box.right - x) * reach(aim, frame, x, y, box.right - x, 0);
    var above = (y - box.top) * reach(aim, frame, x, y, 0, box.top - y);
    var below = (box.bottom - y) * reach(aim, frame, x, y, 0, box.bottom - y);
    if (!isFreeAt(aim, frame, x + (right - left) / 2, y + (below - above) / 2)) {
      left = right = Math.min(left, right);
      above = below = Math.min(above, below);
    }
    return {left: x - left, top: y - above, right: x + right, bottom: y + below};
  }
  function someOf(aim, frame, box) {
    for (var i = 0; i < PROBES.length && !run.isLate(); i++) {
      var x = box.left + (box.right - box.left) * PROBES[i][0];
      var y = box.top + (box.bottom - box.top) * PROBES[i][1];
      if (isFreeAt(aim, frame, x, y)) {
        var part = around(aim, frame, box, x, y);
        return isThin(part) ? null : part;
      }
    }
    return null;
  }
  function isFreeInside(aim, frame, box) {
    return isFreeAt(aim, frame, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  }
  // A group in a drawing is only where its shapes are.
  function rectsOf(aim) {
    var shapes = !aim.range && get(aim.el, 'ownerSVGElement') ? call(aim.el, 'getElementsByTagName', '*') : [];
    return shapes.length > 0 ? Array.prototype.slice.call(shapes, 0, SHAPES_MAX).map(dom.rectOf)
      : aim.range ? aim.range.getClientRects() : call(aim.el, 'getClientRects');
  }
  // A touch goes to the middle of a box. So it is the whole, if its middle is free, else
  // the largest of its lines whose middle is, else a free part of one; null if none is.
  function findFree(aim, frame, whole, clip) {
    var box = dom.meet(whole, clip);
    if (isThin(box)) {
      return null;
    }
    if (isFreeInside(aim, frame, box)) {
      return box;
    }
    var lines = Array.prototype.map.call(rectsOf(aim), function (rect) {
      return dom.meet(rect, clip);
    }).filter(function (rect) { return !isThin(rect); });
    if (lines.length < 2) {
      return someOf(aim, frame, box);
    }
    lines = lines.sort(function (a, b) { return area(b) - area(a); }).slice(0, LINES_MAX);
    var found = lines.filter(function (rect) { return isFreeInside(aim, frame, rect); })[0];
    return found || someOf(aim, frame, lines[0]);
  }

  // An element not found for lack of time is left out, and may be there.
  function orLeave(found) {
    if (!found && run.isLate()) {
      run.leave(1, false);
    }
    return found;
  }
  function freeBox(aim, frame, whole, clip) {
    return orLeave(findFree(aim, frame, whole, clip));
  }
  function freeAround(aim, frame, box) {
    return orLeave(someOf(aim, frame, box));
  }
  // Begin a reading; it calls leave() for what it leaves out.
  function begin(isLate, leave) {
    run = {isLate: isLate, leave: leave, shades: new Map()};
  }

  dom.free = {begin: begin, freeBox: freeBox, freeAround: freeAround};
})(typeof globalThis === 'object' ? globalThis : this);
