// page.js: the elements of a page as a person sees them, told from inside
//
// It runs in its own world beside the page's scripts, where neither sees the other's objects, and
// is called as __agentestPage(). A row is [depth, role, flags, left, top, right, bottom, label,
// text, hint, state, id], in CSS pixels from the corner of the layout viewport; webview_page.c
// reads it. Invisible and untouchable elements are left out. The text of a password is never
// read. page_dom.js, page_words.js, page_free.js and page_first.js precede this file.
(function (g) {
  'use strict';
  var dom = g.__agentestParts;
  delete g.__agentestParts;
  if (typeof g.__agentestPage === 'function') {
    return 'there';
  }
  var words = dom.words;
  var free = dom.free;
  var first = dom.first;
  var get = dom.get;
  var call = dom.call;
  var tagOf = dom.tagOf;
  var attribute = dom.attribute;
  var styleOf = dom.styleOf;
  var meet = dom.meet;
  var pathOf = dom.pathOf;
  var isEmpty = dom.isEmpty;
  var line = dom.line;
  var F = words.F;
  var ROWS_MAX = 5000;
  var CHARS_MAX = 800000; // of all texts
  var TEXT_MAX = 4000;
  var TIME_MAX_MS = 150;
  // Time for the part of a long page that is out of view, which seldom has visible elements; the
  // smaller one applies if all that is in view is known.
  var FAR_TIME_MAX_MS = 40;
  var FAR_TIME_LEAST_MS = 20;
  var QUEUE_MAX = 20000;
  var RUN_MAX = 200; // elements and texts of one row
  var INNER_MAX = 60; // elements in an element that only dresses up text
  var LONG = 100; // children, of which the first that is in view is looked for
  var AWAY_MAX = 30;
  var LEVELS_MAX = 200; // of calls within calls
  var FRAMES_DEPTH_MAX = 8;
  var DEPTH_MAX = 60;
  var CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,' +
    '[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],' +
    '[contenteditable=""],[contenteditable=true]';
  // Elements that make a drawing worth a walk; any other drawing is decoration.
  var IN_DRAWINGS = 'text,a,foreignObject,[role],[tabindex],[onclick],[aria-label],[aria-labelledby]';
  var out;
  var began;

  // --- Rows. A place holds rows and further places in the page's order, whatever the
  // order is in which they are filled.

  // The sides of a box of a frame as the topmost page measures them.
  function sides(frame, box) {
    var left = box.left;
    var top = box.top;
    var right = box.right;
    var bottom = box.bottom;
    for (; frame; frame = frame.parent) {
      left = left * frame.scaleX + frame.left;
      right = right * frame.scaleX + frame.left;
      top = top * frame.scaleY + frame.top;
      bottom = bottom * frame.scaleY + frame.top;
    }
    return [left, top, right, bottom].map(function (side) { return Math.round(side * 100) / 100; });
  }
  function add(at, role, flags, box, texts) {
    var size = 0;
    if (isEmpty(box)) {
      return false;
    }
    var row = [Math.min(at.depth, DEPTH_MAX), role, flags].concat(sides(at.frame, box));
    ['label', 'text', 'hint', 'state', 'id'].forEach(function (name) {
      row.push(texts[name] || '');
      size += (texts[name] || '').length;
    });
    if (out.count >= ROWS_MAX || out.chars + size > CHARS_MAX) {
      leave(1, false);
      return false;
    }
    out.chars += size;
    out.count++;
    at.place.push({row: row});
    return true;
  }
  // Put the rows in order, and say of frames of other sites where theirs belong.
  function collect(place) {
    var open = [{place: place, next: 0}];
    while (open.length > 0) {
      var top = open[open.length - 1];
      var one = top.place[top.next++];
      if (!one) {
        open.pop();
      } else if (one.row) {
        out.rows.push(one.row);
      } else if (one.frame) {
        one.frame[1] = out.rows.length;
        out.frames.push(one.frame);
      } else {
        open.push({place: one.place, next: 0});
      }
    }
  }
  function aimAt(el, style) {
    return {el: el, range: null, seen: false, passes: style.pointerEvents === 'none'};
  }
  function addControl(el, role, at, box, covered) {
    var secret = words.isSecret(el, role);
    var flags = covered ? F.enabled : words.flagsOf(el, role);
    var value = words.valueOf(el, role);
    var byContent = role !== 'field' && role !== 'slider' && role !== 'spinner';
    var name = words.nameOf(el, byContent);
    var text = secret ? words.stars(value) : value || (byContent ? words.unsaidOf(el, name) : '');
    if (covered && !name && !text) {
      return;
    }
    add(at, covered ? 'text' : role, flags | (secret ? F.password : 0) | (text.length > TEXT_MAX ? F.cut : 0), box, {
      label: name, text: dom.clean(text, TEXT_MAX),
      hint: role === 'field' && !covered ? line(attribute(el, 'placeholder') || attribute(el, 'aria-placeholder')) : '',
      state: covered ? 'covered' : line(words.stateOf(el, role)), id: words.idOf(el)});
  }
  function headingBit(el) {
    return call(el, 'closest', 'h1,h2,h3,h4,h5,h6,[role=heading]') ? F.heading : 0;
  }
  // Return true if the element only styles the text around it.
  function isPlain(one, style) {
    var drawn = get(one, 'ownerSVGElement') && tagOf(one) !== 'tspan';
    return !drawn && /^inline/.test(style.display) && style.visibility === 'visible' && Number(style.opacity) > 0 &&
      style.position !== 'fixed' && style.position !== 'absolute' && !get(one, 'shadowRoot') &&
      !words.isMasked(style) && !words.roleOf(one) && !words.isClicked(one, style) &&
      attribute(one, 'aria-hidden') !== 'true' && !dom.has(one, 'inert') &&
      !/^(br|img|svg|iframe|label|slot|video|canvas|object|meter|progress)$/.test(tagOf(one)) &&
      !words.generatedOf(one, '::before') && !words.generatedOf(one, '::after');
  }
  function isPlainAll(el) {
    if (!isPlain(el, styleOf(el))) {
      return false;
    }
    var inner = call(el, 'getElementsByTagName', '*');
    return inner.length <= INNER_MAX &&
      Array.prototype.every.call(inner, function (one) { return isPlain(one, styleOf(one)); });
  }
  // Return true if its content is a single run of text.
  function isTextRun(el) {
    var direct = false;
    var list = dom.childrenOf(el);
    for (var i = 0; i < list.length && i < RUN_MAX && !direct; i++) {
      direct = get(list[i], 'nodeType') === 3 && /\S/.test(list[i].data);
    }
    if (!direct || get(el, 'shadowRoot')) {
      return false;
    }
    var inner = call(el, 'getElementsByTagName', '*');
    if (inner.length > INNER_MAX) {
      return false;
    }
    return Array.prototype.every.call(inner, function (one) {
      var style = styleOf(one);
      return style.display === 'none' || tagOf(one) === 'br' || isPlain(one, style);
    });
  }
  function addText(el, range, at, style, text, id) {
    var shown = dom.clean(text, TEXT_MAX).trim();
    var aim = {el: el, range: range, seen: true, passes: style.pointerEvents === 'none'};
    var box = shown ? free.freeBox(aim, at.frame, range.getBoundingClientRect(), at.clip) : null;
    if (box) {
      add(at, 'text', F.enabled | headingBit(el), box,
        {label: words.isMasked(style) ? words.stars(shown) : shown, id: id});
    }
  }

  // Add the text that style sheets write before or after an element, as a separate text: the
  // element's text does not change.
  function addGenerated(el, pseudo, at, style, seen, inName) {
    var text = words.generatedOf(el, pseudo);
    if (!text || (inName && words.nameOf(el, true).indexOf(text) >= 0)) {
      return;
    }
    var box = seen.findSeen();
    if (box) {
      add(at, 'text', F.enabled | headingBit(el), box, {label: words.isMasked(style) ? words.stars(text) : text});
    }
  }
  function withGenerated(el, at, style, seen, walkInner) {
    var shows = seen.box && !at.named && !get(el, 'ownerSVGElement');
    if (shows) {
      addGenerated(el, '::before', at, style, seen, false);
    }
    walkInner();
    if (shows) {
      addGenerated(el, '::after', at, style, seen, false);
    }
  }

  // Return true if the page draws this box itself and a label represents it. through: the box may
  // be transparent.
  function isDrawn(el, through) {
    var rect = dom.rectOf(el);
    for (var it = el; it && get(it, 'nodeType') === 1; it = get(it, 'parentElement')) {
      var style = styleOf(it);
      if (style.display === 'none' || style.visibility !== 'visible' ||
          (Number(style.opacity) === 0 && !(through && it === el))) {
        return false;
      }
    }
    return rect.width > 2 && rect.height > 2;
  }
  // Return true if it takes touches, being transparent, over what the page draws for it.
  function isOverlaid(el, at) {
    var tag = tagOf(el);
    if (tag !== 'select' && !(tag === 'input' && /^(checkbox|radio|range|file)$/.test(el.type))) {
      return false;
    }
    var box = meet(dom.rectOf(el), at.clip);
    var x = (box.left + box.right) / 2;
    var y = (box.top + box.bottom) / 2;
    return !isEmpty(box) && call(call(el, 'getRootNode'), 'elementFromPoint', x, y) === el;
  }

  // --- Frames.

  function frameDepth(frame) {
    var depth = 0;
    for (; frame; frame = frame.parent) {
      depth++;
    }
    return depth;
  }
  // One that another site fills, or that cannot be read.
  function addClosed(el, at, seen, corner) {
    var path = pathOf(dom.viewOf(el)) + '.' + dom.numberOf(el.contentWindow, dom.viewOf(el));
    out.closed++;
    add(at, 'view', F.enabled, seen, {label: line(attribute(el, 'title')),
      state: 'a page that cannot be read', id: words.idOf(el)});
    if (path.indexOf('-') >= 0) {
      return; // windows do not number the frames in shadow trees
    }
    at.place.push({frame: [path, 0, at.depth + 1].concat(sides(at.frame, corner), sides(at.frame, seen))});
  }
  function enterFrame(el, at, clip, style) {
    var inner = null;
    var rect = dom.rectOf(el);
    var aim = aimAt(el, style);
    var seen = free.freeAround({el: el, range: null, seen: true, passes: aim.passes}, at.frame, meet(rect, clip));
    if (!seen) {
      return;
    }
    try {
      inner = el.contentDocument;
    } catch (e) { /* another site's, in a process of its own */ }
    var scaleX = (el.offsetWidth > 0 ? rect.width / el.offsetWidth : 1) || 1;
    var scaleY = (el.offsetHeight > 0 ? rect.height / el.offsetHeight : 1) || 1;
    var left = rect.left + (el.clientLeft + (parseFloat(style.paddingLeft) || 0)) * scaleX;
    var top = rect.top + (el.clientTop + (parseFloat(style.paddingTop) || 0)) * scaleY;
    var root = inner && get(inner, 'documentElement');
    if (!root || frameDepth(at.frame) >= FRAMES_DEPTH_MAX) {
      addClosed(el, at, seen, {left: left, top: top, right: left + scaleX, bottom: top + scaleY});
      return;
    }
    var frame = {aim: aim, parent: at.frame, left: left, top: top, scaleX: scaleX, scaleY: scaleY};
    var view = meet({left: (clip.left - left) / scaleX, top: (clip.top - top) / scaleY,
      right: (clip.right - left) / scaleX, bottom: (clip.bottom - top) / scaleY},
    {left: 0, top: 0, right: root.clientWidth || el.clientWidth, bottom: get(inner, 'defaultView').innerHeight});
    walkDocument(inner, view, {frame: frame, depth: at.depth, place: at.place, level: at.level});
  }

  // --- The walk. Elements in view come first, so a long page does not use up its time on
  // invisible ones.

  function isLate() {
    return g.performance.now() - began > TIME_MAX_MS;
  }
  // Count what is not read. away: nothing of it is known to be in view.
  function leave(count, away) {
    if (away) {
      out.away += count;
    } else {
      out.omitted += count;
    }
  }
  function leaveLater(one) {
    leave(one.list ? one.to - one.from : 1, one.away);
  }
  // Put off work at a place; its rows will be inserted there.
  function put(queue, one, at) {
    if (queue.length >= QUEUE_MAX) {
      leaveLater(one);
      return;
    }
    var place = [];
    at.place.push({place: place});
    one.at = {frame: at.frame, clip: at.clip, fixed: at.fixed, placed: at.placed, depth: at.depth, named: at.named,
      place: place, level: 0};
    queue.push(one);
  }
  // A part of a list; away: of children that are out of view as far as they were looked at.
  function deferPart(list, from, to, el, at, style, away) {
    put(out.near, {list: list, from: from, to: to, el: el, style: style, away: away}, at);
  }
  // When to be done with what is out of view, from now on.
  function farEnd(now) {
    return !out.long ? Infinity : now + (out.whole ? FAR_TIME_LEAST_MS : FAR_TIME_MAX_MS);
  }
  // Walk the elements that may have something in view, then the others for a short time: a row
  // that is scrolled away may contain a fixed dialog.
  function walkDeferred() {
    var next = {near: 0, far: 0};
    var farEnds = 0;
    while (!isLate()) {
      var now = g.performance.now();
      var queue = next.near < out.near.length ? 'near' : 'far';
      var one = out[queue][next[queue]];
      farEnds = farEnds || (!one || one.away ? farEnd(now) : 0);
      if (!one || (one.away && now >= farEnds)) {
        break;
      }
      next[queue]++;
      if (one.list && one.away) {
        walkPart(one.list, one.from, one.to, one.el, one.at, one.style);
      } else if (one.list) {
        walkList(one.list, one.from, one.to, one.el, one.at, one.style);
      } else {
        walk(one.el, one.at, one.rect);
      }
    }
    out.near.slice(next.near).concat(out.far.slice(next.far)).forEach(leaveLater);
  }
  function walkDocument(doc, view, from) {
    var at = {frame: from.frame, clip: view, fixed: view, placed: view, depth: from.depth, named: false,
      place: from.place, level: from.level};
    var root = get(doc, 'documentElement');
    var top = get(doc, 'scrollingElement') || root;
    var hides = /hidden|clip/;
    var style = top ? styleOf(top) : null;
    var tall = top && get(top, 'scrollHeight') > get(top, 'clientHeight') + 1 && !hides.test(style.overflowY);
    var wide = top && get(top, 'scrollWidth') > get(top, 'clientWidth') + 1 && !hides.test(style.overflowX);
    if ((tall || wide) && add(at, tall ? 'scroll' : 'hscroll', F.enabled | F.scroll, view, {})) {
      at.depth++;
    }
    first.find(doc, view, out);
    if (root) {
      walk(root, at, dom.rectOf(root));
    }
  }
  function clipOf(el, style, at) {
    var top = dom.matches(el, ':modal') || dom.matches(el, ':popover-open');
    return top || style.position === 'fixed' ? at.fixed : style.position === 'absolute' ? at.placed : at.clip;
  }
  function inside(el, style, rect, at, clip) {
    var cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    var root = /^(html|body)$/.test(tagOf(el)); // the viewport takes theirs over
    var inner = cuts && !root && !/^(inline|contents)$/.test(style.display) ? meet(clip, rect) : clip;
    var placed = style.position !== 'static' || style.transform !== 'none';
    return {frame: at.frame, clip: inner, fixed: at.fixed, placed: placed ? inner : at.placed,
      depth: at.depth, named: at.named, place: at.place, level: at.level + 1};
  }
  // Return true if nothing in it reaches out of its box. Content that the browser does not lay
  // out while it is out of view is better left that way.
  function holds(style) {
    var cuts = style.overflowX !== 'visible' && style.overflowY !== 'visible';
    return style.contentVisibility === 'auto' || /paint|strict|content/.test(style.contain) ||
      (cuts && style.transform !== 'none');
  }
  // Text beside other elements, with what only dresses it up.
  function endRun(run, el, at, style) {
    if (run.first) {
      var range = dom.rangeOf(run.first, run.last);
      addText(el, range, at, style, line(range.toString()), '');
    }
    run.first = run.last = null;
    run.count = 0;
  }
  function extend(run, node, el, at, style) {
    if (run.count >= RUN_MAX) {
      endRun(run, el, at, style);
    }
    run.first = run.first || node;
    run.last = node;
    run.count++;
  }
  // An element among others; shows: text of them is wanted. Returns whether it is in view.
  function walkChild(node, el, at, style, run, shows) {
    var may = shows && !words.UNSEEN.test(tagOf(node));
    if (run.first && may && isPlainAll(node)) {
      extend(run, node, el, at, style);
      return true;
    }
    var rect = dom.rectOf(node);
    var here = !isEmpty(meet(rect, at.clip)) || out.marked.has(node) || tagOf(node) === 'body';
    if (here && !run.first && may && isPlainAll(node)) {
      extend(run, node, el, at, style);
      return true;
    }
    endRun(run, el, at, style);
    if (here) {
      walk(node, at, rect);
    } else {
      var near = isEmpty(rect) || !isEmpty(meet(rect, at.fixed));
      put(near ? out.near : out.far, {el: node, rect: rect, away: true}, at);
    }
    return here;
  }
  // Find the first child of a long list in view by halving. This works if the children follow
  // each other on the screen; otherwise it costs a few looks, so nothing may rely on the result.
  function findInView(list, from, to, at) {
    var found = from;
    var low = from;
    var high = to;
    while (low < high) {
      var middle = (low + high) >> 1;
      var next = middle;
      while (next < high && get(list[next], 'nodeType') !== 1) {
        next++;
      }
      var rect = next < high ? dom.rectOf(list[next]) : null;
      if (rect && !isEmpty(meet(rect, at.clip))) {
        found = next;
        high = middle;
      } else if (rect && (rect.bottom <= at.clip.top || rect.right <= at.clip.left)) {
        low = next + 1;
      } else {
        high = middle;
      }
    }
    return found;
  }
  // The first of those around it that are in view, too.
  function findFirst(list, from, to, at) {
    var found = to - from > LONG ? findInView(list, from, to, at) : from;
    var begin = found;
    for (var i = found - 1; i >= from && found - i < LONG; i--) {
      if (get(list[i], 'nodeType') === 1 && !isEmpty(meet(dom.rectOf(list[i]), at.clip))) {
        begin = i;
      }
    }
    return begin;
  }
  // The children of a part of a list to start at: the first in view, and those in view far from
  // it. A text is read from its beginning.
  function startsOf(list, from, to, el, at) {
    var starts = [findFirst(list, from, to, at)];
    var hits = to - from > LONG ? first.places(out.starts, el, list) : [];
    hits.forEach(function (hit) {
      if (hit >= from && hit < to && !/^inline/.test(styleOf(list[hit]).display)) {
        starts.push(hit);
      }
    });
    return starts.sort(function (a, b) { return a - b; }).filter(function (start, i) {
      return i === 0 || start - starts[i - 1] > AWAY_MAX;
    });
  }
  // Walk a part of a list, until a good many in a row are out of view: then other
  // things come first.
  function walkPart(list, from, to, el, at, style) {
    var run = {first: null, last: null, count: 0};
    var shows = !at.named && style.visibility === 'visible';
    var away = 0;
    for (var i = from; i < to && away < AWAY_MAX; i++) {
      var node = list[i];
      var type = get(node, 'nodeType');
      if (isLate()) {
        break;
      }
      if (type === 3 && shows && /\S/.test(node.data)) {
        extend(run, node, el, at, style);
      } else if (type === 1) {
        away = walkChild(node, el, at, style, run, shows) ? 0 : away + 1;
      }
    }
    endRun(run, el, at, style);
    if (i < to && isLate()) {
      leave(to - i, false);
    } else if (i < to) {
      deferPart(list, i, to, el, at, style, true);
    }
  }
  function walkList(list, from, to, el, at, style) {
    var starts = startsOf(list, from, to, el, at);
    if (starts[0] > from) {
      deferPart(list, from, starts[0], el, at, style, true);
    }
    starts.forEach(function (start, i) {
      walkPart(list, start, i + 1 < starts.length ? starts[i + 1] : to, el, at, style);
    });
  }
  // Children that have to be read first precede their siblings.
  function walkChildren(el, at, style) {
    var list = dom.childrenOf(el);
    var urgent = first.places(out.urgent, el, list);
    var from = 0;
    urgent.forEach(function (one) {
      if (one > from) {
        deferPart(list, from, one, el, at, style, false);
      }
      walkPart(list, one, one + 1, el, at, style);
      from = one + 1;
    });
    if (from === 0) {
      walkList(list, 0, list.length, el, at, style);
    } else if (from < list.length) {
      deferPart(list, from, list.length, el, at, style, false);
    }
  }
  function walk(el, at, rect) {
    if (words.UNSEEN.test(tagOf(el)) || attribute(el, 'aria-hidden') === 'true' || dom.has(el, 'inert')) {
      return;
    }
    if (isLate()) {
      leave(1, false);
      return;
    }
    if (at.level >= LEVELS_MAX) {
      put(out.near, {el: el, rect: rect, away: false}, at); // the stack has an end
      return;
    }
    var style = styleOf(el);
    if (style.display === 'none' || style.contentVisibility === 'hidden' ||
        (Number(style.opacity) === 0 && !isOverlaid(el, at))) {
      return;
    }
    var clip = clipOf(el, style, at);
    if (!isEmpty(rect) && isEmpty(meet(rect, clip)) && holds(style)) {
      return;
    }
    var role = words.roleOf(el);
    var aim = aimAt(el, style);
    var whole = rect;
    if (isEmpty(rect) && (role || words.isClicked(el, style))) {
      aim.range = dom.contentRange(el); // only what is in it has a box
      whole = aim.range.getBoundingClientRect();
    }
    var box = style.visibility === 'visible' && meet(whole, clip);
    var seen = {box: box && !isEmpty(box) ? box : null, find: function () {
      return this.box && free.freeBox(aim, at.frame, whole, clip);
    }, findSeen: function () {
      return this.box && free.freeBox({el: el, range: aim.range, seen: true, passes: aim.passes}, at.frame, whole, clip);
    }};
    if (seen.box && /^(iframe|frame)$/.test(tagOf(el))) {
      enterFrame(el, at, clip, style);
    } else if (role) {
      walkControl(el, role, at, style, seen, inside(el, style, rect, at, clip));
    } else {
      walkContent(el, at, style, seen, inside(el, style, rect, at, clip));
    }
  }
  // An element named by its content may contain other controls; those that are not free are only
  // content. An element below a clear layer is visible and takes no touch: it is a text.
  function walkControl(el, role, at, style, seen, within) {
    var free = seen.find();
    var box = free || seen.findSeen();
    if (box) {
      addControl(el, role, at, box, !free);
      within.depth++;
      within.named = true;
      ['::before', '::after'].forEach(function (pseudo) {
        addGenerated(el, pseudo, within, style, seen, true);
      });
    }
    if (role !== 'field' && !/^(input|select)$/.test(tagOf(el)) && (!box || call(el, 'querySelector', CONTROLS))) {
      walkChildren(el, within, style);
    }
  }
  // A label in the place of a control that cannot be seen. Returns whether it is one.
  function addLabelled(el, at, seen, within) {
    var control = el.control;
    var alone = isDrawn(control, false) ||
      (!dom.isIn(control, el) && isDrawn(control, true) && isOverlaid(control, at));
    if (seen.box && /^(checkbox|radio|file)$/.test(control.type) && !alone) {
      var box = seen.find();
      if (box) {
        addControl(control, words.inputRole(control), at, box, false);
      }
      return true;
    }
    if (alone && words.nameOf(control, false) === line(words.labelsOf(control))) {
      within.named = true; // its control says it
    }
    return false;
  }
  // One that covers most of the page draws what the page says.
  function noteCanvas(box, at) {
    var on = sides(at.frame, box);
    if ((on[2] - on[0]) * (on[3] - on[1]) * 2 > out.area) {
      out.drawn++;
    }
  }
  function walkContent(el, at, style, seen, within) {
    if (seen.box && tagOf(el) === 'canvas') {
      noteCanvas(seen.box, at);
    }
    var scroller = words.scrolls(el, style);
    var label = tagOf(el) === 'label' && el.control;
    if (label && addLabelled(el, at, seen, within)) {
      return;
    }
    if (seen.box && scroller) {
      within.depth += add(at, scroller, F.enabled | F.scroll, seen.box, {label: line(attribute(el, 'aria-label')), id: words.idOf(el)}) ? 1 : 0;
    } else if (seen.box && !at.named && !label && words.isClicked(el, style)) {
      var box = seen.find();
      var holder = call(el, 'querySelector', CONTROLS) !== null;
      var name = box ? words.nameOf(el, !holder) : '';
      if (box && !name && get(el, 'ownerSVGElement')) {
        return; // one of the shapes of a chart that all show something when they are pointed at
      }
      if (box) {
        within.depth += add(at, 'view', words.flagsOf(el, 'view'), box, {label: name,
          text: holder ? '' : dom.clean(words.unsaidOf(el, name), TEXT_MAX), id: words.idOf(el)}) ? 1 : 0;
      }
      if (box && !holder) {
        return;
      }
    }
    if (seen.box && !at.named && addLeaf(el, at, style, within.clip)) {
      return;
    }
    if (seen.box && !within.named && !scroller && isTextRun(el)) {
      withGenerated(el, within, style, seen, function () {
        addText(el, dom.contentRange(el), within, style, get(el, 'innerText') || get(el, 'textContent'), words.idOf(el));
      });
      return;
    }
    withGenerated(el, within, style, seen, function () { walkChildren(el, within, style); });
  }
  // Return true if it has more to read than its name. A bar may be made of any element.
  function holdsMore(el, tag, bar) {
    return tag === 'svg' ? call(el, 'querySelector', IN_DRAWINGS) !== null
      : get(el, 'ownerSVGElement') ? true : bar && !/^(progress|meter)$/.test(tag) && /\S/.test(get(el, 'textContent'));
  }
  // Pictures and bars. Returns whether it was one, with nothing more in it.
  function addLeaf(el, at, style, clip) {
    var tag = tagOf(el);
    var kind = words.leafOf(el);
    if (!kind) {
      return false;
    }
    var title = tag === 'svg' ? call(el, 'querySelector', ':scope > title') : null;
    var name = words.nameOf(el, false) || (title ? line(title.textContent) : '');
    var aim = aimAt(el, style);
    aim.seen = true;
    if (kind === 'canvas') {
      name = name || kind;
    }
    var box = kind !== 'image' || name ? free.freeBox(aim, at.frame, dom.rectOf(el), clip) : null;
    if (box) {
      var picture = kind === 'image' || kind === 'canvas';
      var now = kind === 'meter' ? words.measureOf(el) : kind === 'canvas' ? 'a drawing that cannot be read' : picture ? ''
        : get(el, 'position') >= 0 ? Math.round(el.position * 100) + ' %' : attribute(el, 'aria-valuenow');
      add(at, picture ? 'image' : 'progress', F.enabled, box, {label: name, state: line(now), id: words.idOf(el)});
    }
    return !holdsMore(el, tag, kind === 'meter' || kind === 'progress');
  }

  g.__agentestPath = function () {
    return pathOf(g);
  };
  // place: of a frame of another site, as its parent's answer has it.
  g.__agentestPage = function (place) {
    var doc = g.document;
    var hidden = get(doc, 'visibilityState') === 'hidden';
    var view = g.visualViewport || {offsetLeft: 0, offsetTop: 0, width: g.innerWidth, height: g.innerHeight};
    var rect = {left: view.offsetLeft, top: view.offsetTop,
      right: view.offsetLeft + view.width, bottom: view.offsetTop + view.height};
    var top = {aim: null, parent: null, left: 0, top: 0, scaleX: 1, scaleY: 1};
    if (place) {
      top = {aim: null, parent: null, left: place[3], top: place[4],
        scaleX: place[5] - place[3] || 1, scaleY: place[6] - place[4] || 1};
      rect = meet({left: 0, top: 0, right: g.innerWidth, bottom: g.innerHeight},
        {left: (place[7] - top.left) / top.scaleX, top: (place[8] - top.top) / top.scaleY,
          right: (place[9] - top.left) / top.scaleX, bottom: (place[10] - top.top) / top.scaleY});
    }
    var rows = [];
    out = {area: view.width * view.height, drawn: 0, rows: [], frames: [], count: 0, chars: 0, omitted: 0, closed: 0, near: [], far: [],
      away: 0, long: false, whole: true, marked: new Set(), urgent: new Map(), starts: new Map()};
    if (get(doc, 'documentElement')) {
      dom.rectOf(get(doc, 'documentElement')); // a layout that is due is the page's own time
    }
    began = g.performance.now();
    free.begin(isLate, leave);
    if (!hidden) {
      walkDocument(doc, rect, {frame: top, depth: place ? place[2] : 0, place: rows, level: 0});
      walkDeferred();
      collect(rows);
      out.omitted += out.long && out.whole ? 0 : out.away;
    }
    var answer = JSON.stringify({v: 1, hidden: hidden,
      left: view.offsetLeft, top: view.offsetTop, width: view.width, height: view.height,
      omitted: out.omitted, closed: out.closed, drawn: out.drawn, frames: out.frames, rows: out.rows});
    out = null;
    return answer;
  };
  return 'new';
})(typeof globalThis === 'object' ? globalThis : this);
