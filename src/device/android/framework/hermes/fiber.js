// fiber.js: the components of a React Native screen, and their places
//
// Injected once into the runtime; __agentestNames.start() walks the mounted fibers and begins to
// measure them. Measuring answers by callbacks: while one is outstanding, start() returns "wait",
// and the last calls the binding __agentestWake. take() returns what has been measured. ES5:
// Hermes before its first version compiles little more. Props and types are the app's, and
// reading them may throw.
(function (g) {
  'use strict';
  if (g.__agentestNames && g.__agentestNames.v === 2) {
    return 'there';
  }
  var WALK_MAX = 20000;
  var WALK_MS = 40; // the app's own thread waits
  var KEPT_MAX = 600;
  var TEXT_MAX = 80;
  var HOST = 5;
  var OFFSCREEN = 22;
  var LEGACY_HIDDEN = 23;

  // Wrappers whose names say nothing about their content.
  var SKIPPED = new RegExp('^(' + [
    'View', 'Text', 'TextImpl', 'Image', 'ImageBackground', 'Pressable',
    'Touchable\\w*', 'Animated\\w*', 'AnimatedComponent\\(?.*', 'Svg\\w*', 'Path', 'G',
    'Circle', 'Rect', 'Line', 'Poly\\w+', 'Ellipse', 'Defs', 'Use', 'Mask', 'Shape',
    'RCT\\w*', 'RNSVG\\w*', 'RN[A-Z]\\w*', 'Forward_?Ref.*', 'Memo.*', 'Anonymous',
    'Unknown', 'Component', 'Fragment', 'Suspense', 'StrictMode', 'Profiler',
    'Styled\\(?.*', 'With[A-Z]\\w*', 'with[A-Z]\\w*\\(?.*', '\\w*Context\\w*',
    '\\w*Provider', '\\w*Consumer', '\\w*Boundary', '\\w*Wrapper', '\\w*Container',
    'Virtualized\\w*', 'CellRenderer', 'FlatList\\w*', 'SectionList\\w*', 'ScrollView\\w*',
    'FlashList\\w*', 'KeyboardAvoidingView', 'SafeArea\\w*', 'GestureDetector',
    'GestureHandler\\w*', '\\w*GestureHandler', 'PlatformPressable', 'Screen\\w*',
    'MaybeScreen\\w*', 'ScreenStack\\w*', 'Route\\w*', 'AppRegistry', 'AppContainer\\w*',
    'Root', 'App', 'Lucide\\w*', 'Icon', 'createIconSet\\w*', 'NativeView\\w*',
    '_\\w*', '\\w{1,2}'
  ].join('|') + ')$');
  // Words that only name a kind of thing: better than nothing.
  var KINDS = new RegExp('^(' + [
    'Button', 'Btn', 'Icon', 'Icons', 'Touchable', 'Pressable', 'Item', 'Row', 'Cell',
    'Card', 'List', 'View', 'Box', 'Link', 'Control', 'Tile', 'Base', 'Custom', 'My',
    'Ui', 'UI', 'Native', 'Image', 'Surface', 'Stack', 'Flex', 'Paper', 'Themed',
    'Default', 'Common', 'Generic', 'Core', 'Group', 'Impl'
  ].join('|') + ')$');
  var ICON_SETS = /icon|feather|awesome|entypo|antdesign|octicon|foundation|zocial|glyph|symbol/i;
  var PRESSED_TYPES = /TextInput|Switch|Slider|CheckBox|HandlerButton|Picker/;
  var PICTURE_TYPES = /Svg|Image|Icon|RCTText|Lottie/;

  // Replace half a surrogate pair: it is not a character and has no UTF-8 form.
  function whole(text) {
    return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF]/g, function (found) {
      return found.length === 2 ? found : '\uFFFD';
    });
  }
  function short(text) {
    if (typeof text !== 'string') {
      return '';
    }
    var trimmed = text.trim();
    var cuts = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(trimmed.slice(TEXT_MAX - 1, TEXT_MAX + 1));
    return whole(trimmed.slice(0, cuts ? TEXT_MAX - 1 : TEXT_MAX));
  }
  function nameOf(type) {
    if (!type || typeof type === 'string') {
      return '';
    }
    var inner = typeof type === 'function' ? null : type.render || type.type;
    return short(type.displayName || type.name ||
      (inner ? nameOf(inner) : ''));
  }
  // 0: says nothing; 1: a kind of thing; 2: this thing.
  function worth(name) {
    if (!name || SKIPPED.test(name)) {
      return 0;
    }
    var words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) || [];
    return words.every(function (word) { return KINDS.test(word); }) ? 1 : 2;
  }
  function iconOf(name, props) {
    if (typeof props.iconName === 'string') {
      return short(props.iconName);
    }
    if (typeof props.icon === 'string') {
      return short(props.icon);
    }
    var draws = ICON_SETS.test(name) || props.size !== undefined || props.color !== undefined;
    return draws && typeof props.name === 'string' ? short(props.name) : '';
  }
  function labelOf(props) {
    return short(props['aria-label']) || short(props.accessibilityLabel);
  }
  // Return true if accessibility hides it too, or if it is not shown at all.
  function isHidden(fiber) {
    var props = fiber.memoizedProps || {};
    if (fiber.tag === OFFSCREEN || fiber.tag === LEGACY_HIDDEN) {
      return fiber.memoizedState !== null && fiber.memoizedState !== undefined ||
        props.mode === 'hidden';
    }
    if (fiber.tag !== HOST) {
      return false;
    }
    return props['aria-hidden'] === true || props.activityState === 0 ||
      props.importantForAccessibility === 'no-hide-descendants' ||
      flat(props.style).display === 'none';
  }
  function flat(style) {
    if (!(style instanceof Array)) {
      return style || {};
    }
    var display;
    style.forEach(function (part) {
      display = flat(part).display || display;
    });
    return {display: display};
  }
  function takesInput(type, props) {
    if (/Scroll/.test(type) || type === 'RCTVirtualText') {
      return false;
    }
    return typeof props.onClick === 'function' || typeof props.onPress === 'function' ||
      typeof props.onResponderRelease === 'function' || props.focusable === true ||
      /^(button|link|checkbox|switch|radio|tab|menuitem|imagebutton|togglebutton)$/.test(
        props.accessibilityRole || props.role || '') ||
      PRESSED_TYPES.test(type);
  }

  // The facts known above a fiber: the element it is drawn in, and the components that consist of
  // it alone (own) or are drawn in the element (inner).
  function below(fiber, above) {
    var props = fiber.memoizedProps || {};
    var name = nameOf(fiber.type);
    var rank = worth(name);
    var icon = typeof props === 'object' ? iconOf(name, props) : '';
    var alone = !(fiber.child && fiber.child.sibling);
    var own = alone ? above.own : null;
    if (alone && rank > 0 && (!own || rank >= own.rank)) {
      own = {name: name, rank: rank};
    }
    return {
      element: above.element,
      stack: above.stack,
      own: own,
      ownLabel: alone ? labelOf(props) || short(props.title) || short(props.label) ||
        above.ownLabel : '',
      inner: rank > 0 && (!above.inner || rank >= above.inner.rank)
        ? {name: name, rank: rank} : above.inner,
      icon: icon || above.icon
    };
  }
  function visit(fiber, above, out) {
    var props = fiber.memoizedProps || {};
    var type = String(fiber.type);
    var presses = takesInput(type, props);
    var id = short(props.testID);
    var label = labelOf(props) || (PRESSED_TYPES.test(type) ? short(props.placeholder) : '') ||
      short(props.alt);
    var element = above.element;
    if (element && !presses) {
      var inner = above.icon || (above.inner && above.inner.rank > 1 ? above.inner.name : '');
      element.inner = element.inner || inner;
      element.innerLabel = element.innerLabel ||
        (PICTURE_TYPES.test(type) ? label : '');
    }
    var draws = PICTURE_TYPES.test(type) && !element &&
      (above.icon || (above.inner && above.inner.rank > 1));
    if (presses || id || label || draws) {
      var item = {
        fiber: fiber, id: id, label: label || (presses ? above.ownLabel : ''),
        own: presses ? above.own : draws ? above.inner : null,
        inner: above.icon, innerLabel: '', rect: null
      };
      out.push(item);
      element = presses ? item : element;
    }
    return {
      element: element, stack: stackOf(type, above.stack), own: null,
      ownLabel: '', inner: presses ? null : above.inner, icon: presses ? '' : above.icon
    };
  }
  // react-native-screens keeps the covered screens in a stack, and measures them too: the last is
  // in front, and a transparent one covers nothing.
  function isScreen(type) {
    return /^RNS(Modal)?Screen$/.test(type);
  }
  function stackOf(type, above) {
    return type === 'RNSScreenStack' ? {covered: false} : isScreen(type) ? null : above;
  }
  function isCovered(fiber, stack) {
    if (!stack || fiber.tag !== HOST || !isScreen(String(fiber.type))) {
      return false;
    }
    var covered = stack.covered;
    var props = fiber.memoizedProps || {};
    stack.covered = covered || !/transparent|sheet/i.test(props.stackPresentation || '');
    return covered;
  }
  // The facts known below a fiber; null: nothing below it shows. A fiber that throws adds
  // nothing.
  function look(fiber, above, out) {
    try {
      if (isHidden(fiber) || isCovered(fiber, above.stack)) {
        return null;
      }
      if (fiber.tag === HOST) {
        return visit(fiber, above, out);
      }
      return fiber.type || (fiber.child && fiber.child.sibling) ? below(fiber, above) : above;
    } catch (e) {
      return above;
    }
  }
  // Push the children that the walk takes next. All children of a stack are pushed, the last on
  // top; of other children only the first, which leads to the next.
  function enter(fiber, here, fibers, known) {
    for (var it = fiber.child; it && fibers.length < WALK_MAX; it = here.stack ? it.sibling : null) {
      fibers.push(it);
      known.push(here);
    }
  }
  // Walk without recursion, and along child and sibling only: the stack is the app's, and return
  // may lead into the tree that is not current.
  function walk(top, mine) {
    var out = mine.items;
    var fibers = [top];
    var known = [{element: null, stack: null, own: null, ownLabel: '', inner: null, icon: ''}];
    var began = Date.now();
    var count = 0;
    while (fibers.length > 0) {
      if (count++ >= WALK_MAX || out.length >= KEPT_MAX ||
          (count % 500 === 0 && Date.now() - began > WALK_MS)) {
        mine.cut = true;
        break;
      }
      var fiber = fibers.pop();
      var above = known.pop();
      if (fiber.sibling && fiber !== top && !above.stack) {
        fibers.push(fiber.sibling);
        known.push(above);
      }
      var here = look(fiber, above, out);
      if (here && fiber.tag === HOST) {
        mine.walked++;
      }
      if (here) {
        enter(fiber, here, fibers, known);
      }
    }
  }

  // Supports both architectures; in the newer one the public instance is made late, or never.
  function measure(fiber, done) {
    var instance = fiber.stateNode || {};
    var canonical = instance.canonical || {};
    var open = canonical.publicInstance || canonical;
    var native = g.nativeFabricUIManager;
    if (typeof instance.measureInWindow === 'function') {
      instance.measureInWindow(done);
    } else if (typeof open.measureInWindow === 'function') {
      open.measureInWindow(done);
    } else if (instance.node && native && typeof native.measureInWindow === 'function') {
      native.measureInWindow(instance.node, done);
    } else if (typeof open.getBoundingClientRect === 'function') {
      var rect = open.getBoundingClientRect();
      done(rect.x, rect.y, rect.width, rect.height);
    } else {
      done();
    }
  }
  // Pixels of a dp, as the app reports it; 0: unknown.
  function scale() {
    try {
      var proxy = g.nativeModuleProxy;
      var module = typeof g.__turboModuleProxy === 'function'
        ? g.__turboModuleProxy('DeviceInfo') : null;
      module = module || proxy && proxy.DeviceInfo;
      var constants = module.getConstants ? module.getConstants() : module;
      return Number(constants.Dimensions.windowPhysicalPixels.scale) || 0;
    } catch (e) {
      return 0;
    }
  }

  var run = null; // the newest walk

  function answer() {
    var items = run.items.filter(function (item) { return item.rect; });
    return JSON.stringify({
      v: 2, walked: run.walked, kept: items.length, cut: run.cut, scale: scale(),
      items: items.map(function (item) {
        var own = item.own;
        var component = own && own.rank > 1 ? own.name
          : item.inner || (own ? own.name : '');
        return item.rect.concat([item.id, item.label || item.innerLabel, component]);
      })
    });
  }
  function isNumber(value) {
    return typeof value === 'number' && isFinite(value);
  }
  function begin(item, mine) {
    var asked = true;
    function done(x, y, width, height) {
      if (!asked) {
        return;
      }
      asked = false;
      var rect = [x, y, width, height];
      if (rect.every(isNumber) && width > 0 && height > 0) {
        item.rect = rect;
      }
      if (--mine.left === 0 && mine.waits && mine === run) {
        try {
          g.__agentestWake('names');
        } catch (e) { /* it is asked for */ }
      }
    }
    mine.left++;
    try {
      measure(item.fiber, done);
    } catch (e) {
      done();
    }
  }
  function start() {
    var hook = g.__REACT_DEVTOOLS_GLOBAL_HOOK__;
    var mine = {items: [], walked: 0, cut: false, left: 0, waits: false};
    run = mine;
    try {
      hook.renderers.forEach(function (renderer, id) {
        hook.getFiberRoots(id).forEach(function (root) { walk(root.current, mine); });
      });
    } catch (e) { /* there is no React, or none that is known: what was found stays */ }
    mine.items.forEach(function (item) { begin(item, mine); });
    if (mine.left === 0) {
      return answer();
    }
    mine.waits = true;
    return 'wait';
  }
  g.__agentestNames = {
    v: 2,
    start: start,
    take: function () { return run ? answer() : 'absent'; },
    isReady: function () { return run && run.left === 0 ? 'ready' : 'wait'; }
  };
  return 'new';
})(typeof globalThis === 'object' ? globalThis : this);
