// page_dom.js: how a document that is not trusted is read, for page.js
//
// A form's field named "id" or "parentNode" hides the form's own member, and a form named
// "activeElement" the document's, in every world. So members are taken from prototypes.
(function (g) {
  'use strict';
  var LABEL_MAX = 1000;
  var STEPS_MAX = 10000; // more levels no page has
  var RULES_MAX = 5000;
  var SELECTOR_MAX = 20000; // nested rules multiply their parents' selectors
  var SHEETS_MAX_MS = 40; // of the sheets of a document that are new
  var WRITES = /[^"'\s*:\u2000-\u2bff\ue000-\uf8ff]/; // content that is more than decoration
  var known = new WeakMap(); // of a style sheet: what is known, as long as it has as many rules
  var documents = new WeakMap();

  function get(node, name) {
    return Reflect.get(Object.getPrototypeOf(node), name, node);
  }
  function call(node, name, first, second) {
    var method = get(node, name);
    return typeof method === 'function' ? method.call(node, first, second) : undefined;
  }
  function tagOf(el) {
    return get(el, 'localName');
  }
  function attribute(el, name) {
    return call(el, 'getAttribute', name) || '';
  }
  function has(el, name) {
    return call(el, 'hasAttribute', name) === true;
  }
  function matches(el, selector) {
    try {
      return call(el, 'matches', selector);
    } catch (e) {
      return false; // an older browser does not know it
    }
  }
  function viewOf(el) {
    return get(get(el, 'ownerDocument'), 'defaultView');
  }
  function styleOf(el, pseudo) {
    return viewOf(el).getComputedStyle(el, pseudo);
  }
  function rectOf(el) {
    return call(el, 'getBoundingClientRect');
  }
  function childrenOf(el) {
    var shadow = get(el, 'shadowRoot');
    if (shadow) {
      return shadow.childNodes;
    }
    if (tagOf(el) === 'slot') {
      var assigned = call(el, 'assignedNodes') || [];
      return assigned.length ? assigned : get(el, 'childNodes');
    }
    if (tagOf(el) === 'details' && !has(el, 'open')) {
      return Array.prototype.filter.call(get(el, 'children'), function (child) {
        return tagOf(child) === 'summary';
      }).slice(0, 1);
    }
    return get(el, 'childNodes');
  }
  // The parent in what is drawn.
  function up(node) {
    return get(node, 'assignedSlot') || get(node, 'parentNode') ||
      (get(node, 'nodeType') === 11 && get(node, 'host')) || null;
  }
  function isIn(node, top) {
    var it = node;
    for (var steps = 0; it && steps < STEPS_MAX; steps++) {
      if (it === top) {
        return true;
      }
      it = up(it);
    }
    return false;
  }
  function rangeOf(first, last) {
    var range = call(get(first, 'ownerDocument'), 'createRange');
    range.setStartBefore(first);
    range.setEndAfter(last);
    return range;
  }
  function contentRange(el) {
    var range = call(get(el, 'ownerDocument'), 'createRange');
    range.selectNodeContents(el);
    return range;
  }

  function meet(a, b) {
    return {left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)};
  }
  function isEmpty(r) {
    return !(r.right - r.left >= 1 && r.bottom - r.top >= 1);
  }

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

  // Selectors of the rules that place elements on the screen. A nested rule's & is its
  // parent's selector.
  function scanRules(rules, parent, found) {
    for (var i = 0; i < rules.length && found.rules < RULES_MAX; i++) {
      var rule = rules[i];
      var selector = rule.selectorText && parent
        ? rule.selectorText.replace(/&/g, ':is(' + parent + ')') : rule.selectorText;
      found.rules++;
      if (parent && selector && selector.length > SELECTOR_MAX) {
        found.whole = false;
        continue;
      }
      found.writes = found.writes || (selector && WRITES.test(rule.style.content) && !/^(none|normal)$/.test(rule.style.content));
      if (selector && /fixed|sticky|var\(/.test(rule.style.position)) {
        found.selectors.push(selector.replace(/::?(before|after)\b/g, ''));
      }
      if (rule.cssRules && rule.cssRules.length > 0) {
        scanRules(rule.cssRules, selector || parent, found);
      } else if (rule.styleSheet) { // what @import names
        scanRules(rule.styleSheet.cssRules, '', found);
      }
    }
    found.whole = found.whole && i === rules.length;
  }
  function scanSheet(sheet) {
    var found = {rules: 0, selectors: [], whole: true, writes: false, length: -1};
    try {
      found.length = sheet.cssRules.length;
      var before = known.get(sheet);
      if (before && before.length === found.length) {
        return before;
      }
      if (!sheet.disabled) {
        scanRules(sheet.cssRules, '', found);
      }
    } catch (e) { // another site's
      found.whole = false;
    }
    known.set(sheet, found);
    return found;
  }
  // Read the style sheets of a document at the beginning of a reading. Sheets with an unchanged
  // number of rules are not read again.
  function readSheets(doc) {
    var all = {selectors: [], whole: true, writes: false};
    var ends = g.performance.now() + SHEETS_MAX_MS;
    [get(doc, 'styleSheets'), get(doc, 'adoptedStyleSheets')].forEach(function (list) {
      for (var i = 0; list && i < list.length; i++) {
        if (g.performance.now() > ends) {
          all.whole = false;
          all.writes = true;
          return;
        }
        var found = scanSheet(list[i]);
        all.whole = all.whole && found.whole;
        all.writes = all.writes || found.writes || !found.whole;
        all.selectors = all.selectors.concat(found.selectors);
      }
    });
    documents.set(doc, all);
  }
  function sheetsOf(doc) {
    return documents.get(doc) || {selectors: [], whole: false, writes: true};
  }

  g.__agentestParts = {get: get, call: call, tagOf: tagOf, attribute: attribute, has: has, matches: matches,
    viewOf: viewOf, styleOf: styleOf, rectOf: rectOf, childrenOf: childrenOf, up: up, isIn: isIn, rangeOf: rangeOf,
    contentRange: contentRange, meet: meet, isEmpty: isEmpty, clean: clean, line: line,
    readSheets: readSheets, sheetsOf: sheetsOf, numberOf: numberOf, pathOf: pathOf};
})(typeof globalThis === 'object' ? globalThis : this);
