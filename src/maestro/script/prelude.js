// prelude.js: Maestro's own objects, and how its scripts are evaluated
//
// The text of display.js and of this file is the body of a function of host
// and fakerOf that returns what the engine calls. host(kind, ...texts) hands a
// message to the runner: an array of texts comes back for 'http', nothing else
// waits. What is used after scripts have run was taken beforehand.
const now = Date.now;
const { defineProperty, deleteProperty } = Reflect;
const { create, keys: keysOf, getPrototypeOf } = Object;
const indexOf = method(Array, 'indexOf');
const splice = method(Array, 'splice');
const exec = method(RegExp, 'exec');
const split = method(String, 'split');
const startsWith = method(String, 'startsWith');
const lower = method(String, 'toLowerCase');
const repeat = method(String, 'repeat');
const { parse } = JSON;
const { ceil } = Math;

// The language's edition of 2024: what this engine has beyond it goes.
const later = [
    [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
    [
        getPrototypeOf(getPrototypeOf([].values())),
        'map filter take drop flatMap reduce toArray forEach some every find constructor',
    ],
    [Array, 'fromAsync'],
    [RegExp, 'escape'],
    [Promise, 'try'],
    [JSON, 'rawJSON isRawJSON'],
    [Math, 'sumPrecise f16round'],
    [Error, 'isError captureStackTrace'],
    [globalThis, 'WebAssembly Iterator Float16Array Temporal SuppressedError DisposableStack AsyncDisposableStack'],
];
for (const [object, names] of later) for (const name of split(names, ' ')) deleteProperty(object, name);

const line = (args) => {
    const parts = [];
    for (let i = 0; i < args.length; i++) push(parts, text(args[i]));
    return join(parts, ' ');
};

let indent = 0;
const counts = create(null);
const timers = create(null);
const say = (level, words) => {
    host('log', level, repeat('  ', indent) + words);
};
const labelOf = (label) => (label === undefined ? 'default' : text(label));
const console = {
    log: (...args) => say('log', line(args)),
    info: (...args) => say('info', line(args)),
    debug: (...args) => say('debug', line(args)),
    dir: (...args) => say('log', line(args)),
    error: (...args) => say('error', line(args)),
    warn: (...args) => say('warn', line(args)),
    assert: (condition, ...args) => {
        if (!condition) say('log', args.length ? `Assertion failed: ${line(args)}` : 'Assertion failed');
    },
    clear: () => {},
    count: (label) => {
        const name = labelOf(label);
        counts[name] = (counts[name] ?? 0) + 1;
        say('log', `${name}: ${counts[name]}`);
    },
    countReset: (label) => {
        counts[labelOf(label)] = 0;
    },
    group: (...args) => {
        if (args.length) say('log', line(args));
        indent = indent < 40 ? indent + 1 : indent;
    },
    groupCollapsed: (...args) => console.group(...args),
    groupEnd: () => {
        indent = indent > 0 ? indent - 1 : 0;
    },
    time: (label) => {
        timers[labelOf(label)] = now();
    },
    timeEnd: (label) => {
        console.timeLog(label);
        delete timers[labelOf(label)];
    },
    timeLog: (label, ...args) => {
        const begun = timers[labelOf(label)];
        if (begun !== undefined) say('log', line([`${labelOf(label)}: ${now() - begun}ms`, ...args]));
    },
};

// HTTP through the runner, by the rules of Maestro's client.
const pairs = (object) => {
    const rows = [];
    if (object === null || typeof object !== 'object') return rows;
    for (const name of keysOf(object)) push(rows, name, text(object[name]));
    return rows;
};
const formRows = (form) => {
    const rows = [];
    for (const name of keysOf(form)) {
        const part = form[name];
        const isFile = part !== null && typeof part === 'object' && part.filePath !== undefined;
        if (isFile) push(rows, name, 'file', text(part.filePath), part.mediaType === undefined ? '' : text(part.mediaType));
        else push(rows, name, 'text', text(part), '');
    }
    return rows;
};
const send = (method, url, options) => {
    const given = options ?? {};
    const form = given.multipartForm && typeof given.multipartForm === 'object' ? formRows(given.multipartForm) : [];
    const hasBody = typeof given.body === 'string';
    const isForm = form.length > 0;
    if (!hasBody && !isForm && (method === 'POST' || method === 'PUT' || method === 'PATCH'))
        throw new TypeError(`http: ${method} needs a body: a string, or multipartForm`);
    if ((hasBody || isForm) && (method === 'GET' || method === 'HEAD'))
        throw new TypeError(`http: ${method} cannot have a body`);
    const headers = pairs(given.headers);
    const answer = host(
        'http',
        method,
        text(url),
        hasBody && !isForm ? 'body' : isForm ? 'form' : '',
        hasBody ? given.body : '',
        text(headers.length),
        ...headers,
        ...form,
    );
    if (answer[0] !== '') throw new Error(answer[0]);
    const status = +answer[1];
    const result = { ok: status >= 200 && status < 300, status, body: answer[2], headers: {} };
    for (let i = 3; i + 1 < answer.length; i += 2) {
        const name = lower(answer[i]);
        const value = answer[i + 1];
        const known = getOwnPropertyDescriptor(result.headers, name);
        defineProperty(result.headers, name, {
            value: known ? `${known.value},${value}` : value,
            configurable: true,
            enumerable: true,
            writable: true,
        });
    }
    return result;
};
const upper = method(String, 'toUpperCase');
const http = {
    get: (url, options) => send('GET', url, options),
    post: (url, options) => send('POST', url, options),
    put: (url, options) => send('PUT', url, options),
    delete: (url, options) => send('DELETE', url, options),
    request: (url, options) => send(options?.method === undefined ? 'GET' : upper(text(options.method)), url, options),
};

// Timers that really wait; Maestro has none. The engine runs them after the
// script, before the next step.
globalThis.Proxy = new Proxy(Proxy, { construct: noted });
let waiting = [];
let lastTimer = 0;
const addTimer = (callback, delay, every, args) => {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
    const wait = delay > 0 ? +delay : 0;
    lastTimer++;
    push(waiting, { id: lastTimer, due: now() + wait, every: every ? (wait > 1 ? wait : 1) : 0, callback, args });
    return lastTimer;
};
const removeTimer = (id) => {
    for (let i = 0; i < waiting.length; i++) if (waiting[i].id === id) return void splice(waiting, i, 1);
};
const firstTimer = () => {
    let first;
    for (let i = 0; i < waiting.length; i++) if (!first || waiting[i].due < first.due) first = waiting[i];
    return first;
};

const maestro = { copiedText: undefined, platform: 'android' };
let faker;
let seed = 0;
const ours = {
    output: {},
    maestro,
    http,
    console,
    json: (source) => parse(text(source)),
    relativePoint: (x, y) => `${ceil(x * 100)}%,${ceil(y * 100)}%`,
    print: (...args) => say('log', line(args)),
    printErr: (...args) => say('error', line(args)),
    setTimeout: (callback, delay, ...args) => addTimer(callback, delay, false, args),
    setInterval: (callback, delay, ...args) => addTimer(callback, delay, true, args),
    clearTimeout: (id) => removeTimer(id),
    clearInterval: (id) => removeTimer(id),
};
for (const name of keysOf(ours))
    defineProperty(globalThis, name, { value: ours[name], writable: true, configurable: true, enumerable: false });
defineProperty(globalThis, 'faker', {
    get: () => {
        faker ??= fakerOf(seed);
        return faker;
    },
    configurable: true,
    enumerable: false,
});

// Each name that a script doesn't declare is looked for here. What it assigns
// without declaring it lasts until the next evaluation.
let env = create(null); // names of the flow's variables, which are globals
let loose = create(null);
let pending;
const takePending = () => {
    const source = pending;
    pending = undefined;
    return source;
};
const world = new Proxy(create(null), {
    has: (_, name) => typeof name === 'string' && name !== 'eval',
    get: (_, name) => {
        if (typeof name !== 'string') return undefined;
        if (name === 'agentestSource' && pending !== undefined) return takePending();
        return name in loose ? loose[name] : globalThis[name];
    },
    set: (_, name, value) => {
        if (name in globalThis && !(name in env)) globalThis[name] = value;
        else loose[name] = value;
        return true;
    },
    deleteProperty: (_, name) => delete loose[name],
});
const evaluate = new Function('world', 'with (world) return function () { "use strict"; return eval(agentestSource); };')(
    world,
);

const begin = () => {
    loose = create(null);
    waiting = [];
    indent = 0;
};

// A file's first line stands behind the beginning of the function around it.
let shift = 0;

// "login@scripts/login.js:3:9" as its parts. The prelude's own frames are left
// out, and the engine's evaluation of a text has neither file nor line.
const frameOf = (row) => {
    const found =
        exec(/^ +at (?:<[a-z]+>|(.*)) \((.*?):(\d+):(\d+)\)$/, row) ?? // QuickJS's
        exec(/^(.*)@(.*?)(?::(\d+):(\d+))?$/, row);
    return found && found[3] && !startsWith(found[2], 'agentest:')
        ? { name: found[1] ?? '', place: found[2], line: +found[3], column: found[4] - (found[3] === '1' ? shift : 0) }
        : undefined;
};
// The function of ours that imports modules is in no file of the user.
const isUsers = (frame) => frame && frame.place !== '<input>' && frame.name !== 'agentestImport';
const framesOf = (error) => {
    const frames = [];
    const rows = typeof error.stack === 'string' ? split(error.stack, '\n') : [];
    for (let i = 0; i < rows.length && frames.length < 10; i++) {
        const frame = frameOf(rows[i]);
        if (isUsers(frame)) push(frames, frame);
    }
    return frames;
};
// QuickJS has the place of a syntax error as a row without parentheses.
const syntaxOf = (error) => {
    const found = typeof error.stack === 'string' && exec(/^ +at ([^(]+?):(\d+):\d+\n/, error.stack);
    return found && found[1] !== '<input>' ? found : undefined;
};
// The line in an expression, which is a member of the error or in its stack.
const lineOf = (error) => {
    const found = typeof error.stack === 'string' && exec(/<input>:(\d+):/, error.stack);
    return found ? +found[1] : error.line;
};
// QuickJS has an error of its own for a recursion without an end.
const wordsOf = (error) => {
    const words = showError(error);
    return words === 'InternalError: stack overflow' ? 'RangeError: Maximum call stack size exceeded.' : words;
};
const isErrorObject = (value) =>
    value !== null && typeof value === 'object' && slice(apply(tagOf, value, []), 8, -1) === 'Error';

return {
    run: (source) => {
        begin();
        pending = source;
        return apply(evaluate, undefined, []);
    },
    runFile: (compiled, prefix) => {
        begin();
        shift = prefix;
        apply(compiled(world), undefined, []);
    },
    display,
    setCopied: (copied) => {
        maestro.copiedText = copied;
    },
    start: (platform, number) => {
        maestro.platform = platform;
        seed = number;
    },
    clearVariables: () => {
        for (const name of keysOf(env)) deleteProperty(globalThis, name);
        env = create(null);
    },
    setVariable: (name, value) => {
        env[name] = true;
        defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
    },
    // Milliseconds until the next timer, -1 if there is none.
    nextTimer: () => {
        const first = firstTimer();
        if (!first) return -1;
        const left = first.due - now();
        return left > 0 ? left : 0;
    },
    fireTimer: () => {
        const first = firstTimer();
        if (first.every) first.due = now() + first.every;
        else splice(waiting, indexOf(waiting, first), 1);
        apply(first.callback, undefined, first.args);
    },
    // The thrown value as [words, file, line, column, stack].
    describe: (thrown) => {
        if (!isErrorObject(thrown)) return [`thrown: ${display(thrown)}`, '', '', '', ''];
        const syntax = syntaxOf(thrown);
        if (syntax) return [wordsOf(thrown), syntax[1], syntax[2], '', ''];
        const frames = framesOf(thrown);
        const rows = [];
        for (let i = 0; i < frames.length; i++)
            push(rows, `${frames[i].name || '(script)'} (${frames[i].place}:${frames[i].line}:${frames[i].column})`);
        if (frames.length) return [wordsOf(thrown), frames[0].place, text(frames[0].line), text(frames[0].column), join(rows, '\n')];
        const isOwn = typeof thrown.sourceURL === 'string' && startsWith(thrown.sourceURL, 'agentest:');
        const numberText = (value) => (typeof value === 'number' && !isOwn ? text(value) : '');
        return [wordsOf(thrown), '', numberText(lineOf(thrown)), numberText(thrown.column), ''];
    },
};
});
