// page.js: the elements of a page as a person sees them, told from inside
//
// Put into a world of its own beside the page's scripts, so that neither sees the
// other's; asked by __agentestPage(). A row is [depth, role, flags, left, top, right,
// bottom, label, text, hint, state, id], in the page's own measure from the layout
// viewport's corner; webview_page.c reads it. What cannot be seen or touched is left
// out. The text of a password is never read.
(function (g) {
  'use strict';
  if (typeof g.__agentestPage === 'function') {
    return 'there';
  }
  var ROWS_MAX = 5000;
  var CHARS_MAX = 800000; // of all texts
  var LABEL_MAX = 1000;
  var TEXT_MAX = 4000;
  var TIME_MAX_MS = 150;
  var FRAMES_DEPTH_MAX = 8;
  var DEPTH_MAX = 60;
  var F = {click: 1, focusable: 2, focused: 4, checkable: 8, checked: 16, selected: 32,
    enabled: 64, password: 128, scroll: 256, heading: 512, invalid: 1024, expandable: 2048,
    collapsible: 4096, cut: 8192};
  var UNSEEN = /^(base|head|link|meta|noscript|option|optgroup|script|style|template|title)$/;
  var CONTROLS = 'a[href],button,input:not([type=hidden]),select,textarea,summary,' +
    '[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],' +
    '[contenteditable=""],[contenteditable=true]';
  var FIELD_TYPES = /^(text|email|search|tel|url|number|password|date|datetime-local|month|time|week)$/;
  var ROLES = {button: 'button', link: 'text', checkbox: 'check', menuitemcheckbox: 'check',
    radio: 'radio', menuitemradio: 'radio', 'switch': 'switch', tab: 'tab', textbox: 'field',
    searchbox: 'field', slider: 'slider', spinbutton: 'field', combobox: 'spinner',
    menuitem: 'button', option: 'view', treeitem: 'view'};
  var out;
  var began;

  function clean(text, max) {
    return String(text === null || text === undefined ? '' : text)
      .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|([^\uD800-\uDBFF]|^)[\uDC00-\uDFFF]/g, '$1')
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').slice(0, max)
      .replace(/[\uD800-\uDBFF]$/, '');
  }
  function line(text) {
    return clean(text, 4 * LABEL_MAX).replace(/\s+/g, ' ').trim().slice(0, LABEL_MAX)
      .replace(/[\uD800-\uDBFF]$/, '');
  }
  function attribute(el, name) {
    return el.getAttribute ? el.getAttribute(name) || '' : '';
  }
  function styleOf(el) {
    return el.ownerDocument.defaultView.getComputedStyle(el);
  }
  function meet(a, b) {
    return {left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)};
  }
  function isEmpty(r) {
    return !(r.right - r.left >= 1 && r.bottom - r.top >= 1);
  }
  function childrenOf(el) {
    if (el.shadowRoot) {
      return el.shadowRoot.childNodes;
    }
    if (el.localName === 'slot' && el.assignedNodes) {
      var assigned = el.assignedNodes();
      return assigned.length ? assigned : el.childNodes;
    }
    return el.childNodes;
  }
  function matches(el, selector) {
    try {
      return el.matches(selector);
    } catch (e) {
      return false; // an older browser does not know it
    }
  }

  // The name by content: texts and the names of pictures, without what is hidden.
  function contentOf(el, budget) {
    var parts = [];
    var list = childrenOf(el);
    for (var i = 0; i < list.length && budget.left > 0; i++) {
      var node = list[i];
      budget.left--;
      if (node.nodeType === 3) {
        parts.push(node.data);
      } else if (node.nodeType === 1 && !UNSEEN.test(node.localName) &&
          attribute(node, 'aria-hidden') !== 'true' && !/^(select|textarea)$/.test(node.localName)) {
        var style = styleOf(node);
        if (style.display === 'none' || style.visibility !== 'visible') {
          continue;
        }
        var own = attribute(node, 'aria-label') || attribute(node, 'alt');
        var gap = /^inline/.test(style.display) ? '' : ' ';
        parts.push(gap + (own || contentOf(node, budget)) + gap);
      }
    }
    return parts.join('');
  }
  function content(el) {
    return line(contentOf(el, {left: 300}));
  }
  function svgTitle(el) {
    var title = el.querySelector ? el.querySelector('svg title') : null;
    return title ? title.textContent : '';
  }
  function byIds(el, ids) {
    var root = el.getRootNode();
    return ids.split(/\s+/).slice(0, 8).map(function (id) {
      var other = id && root.getElementById ? root.getElementById(id) : null;
      return other ? attribute(other, 'aria-label') || contentOf(other, {left: 300}) : '';
    }).join(' ');
  }
  function labelsOf(el) {
    var labels = el.labels || [];
    return Array.prototype.map.call(labels, function (label) { return content(label); }).join(' ');
  }
  function buttonValue(el) {
    var type = el.localName === 'input' ? el.type : '';
    if (type === 'image') {
      return attribute(el, 'alt') || 'Submit';
    }
    return type === 'submit' ? el.value || 'Submit' : type === 'reset' ? el.value || 'Reset'
      : type === 'button' ? el.value : '';
  }
  function nameOf(el, byContent) {
    var by = attribute(el, 'aria-labelledby');
    return line(by && byIds(el, by)) || line(attribute(el, 'aria-label')) || line(labelsOf(el)) ||
      line(buttonValue(el)) || line(attribute(el, 'alt')) ||
      (byContent ? content(el) || line(svgTitle(el)) : '') || line(attribute(el, 'title'));
  }
  function idOf(el) {
    return clean(el.id || attribute(el, 'name') || attribute(el, 'data-testid'), 200);
  }

  function isSecret(el) {
    return el.localName === 'input' && (el.type === 'password' ||
      /password|one-time-code|cc-csc/.test(attribute(el, 'autocomplete')) ||
      (styleOf(el).webkitTextSecurity || 'none') !== 'none');
  }
  function inputRole(el) {
    var type = el.type;
    return FIELD_TYPES.test(type) ? 'field' : type === 'checkbox'
      ? (attribute(el, 'role') === 'switch' || el.hasAttribute('switch') ? 'switch' : 'check')
      : type === 'radio' ? 'radio' : type === 'range' ? 'slider' : type === 'hidden' ? '' : 'button';
  }
  // What an element is to somebody who uses the page; '' if it only has content.
  function roleOf(el) {
    var tag = el.localName;
    if (tag === 'input') {
      return inputRole(el);
    }
    if (tag === 'textarea' || tag === 'select') {
      return tag === 'select' ? 'spinner' : 'field';
    }
    if (el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable)) {
      return 'field';
    }
    var role = ROLES[attribute(el, 'role').trim().split(/\s+/)[0]];
    if (role) {
      return role;
    }
    return tag === 'button' || tag === 'summary' ? 'button'
      : (tag === 'a' || tag === 'area') && el.hasAttribute('href') ? 'text' : '';
  }
  // A pointer that begins here, or a handler that stands in the page.
  function isClicked(el, style) {
    if (/^(html|body|label|iframe)$/.test(el.localName)) {
      return false;
    }
    var parent = el.parentElement;
    var tab = attribute(el, 'tabindex');
    return el.hasAttribute('onclick') || (tab !== '' && Number(tab) >= 0 && !scrolls(el, style)) ||
      (style.cursor === 'pointer' && (!parent || styleOf(parent).cursor !== 'pointer'));
  }
  function scrolls(el, style) {
    if (/^(textarea|input|select|html|body)$/.test(el.localName)) {
      return '';
    }
    var y = /auto|scroll/.test(style.overflowY) && el.scrollHeight > el.clientHeight + 1;
    var x = /auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 1;
    return y ? 'scroll' : x ? 'hscroll' : '';
  }
  function aria(el, name, bit) {
    return attribute(el, 'aria-' + name) === 'true' ? bit : 0;
  }
  function activeIn(doc) {
    var active = doc.activeElement;
    while (active && active.shadowRoot && active.shadowRoot.activeElement) {
      active = active.shadowRoot.activeElement;
    }
    return active;
  }
  function flagsOf(el, role) {
    var disabled = matches(el, ':disabled') || aria(el, 'disabled', 1);
    var checkable = /^(check|radio|switch)$/.test(role);
    var checked = el.localName === 'input' ? el.checked : attribute(el, 'aria-checked') === 'true';
    var expanded = attribute(el, 'aria-expanded') ||
      (el.localName === 'summary' && el.parentElement ? String(!!el.parentElement.open) : '');
    return F.click | (disabled ? 0 : F.enabled | F.focusable) | (checkable ? F.checkable : 0) |
      (checkable && checked ? F.checked : 0) | aria(el, 'selected', F.selected) |
      aria(el, 'pressed', F.selected) | (activeIn(el.ownerDocument) === el ? F.focused : 0) |
      aria(el, 'invalid', F.invalid) | (matches(el, ':user-invalid') ? F.invalid : 0) |
      (expanded === 'true' ? F.collapsible : expanded === 'false' ? F.expandable : 0);
  }
  function valueOf(el, role) {
    if (role === 'field') {
      return el.value !== undefined && el.localName !== 'div' ? String(el.value) : el.innerText || '';
    }
    if (el.localName === 'select') {
      return Array.prototype.map.call(el.selectedOptions || [], function (one) {
        return line(one.label || one.textContent);
      }).slice(0, 10).join(', ');
    }
    if (role === 'spinner' && el.localName === 'input') {
      return String(el.value);
    }
    return '';
  }
  function stateOf(el, role) {
    var words = [];
    if (role === 'slider') {
      words.push(el.localName === 'input' ? el.value : attribute(el, 'aria-valuetext') || attribute(el, 'aria-valuenow'));
    }
    if (el.indeterminate || attribute(el, 'aria-checked') === 'mixed') {
      words.push('partly checked');
    }
    if (role === 'field' && el.readOnly) {
      words.push('read only');
    }
    if (el.required || aria(el, 'required', 1)) {
      words.push('required');
    }
    return words.join(', ');
  }

  // --- What is over an element.

  function up(node) {
    return node.assignedSlot || node.parentNode || node.host || null;
  }
  function isIn(node, top) {
    for (var it = node; it; it = up(it)) {
      if (it === top) {
        return true;
      }
    }
    return false;
  }
  function isFreeAt(el, frame, x, y) {
    var root = el.getRootNode();
    var hit = (root.elementFromPoint ? root : el.ownerDocument).elementFromPoint(x, y);
    if (!hit) {
      return false;
    }
    var label = hit.closest ? hit.closest('label') : null;
    if (!isIn(hit, el) && !isIn(el, hit) && !(label && label.control === el)) {
      return false;
    }
    return !frame.parent || isFreeAt(frame.element, frame.parent,
      x * frame.scaleX + frame.left, y * frame.scaleY + frame.top);
  }
  function isFree(el, box, frame, style) {
    var w = box.right - box.left;
    var h = box.bottom - box.top;
    if (style.pointerEvents === 'none') {
      return true;
    }
    return [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5], [0.5, 0.15], [0.5, 0.85]].some(function (part) {
      return isFreeAt(el, frame, box.left + w * part[0], box.top + h * part[1]);
    });
  }

  // --- Rows.

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
    if (out.rows.length >= ROWS_MAX || out.chars + size > CHARS_MAX) {
      out.omitted++;
      return false;
    }
    out.chars += size;
    out.rows.push(row);
    return true;
  }
  function addControl(el, role, at, box, named) {
    var secret = isSecret(el);
    var flags = flagsOf(el, role) | (secret ? F.password : 0);
    var text = secret ? '*'.repeat(Math.min(String(el.value || '').length, 256)) : valueOf(el, role);
    var byContent = role !== 'field' && role !== 'slider' && role !== 'spinner';
    add(at, role, flags | (text.length > TEXT_MAX ? F.cut : 0), box, {
      label: named || nameOf(el, byContent), text: clean(text, TEXT_MAX),
      hint: role === 'field' ? line(attribute(el, 'placeholder') || attribute(el, 'aria-placeholder')) : '',
      state: line(stateOf(el, role)), id: idOf(el)});
  }
  // node: an element, or a range.
  function textBox(node, doc) {
    var range = node;
    if (node.nodeType) {
      range = doc.createRange();
      range.selectNodeContents(node);
    }
    return range.getBoundingClientRect();
  }
  function headingBit(el) {
    return el.closest && el.closest('h1,h2,h3,h4,h5,h6,[role=heading]') ? F.heading : 0;
  }
  // Does it only dress up the text that it stands in?
  function isPlain(one, style) {
    return /^inline/.test(style.display) && style.visibility === 'visible' && Number(style.opacity) > 0 &&
      style.position !== 'fixed' && style.position !== 'absolute' && !one.shadowRoot && !roleOf(one) &&
      !isClicked(one, style) && attribute(one, 'aria-hidden') !== 'true' && !one.hasAttribute('inert') &&
      !/^(br|img|svg|iframe|label|slot|video|canvas|object|meter|progress)$/.test(one.localName);
  }
  function isPlainAll(el) {
    var inner = el.getElementsByTagName('*');
    return inner.length <= 60 && isPlain(el, styleOf(el)) &&
      Array.prototype.every.call(inner, function (one) { return isPlain(one, styleOf(one)); });
  }
  // Is all of its content one run of text?
  function isTextRun(el) {
    var direct = false;
    var list = el.childNodes;
    for (var i = 0; i < list.length; i++) {
      direct = direct || (list[i].nodeType === 3 && /\S/.test(list[i].data));
    }
    if (!direct || el.shadowRoot) {
      return false;
    }
    var inner = el.getElementsByTagName('*');
    if (inner.length > 60) {
      return false;
    }
    return Array.prototype.every.call(inner, function (one) {
      var style = styleOf(one);
      return style.display === 'none' || one.localName === 'br' || isPlain(one, style);
    });
  }
  function addText(el, node, at, clip, style, text) {
    var box = meet(textBox(node, el.ownerDocument), clip);
    text = clean(text, TEXT_MAX).trim();
    if (text && !isEmpty(box) && isFree(el, box, at.frame, style)) {
      add(at, 'text', F.enabled | headingBit(el), box, {label: text, id: el === node ? idOf(el) : ''});
    }
  }

  // A box whose label stands for it: the page draws its own.
  function isDrawn(el) {
    var rect = el.getBoundingClientRect();
    for (var it = el; it && it.nodeType === 1; it = it.parentElement) {
      var style = styleOf(it);
      if (style.display === 'none' || Number(style.opacity) === 0 || style.visibility !== 'visible') {
        return false;
      }
    }
    return rect.width > 2 && rect.height > 2;
  }

  // --- The walk.

  // A frame's number among those of its window, which another site may know, too.
  function numberOf(inner, outer) {
    for (var i = 0; i < outer.length && i < 100; i++) {
      if (outer[i] === inner) {
        return i;
      }
    }
    return -1;
  }
  // The way to a window from the topmost one: ".1.0"; '' of that itself.
  function pathOf(view) {
    var path = '';
    for (var depth = 0; view !== view.parent && depth < 20; depth++) {
      path = '.' + numberOf(view, view.parent) + path;
      view = view.parent;
    }
    return path;
  }
  function enterFrame(el, at, clip) {
    var inner = null;
    var rect = el.getBoundingClientRect();
    try {
      inner = el.contentDocument;
    } catch (e) { /* another site's, in a process of its own */ }
    var scaleX = el.offsetWidth > 0 ? rect.width / el.offsetWidth : 1;
    var scaleY = el.offsetHeight > 0 ? rect.height / el.offsetHeight : 1;
    var style = styleOf(el);
    var left = rect.left + (el.clientLeft + (parseFloat(style.paddingLeft) || 0)) * scaleX;
    var top = rect.top + (el.clientTop + (parseFloat(style.paddingTop) || 0)) * scaleY;
    if (!inner || !inner.documentElement || frameDepth(at.frame) >= FRAMES_DEPTH_MAX) {
      out.closed++;
      add(at, 'view', F.enabled, meet(rect, clip), {label: line(attribute(el, 'title')),
        state: 'a page that cannot be read', id: idOf(el)});
      out.frames.push([pathOf(el.ownerDocument.defaultView) + '.' +
        numberOf(el.contentWindow, el.ownerDocument.defaultView), out.rows.length, at.depth + 1]
        .concat(sides(at.frame, {left: left, top: top, right: left + scaleX, bottom: top + scaleY}),
          sides(at.frame, meet(rect, clip))));
      return;
    }
    var frame = {element: el, parent: at.frame, left: left, top: top, scaleX: scaleX || 1, scaleY: scaleY || 1};
    var seen = meet({left: (clip.left - left) / frame.scaleX, top: (clip.top - top) / frame.scaleY,
      right: (clip.right - left) / frame.scaleX, bottom: (clip.bottom - top) / frame.scaleY},
    {left: 0, top: 0, right: inner.documentElement.clientWidth || el.clientWidth,
      bottom: inner.defaultView.innerHeight});
    walkDocument(inner, frame, seen, at.depth);
  }
  function frameDepth(frame) {
    var depth = 0;
    for (; frame; frame = frame.parent) {
      depth++;
    }
    return depth;
  }
  function walkDocument(doc, frame, view, depth) {
    var at = {frame: frame, clip: view, fixed: view, placed: view, depth: depth, named: false};
    var top = doc.scrollingElement || doc.documentElement;
    var hides = /hidden|clip/;
    var style = top ? styleOf(top) : null;
    var tall = top && top.scrollHeight > top.clientHeight + 1 && !hides.test(style.overflowY);
    var wide = top && top.scrollWidth > top.clientWidth + 1 && !hides.test(style.overflowX);
    if ((tall || wide) && add(at, tall ? 'scroll' : 'hscroll', F.enabled | F.scroll, view, {})) {
      at.depth++;
    }
    if (doc.documentElement) {
      walk(doc.documentElement, at);
    }
  }
  function clipOf(el, style, at) {
    var top = matches(el, ':modal') || matches(el, ':popover-open');
    return top || style.position === 'fixed' ? at.fixed : style.position === 'absolute' ? at.placed : at.clip;
  }
  function inside(el, style, rect, at, clip, depth) {
    var cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    var root = /^(html|body)$/.test(el.localName); // the viewport takes theirs over
    var inner = cuts && !root && !/^inline$/.test(style.display) ? meet(clip, rect) : clip;
    var placed = style.position !== 'static' || style.transform !== 'none';
    return {frame: at.frame, clip: inner, fixed: at.fixed, placed: placed ? inner : at.placed,
      depth: depth, named: at.named};
  }
  // Text beside other elements, with what only dresses it up.
  function addRun(el, first, last, at, style) {
    var range = el.ownerDocument.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    addText(el, range, at, at.clip, style, line(range.toString()));
  }
  function walkChildren(el, at, style) {
    var list = childrenOf(el);
    var first = null;
    var last = null;
    var shows = !at.named && style.visibility === 'visible';
    for (var i = 0; i < list.length; i++) {
      var node = list[i];
      var text = node.nodeType === 3 && /\S/.test(node.data);
      if (shows && (text || (node.nodeType === 1 && !UNSEEN.test(node.localName) && isPlainAll(node)))) {
        first = first || node;
        last = node;
      } else if (node.nodeType === 1) {
        if (first) {
          addRun(el, first, last, at, style);
        }
        first = null;
        walk(node, at);
      }
    }
    if (first) {
      addRun(el, first, last, at, style);
    }
  }
  function isLate() {
    return g.performance.now() - began > TIME_MAX_MS;
  }
  function walk(el, at) {
    if (UNSEEN.test(el.localName) || attribute(el, 'aria-hidden') === 'true' || el.hasAttribute('inert')) {
      return;
    }
    if (isLate()) {
      out.omitted++;
      return;
    }
    var style = styleOf(el);
    if (style.display === 'none' || Number(style.opacity) === 0 || style.contentVisibility === 'hidden') {
      return;
    }
    var clip = clipOf(el, style, at);
    var rect = el.getBoundingClientRect();
    var box = meet(rect, clip);
    var seen = style.visibility === 'visible' && !isEmpty(box);
    var role = roleOf(el);
    if (seen && /^(iframe|frame)$/.test(el.localName)) {
      if (isFree(el, box, at.frame, style)) {
        enterFrame(el, at, clip);
      }
    } else if (role) {
      walkControl(el, role, at, style, rect, clip, seen);
    } else {
      walkContent(el, at, style, rect, clip, seen);
    }
  }
  function walkControl(el, role, at, style, rect, clip, seen) {
    var box = meet(rect, clip);
    if (seen && isFree(el, box, at.frame, style)) {
      addControl(el, role, at, box, '');
    }
    // what is named by its content may hold other controls
    if (!/^(input|select|textarea)$/.test(el.localName) && role !== 'field' && el.querySelector(CONTROLS)) {
      var within = inside(el, style, rect, at, clip, at.depth + 1);
      within.named = true;
      walkChildren(el, within, style);
    }
  }
  function walkContent(el, at, style, rect, clip, seen) {
    var box = meet(rect, clip);
    var depth = at.depth;
    var scroller = scrolls(el, style);
    var label = el.localName === 'label' && el.control ? el.control : null;
    var within = inside(el, style, rect, at, clip, depth);
    if (label && seen && /^(checkbox|radio|file)$/.test(label.type) && !isDrawn(label)) {
      addControl(label, inputRole(label), at, box, '');
      return;
    }
    if (label && isDrawn(label) && nameOf(label, false) === line(labelsOf(label))) {
      within.named = true; // its control says it
    }
    if (seen && scroller) {
      within.depth += add(at, scroller, F.enabled | F.scroll, box, {label: line(attribute(el, 'aria-label')), id: idOf(el)}) ? 1 : 0;
    } else if (seen && !at.named && !label && isClicked(el, style) && isFree(el, box, at.frame, style)) {
      if (!el.querySelector(CONTROLS)) {
        add(at, 'view', flagsOf(el, 'view'), box, {label: nameOf(el, true), id: idOf(el)});
        return;
      }
      within.depth += add(at, 'view', flagsOf(el, 'view'), box, {label: nameOf(el, false), id: idOf(el)}) ? 1 : 0;
    }
    if (seen && !at.named && addLeaf(el, at, box, style)) {
      return;
    }
    if (seen && !within.named && !scroller && isTextRun(el)) {
      addText(el, el, within, within.clip, style, el.innerText);
      return;
    }
    walkChildren(el, within, style);
  }
  // Pictures and bars. Returns whether it was one.
  function addLeaf(el, at, box, style) {
    var tag = el.localName;
    var role = attribute(el, 'role');
    if (tag === 'progress' || tag === 'meter' || role === 'progressbar') {
      var now = el.position >= 0 ? Math.round(el.position * 100) + ' %' : attribute(el, 'aria-valuenow');
      if (isFree(el, box, at.frame, style)) {
        add(at, 'progress', F.enabled, box, {label: nameOf(el, false), state: line(now), id: idOf(el)});
      }
      return true;
    }
    if (tag !== 'img' && tag !== 'svg' && role !== 'img') {
      return false;
    }
    var name = nameOf(el, false) || (tag === 'svg' ? line((el.querySelector('title') || {}).textContent) : '');
    if (name && isFree(el, box, at.frame, style)) {
      add(at, 'image', F.enabled, box, {label: name, id: idOf(el)});
    }
    return true;
  }

  g.__agentestPath = function () {
    return pathOf(g);
  };
  // place: of a frame of another site, as its parent's answer has it.
  g.__agentestPage = function (place) {
    var doc = g.document;
    var view = g.visualViewport || {offsetLeft: 0, offsetTop: 0, width: g.innerWidth, height: g.innerHeight};
    var rect = {left: view.offsetLeft, top: view.offsetTop,
      right: view.offsetLeft + view.width, bottom: view.offsetTop + view.height};
    var top = {element: null, parent: null, left: 0, top: 0, scaleX: 1, scaleY: 1};
    if (place) {
      top = {element: null, parent: null, left: place[3], top: place[4],
        scaleX: place[5] - place[3] || 1, scaleY: place[6] - place[4] || 1};
      rect = meet({left: 0, top: 0, right: g.innerWidth, bottom: g.innerHeight},
        {left: (place[7] - top.left) / top.scaleX, top: (place[8] - top.top) / top.scaleY,
          right: (place[9] - top.left) / top.scaleX, bottom: (place[10] - top.top) / top.scaleY});
    }
    out = {rows: [], frames: [], chars: 0, omitted: 0, closed: 0};
    began = g.performance.now();
    if (doc.visibilityState !== 'hidden') {
      walkDocument(doc, top, rect, place ? place[2] : 0);
    }
    var answer = JSON.stringify({v: 1, hidden: doc.visibilityState === 'hidden',
      left: view.offsetLeft, top: view.offsetTop, width: view.width, height: view.height,
      omitted: out.omitted, closed: out.closed, frames: out.frames, rows: out.rows});
    out = null;
    return answer;
  };
  return 'new';
})(typeof globalThis === 'object' ? globalThis : this);
