// display.js: values as text, in the form in which Maestro shows them
//
// Strings stand alone at the top and quoted inside; 20 elements and three
// levels are shown. tests/unit/maestro/script_display_test.c has the cases.
// A promise's state cannot be asked for, so a first round listens to it:
// display() returns undefined then, and is called again after the jobs.
const { is, prototype: { toString: tagOf } } = Object;
const { ownKeys, getOwnPropertyDescriptor, apply, construct } = Reflect;
const { stringify } = JSON;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const text = String;
const words = RegExp.prototype[Symbol.replace];
const promises = new WeakMap();
const MAX_ITEMS = 20;
const MAX_DEPTH = 3;
const proxies = new WeakMap();
let listening = false;

// Takes a method, or a getter, from its prototype before a script can change it.
const method = (Class, name) => {
    const { value, get } = getOwnPropertyDescriptor(Class.prototype, name);
    return (self, ...args) => apply(value ?? get, self, args);
};
const iso = method(Date, 'toISOString');
const time = method(Date, 'getTime');
const mapSize = method(Map, 'size');
const setSize = method(Set, 'size');
const mapEach = method(Map, 'forEach');
const setEach = method(Set, 'forEach');
const source = method(Function, 'toString');
const symbolText = method(Symbol, 'toString');
const join = method(Array, 'join');
const push = method(Array, 'push');
const get = method(WeakMap, 'get');
const set = method(WeakMap, 'set');
const then = method(Promise, 'then');
const slice = method(String, 'slice');
const regexText = method(RegExp, 'toString');
const primitives = {
    String: method(String, 'valueOf'),
    Number: method(Number, 'valueOf'),
    Boolean: method(Boolean, 'valueOf'),
    BigInt: method(BigInt, 'valueOf'),
};
const typedName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), Symbol.toStringTag).get;

// Runs a getter that throws for another class's object.
const works = (call, value) => {
    try {
        call(value);
        return true;
    } catch {
        return false;
    }
};

const limited = (items, count) => {
    if (count > MAX_ITEMS) push(items, '...');
    return join(items, ', ');
};

// A key's own spelling, without quotes.
const keyText = (key) => (typeof key === 'symbol' ? symbolText(key) : key);

const propertyText = (object, key, depth) => {
    const property = getOwnPropertyDescriptor(object, key);
    if (!property) return undefined;
    const value = 'value' in property ? show(property.value, depth + 1, object) : 'accessor';
    return `${keyText(key)}: ${value}`;
};

const showProperties = (object, depth) => {
    const items = [];
    const keys = ownKeys(object);
    for (let i = 0; i < keys.length && i < MAX_ITEMS; i++) push(items, propertyText(object, keys[i], depth));
    return `{${limited(items, keys.length)}}`;
};

const isIndex = (key) => typeof key === 'string' && text(key >>> 0) === key && key >>> 0 !== 0xffffffff;

const showElements = (array, depth) => {
    const items = [];
    const keys = ownKeys(array);
    let next = 0;
    let count = 0;
    const skip = (to) => {
        if (to > next) push(items, to - next === 1 ? 'empty' : `empty \u00d7 ${to - next}`);
    };
    let i = 0;
    for (; i < keys.length && isIndex(keys[i]) && count < MAX_ITEMS; i++, count++) {
        const at = keys[i] >>> 0;
        skip(at);
        push(items, show(getOwnPropertyDescriptor(array, keys[i]).value, depth + 1, array));
        next = at + 1;
    }
    if (i < keys.length && isIndex(keys[i])) return `[${join(items, ', ')}, ...]`;
    skip(array.length);
    for (; i < keys.length; i++) if (keys[i] !== 'length') push(items, propertyText(array, keys[i], depth));
    return `[${join(items, ', ')}]`;
};

const showArray = (array, depth) => {
    if (depth >= MAX_DEPTH && array.length > 0) return `Array(${array.length})`;
    const count = depth === 0 && array.length > 1 ? `(${array.length})` : '';
    return count + showElements(array, depth);
};

const showTyped = (array, depth) => {
    const name = apply(typedName, array, []);
    const items = [];
    if (depth >= MAX_DEPTH && array.length > 0) return `${name}(${array.length})`;
    for (let i = 0; i < array.length && i < MAX_ITEMS; i++) push(items, show(array[i], depth + 1, array));
    const count = depth === 0 && array.length > 1 ? `(${array.length})` : '';
    return `${name}${count}[${limited(items, array.length)}]`;
};

const showMap = (map, depth) => {
    const items = [];
    const name = `Map(${mapSize(map)})`;
    if (depth >= MAX_DEPTH || mapSize(map) === 0) return name;
    mapEach(map, (value, key) => push(items, `${show(key, depth + 1, map)} => ${show(value, depth + 1, map)}`));
    return `${name}{${join(items, ', ')}}`;
};

