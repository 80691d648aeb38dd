// page_words.js: what an element is to somebody who uses the page, for page.js
//
// Its role, name, value and states. The text of a password is never returned.
(function (g) {
  'use strict';
  var dom = g.__agentestParts;
  var get = dom.get;
  var call = dom.call;
  var tagOf = dom.tagOf;
  var attribute = dom.attribute;
  var styleOf = dom.styleOf;
  var line = dom.line;
  var SECRET_MAX = 256;
  var GENERATED_MAX = 10;
  var F = {click: 1, focusable: 2, focused: 4, checkable: 8, checked: 16, selected: 32,
    enabled: 64, password: 128, scroll: 256, heading: 512, invalid: 1024, expandable: 2048,
    collapsible: 4096, cut: 8192};
  var UNSEEN = /^(base|head|link|meta|noscript|option|optgroup|script|style|template|title)$/;
  var FIELD_TYPES = /^(text|email|search|tel|url|number|password|date|datetime-local|month|time|week)$/;
  var ROLES = {button: 'button', link: 'text', checkbox: 'check', menuitemcheckbox: 'check',
    radio: 'radio', menuitemradio: 'radio', 'switch': 'switch', tab: 'tab', textbox: 'field',
    searchbox: 'field', slider: 'slider', spinbutton: 'field', combobox: 'spinner',
    menuitem: 'button', option: 'view', treeitem: 'view'};

  // Text that the page shows as dots is a secret, whatever it is written in.
  function isMasked(style) {
    return (style.webkitTextSecurity || 'none') !== 'none';
  }
  function stars(text) {
    return '*'.repeat(Math.min(String(text || '').length, SECRET_MAX));
  }

  // The name by content: texts and the names of pictures, without what is hidden.
  function partOf(node, budget) {
    if (UNSEEN.test(tagOf(node)) || attribute(node, 'aria-hidden') === 'true' ||
        /^(select|textarea)$/.test(tagOf(node))) {
      return '';
    }
    var style = styleOf(node);
    if (style.display === 'none' || style.visibility !== 'visible') {
      return '';
    }
    var gap = /^inline/.test(style.display) ? '' : ' ';
    var own = attribute(node, 'aria-label') || attribute(node, 'alt');
    return gap + (own || contentOf(node, budget, isMasked(style))) + gap;
  }
  function contentOf(el, budget, masked) {
    var parts = [];
    var list = dom.childrenOf(el);
    for (var i = 0; i < list.length && budget.left > 0; i++) {
      var node = list[i];
      var type = get(node, 'nodeType');
      budget.left--;
      if (type === 3) {
        parts.push(masked ? stars(node.data) : node.data);
      } else if (type === 1) {
        parts.push(partOf(node, budget));
      }
    }
    return parts.join('');
  }
  function content(el) {
    return line(contentOf(el, {left: 300}, isMasked(styleOf(el))));
  }
  // The text that a style sheet writes before or after an element: '' if it only decorates.
  function generatedOf(el, pseudo) {
    var root = call(el, 'getRootNode');
    if (get(root, 'nodeType') === 9 && !dom.sheetsOf(root).writes) {
      return '';
    }
    var style = styleOf(el, pseudo);
    var content = style.content;
    if (/^(none|normal|)$/.test(content) || style.display === 'none' || style.visibility !== 'visible' ||
        Number(style.opacity) === 0 || isMasked(style) ||
        (/^(absolute|fixed)$/.test(style.position) && !(parseFloat(style.width) >= 2 && parseFloat(style.height) >= 2))) {
      return '';
    }
    var text = '';
    var over = false; // what follows a slash is for readers of screens
    content.replace(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|\//g, function (part, string, name) {
      over = over || part === '/';
      text += over ? '' : name ? attribute(el, name) : string.replace(/\\(.)/g, '$1');
    });
    return wordsOf(text).length > 0 ? line(text) : '';
  }
  function allGenerated(el) {
    return line(generatedOf(el, '::before') + ' ' + generatedOf(el, '::after'));
  }
  // The name of an element that has no other.
  function generatedName(el) {
    var inner = call(el, 'getElementsByTagName', '*');
    var name = allGenerated(el);
    for (var i = 0; i < inner.length && i < GENERATED_MAX && !name; i++) {
      name = allGenerated(inner[i]);
    }
    return name;
  }
  function svgTitle(el) {
    var title = call(el, 'querySelector', 'svg title');
    return title ? title.textContent : '';
  }
  function byIds(el, ids) {
    var root = call(el, 'getRootNode');
    return ids.split(/\s+/).slice(0, 8).map(function (id) {
      var other = id ? call(root, 'getElementById', id) : null;
      return other ? attribute(other, 'aria-label') || content(other) : '';
    }).join(' ');
  }
  function labelsOf(el) {
    return Array.prototype.map.call(get(el, 'labels') || [], content).join(' ');
  }
  function buttonValue(el) {
    var type = tagOf(el) === 'input' ? el.type : '';
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
      (byContent ? content(el) || line(svgTitle(el)) || generatedName(el) : '') || line(attribute(el, 'title'));
  }
  function wordsOf(text) {
    return text.toLowerCase().replace(/[\ud83c-\ud83e][\udc00-\udfff]/g, ' ')
      .split(/[\s!-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u2bff\ue000-\uf8ff\ufe00-\ufe0f]+/).filter(Boolean);
  }
  function holdsMasked(el) {
    return isMasked(styleOf(el)) || Array.prototype.some.call(call(el, 'getElementsByTagName', '*'), function (one) {
      return isMasked(styleOf(one));
    });
  }
  // The visible text of an element whose author gave it another name.
  function unsaidOf(el, name) {
    var given = attribute(el, 'aria-label') || attribute(el, 'aria-labelledby') || line(labelsOf(el)) || attribute(el, 'alt');
    if (!given || !name) {
      return '';
    }
    var seen = line(buttonValue(el) || get(el, 'innerText') || '');
    var said = wordsOf(name);
    var differs = wordsOf(seen).some(function (word) { return said.indexOf(word) < 0; });
    return differs && !holdsMasked(el) ? seen : '';
  }
  function idOf(el) {
    return dom.clean(get(el, 'id') || attribute(el, 'name') || attribute(el, 'data-testid'), 200);
  }

  function inputRole(el) {
    var type = el.type;
    return FIELD_TYPES.test(type) ? 'field' : type === 'checkbox'
      ? (attribute(el, 'role') === 'switch' || dom.has(el, 'switch') ? 'switch' : 'check')
      : type === 'radio' ? 'radio' : type === 'range' ? 'slider' : type === 'hidden' ? '' : 'button';
  }
  // '' if it only has content.
  function roleOf(el) {
    var tag = tagOf(el);
    if (tag === 'input') {
      return inputRole(el);
    }
    if (tag === 'textarea' || tag === 'select') {
      return tag === 'select' ? 'spinner' : 'field';
    }
    if (get(el, 'isContentEditable')) {
      var parent = get(el, 'parentElement');
      if (!parent || !get(parent, 'isContentEditable')) {
        return 'field';
      }
    }
    var role = ROLES[attribute(el, 'role').trim().split(/\s+/)[0]];
    if (role) {
      return role;
    }
    return tag === 'button' || tag === 'summary' ? 'button'
      : (tag === 'a' || tag === 'area') && (dom.has(el, 'href') || dom.has(el, 'xlink:href')) ? 'text' : '';
  }
  function isSecret(el, role) {
    return (tagOf(el) === 'input' && (el.type === 'password' ||
      /password|one-time-code|cc-csc/.test(attribute(el, 'autocomplete')))) ||
      (role === 'field' && isMasked(styleOf(el)));
  }
  // '', or which way it can be scrolled.
  function scrolls(el, style) {
    if (/^(textarea|input|select|html|body)$/.test(tagOf(el))) {
      return '';
    }
    var y = /auto|scroll/.test(style.overflowY) && get(el, 'scrollHeight') > get(el, 'clientHeight') + 1;
    var x = /auto|scroll/.test(style.overflowX) && get(el, 'scrollWidth') > get(el, 'clientWidth') + 1;
    return y ? 'scroll' : x ? 'hscroll' : '';
  }
  // Return true if the pointer cursor begins here, or the page has a handler for it.
  function isClicked(el, style) {
    if (/^(html|body|label|iframe)$/.test(tagOf(el))) {
      return false;
    }
    var parent = get(el, 'parentElement');
    var tab = attribute(el, 'tabindex');
    return dom.has(el, 'onclick') || (tab !== '' && Number(tab) >= 0 && !scrolls(el, style)) ||
      (style.cursor === 'pointer' && (!parent || styleOf(parent).cursor !== 'pointer'));
  }
  function aria(el, name, bit) {
    return attribute(el, 'aria-' + name) === 'true' ? bit : 0;
  }
  // Each document keeps an element that was active last; one of them has the focus.
  function isFocused(el) {
    var doc = get(el, 'ownerDocument');
    var active = get(doc, 'activeElement');
    for (var shadow = active && get(active, 'shadowRoot'); shadow && shadow.activeElement;) {
      active = shadow.activeElement;
      shadow = get(active, 'shadowRoot');
    }
    return active === el && call(doc, 'hasFocus') === true;
  }
  function flagsOf(el, role) {
    var disabled = dom.matches(el, ':disabled') || aria(el, 'disabled', 1);
    var checkable = /^(check|radio|switch)$/.test(role);
    var checked = tagOf(el) === 'input' ? el.checked : attribute(el, 'aria-checked') === 'true';
    var parent = get(el, 'parentElement');
    var expanded = attribute(el, 'aria-expanded') ||
      (tagOf(el) === 'summary' && parent ? String(dom.has(parent, 'open')) : '');
    return F.click | (disabled ? 0 : F.enabled | F.focusable) | (checkable ? F.checkable : 0) |
      (checkable && checked ? F.checked : 0) | aria(el, 'selected', F.selected) |
      aria(el, 'pressed', F.selected) | (isFocused(el) ? F.focused : 0) |
      aria(el, 'invalid', F.invalid) | (dom.matches(el, ':user-invalid') ? F.invalid : 0) |
      (expanded === 'true' ? F.collapsible : expanded === 'false' ? F.expandable : 0);
  }
  function valueOf(el, role) {
    var tag = tagOf(el);
    if (role === 'field') {
      return /^(input|textarea)$/.test(tag) ? String(el.value) : get(el, 'innerText') || '';
    }
    if (tag === 'select') {
      return Array.prototype.map.call(el.selectedOptions || [], function (one) {
        return line(one.label || one.textContent);
      }).slice(0, 10).join(', ');
    }
    if (role === 'spinner') {
      return tag === 'input' ? String(el.value) : content(el);
    }
    return '';
  }
  // The kind of a picture, a bar or a named part of a drawing; '' for any other element.
  function leafOf(el) {
    var tag = tagOf(el);
    var role = attribute(el, 'role').trim().split(/\s+/)[0];
    var part = get(el, 'ownerSVGElement') && (attribute(el, 'aria-label') || attribute(el, 'aria-labelledby'));
    return role === 'meter' || (tag === 'meter' && role !== 'progressbar') ? 'meter'
      : tag === 'progress' || tag === 'meter' || role === 'progressbar' ? 'progress'
        : tag === 'canvas' ? tag : tag === 'img' || tag === 'svg' || role === 'img' || part ? 'image' : '';
  }
  // Describe a meter: it measures, and never waits for anything.
  function measureOf(el) {
    var own = tagOf(el) === 'meter';
    var said = attribute(el, 'aria-valuetext');
    var value = own ? get(el, 'value') : attribute(el, 'aria-valuenow') || 'unknown';
    var min = own ? get(el, 'min') : attribute(el, 'aria-valuemin') || 0;
    var max = own ? get(el, 'max') : attribute(el, 'aria-valuemax') || 100;
    return (said ? said + ', ' : '') + value + ' of ' + min + ' to ' + max;
  }
  function stateOf(el, role) {
    var words = [];
    if (role === 'slider') {
      words.push(tagOf(el) === 'input' ? el.value : attribute(el, 'aria-valuetext') || attribute(el, 'aria-valuenow'));
    }
    if (get(el, 'indeterminate') || attribute(el, 'aria-checked') === 'mixed') {
      words.push('partly checked');
    }
    if (role === 'field' && get(el, 'readOnly')) {
      words.push('read only');
    }
    if (get(el, 'required') || aria(el, 'required', 1)) {
      words.push('required');
    }
    return words.join(', ');
  }

  dom.words = {F: F, UNSEEN: UNSEEN, isMasked: isMasked, stars: stars, labelsOf: labelsOf, nameOf: nameOf, unsaidOf: unsaidOf, idOf: idOf,
    inputRole: inputRole, roleOf: roleOf, isSecret: isSecret, scrolls: scrolls, isClicked: isClicked,
    flagsOf: flagsOf, valueOf: valueOf, stateOf: stateOf, generatedOf: generatedOf, leafOf: leafOf, measureOf: measureOf};
})(typeof globalThis === 'object' ? globalThis : this);