const showSet = (set, depth) => {
    const items = [];
    const name = `Set(${setSize(set)})`;
    if (depth >= MAX_DEPTH || setSize(set) === 0) return name;
    setEach(set, (value) => push(items, show(value, depth + 1, set)));
    return `${name}{${join(items, ', ')}}`;
};

const showError = (error) => {
    const name = error.name === undefined ? 'Error' : text(error.name);
    const message = error.message === undefined ? '' : text(error.message);
    return name && message ? `${name}: ${message}` : name || message;
};

const showFunction = (fn, depth) => {
    if (depth >= MAX_DEPTH) return `function ${text(fn.name)}() {...}`;
    return apply(words, /\{\s*\[native code\]\s*\}$/, [source(fn), '{ [native code] }']);
};

const showPromise = (promise, depth) => {
    let state = get(promises, promise);
    if (depth >= MAX_DEPTH) return 'Promise{...}';
    if (!state) {
        state = { status: 'pending', value: undefined };
        set(promises, promise, state);
        const settle = (status) => (value) => {
            state.status = status;
            state.value = value;
        };
        then(promise, settle('resolved'), settle('rejected'));
        listening = true;
    }
    const value = show(state.value, depth + 1, promise);
    return `Promise{[[PromiseStatus]]: "${state.status}", [[PromiseValue]]: ${value}}`;
};

// A proxy cannot be told from its target, so each is noted when it is made.
const noted = (Class, args) => {
    const proxy = construct(Class, args);
    set(proxies, proxy, [args[0], args[1]]);
    return proxy;
};
const showProxy = (proxy, depth) => {
    const [target, handler] = get(proxies, proxy);
    return `Proxy(${show(target, depth + 1, proxy)}, ${show(handler, depth + 1, proxy)})`;
};

const showPrimitive = (object, name, depth) => {
    const shown = name === 'BigInt' ? 'Object' : name;
    if (depth >= MAX_DEPTH) return `${shown}{...}`;
    return `${shown}{[[PrimitiveValue]]: ${show(primitives[name](object), depth + 1, object)}}`;
};

// Classes whose objects show nothing of theirs, by the name that the language
// gives them.
const closed = {
    __proto__: null,
    WeakMap: 'WeakMap',
    WeakSet: 'WeakSet',
    WeakRef: '[WeakRef]',
    FinalizationRegistry: '[FinalizationRegistry]',
    Symbol: '[Symbol]',
    ArrayBuffer: 'ArrayBuffer{}',
    DataView: 'DataView{}',
    Generator: 'Generator{}',
    AsyncGenerator: 'AsyncGenerator{}',
    'Array Iterator': 'Array Iterator{}',
    'Map Iterator': 'Map Iterator{}',
    'Set Iterator': 'Set Iterator{}',
    'String Iterator': 'String Iterator{}',
};

const showTagged = (object, depth) => {
    const tag = slice(apply(tagOf, object, []), 8, -1);
    const own = getOwnPropertyDescriptor(object, Symbol.toStringTag);
    if (own) return showProperties(object, depth);
    if (tag in primitives && works(primitives[tag], object)) return showPrimitive(object, tag, depth);
    if (tag === 'Map' && works(mapSize, object)) return showMap(object, depth);
    if (tag === 'Set' && works(setSize, object)) return showSet(object, depth);
    if (tag === 'Error') return showError(object);
    if (tag === 'RegExp' && works(regexText, object)) return regexText(object);
    if (tag === 'Promise') return showPromise(object, depth);
    return slice(tag, 0, 5) === 'Intl.' ? `${slice(tag, 5)}{}` : closed[tag];
};

const showObject = (object, depth) => {
    if (isArray(object)) return showArray(object, depth);
    if (isView(object) && apply(typedName, object, [])) return showTyped(object, depth);
    if (works(time, object)) return is(time(object), NaN) ? 'Invalid Date' : iso(object);
    const tagged = showTagged(object, depth);
    if (tagged !== undefined) return tagged;
    const name = object === globalThis ? 'global' : '';
    if (depth >= MAX_DEPTH) return `${name}{...}`;
    return name + showProperties(object, depth);
};

function show(value, depth, parent) {
    if (value !== undefined && value !== null && value === parent) return '(this)';
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (isObject && get(proxies, value)) return showProxy(value, depth);
    switch (typeof value) {
        case 'string':
            return depth === 0 ? value : stringify(value);
        case 'number':
            return is(value, -0) ? '-0' : text(value);
        case 'bigint':
            return `${value}n`;
        case 'symbol':
            return symbolText(value);
        case 'function':
            return showFunction(value, depth);
        case 'object':
            return value === null ? 'null' : showObject(value, depth);
        default:
            return text(value);
    }
}

const display = (value) => {
    listening = false;
    const shown = show(value, 0, undefined);
    return listening ? undefined : shown;
};
