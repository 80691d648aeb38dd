#include "maestro/script/engine.h"

#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/script/embedded.h"
#include "maestro/script/sandbox.h"
#include "maestro/script/wire.h"

// The library exports them on every system, its headers don't have them.
typedef bool (*should_end)(JSContextRef context, void *user);
JS_EXPORT void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group,
                                                   double limit_s,
                                                   should_end callback,
                                                   void *user);

enum {
    TEXTS_MAX = 4096,
    LATE_MS = 500, // the engine looks at its clock now and then
};

struct at_js {
    JSGlobalContextRef context;
    struct at_js_host host;
    JSObjectRef calls; // what the prelude returned
    int64_t max_ms;    // per evaluation, without waits
    bool terminated;
};

static const char prefix[] =
    "(function(world){with(world)return function(){\"use strict\";";
static const char suffix[] = "\n}})";

// Malformed bytes become U+FFFD.
static JSStringRef
js_text(struct at_str text)
{
    JSChar *units = at_alloc((text.len + 1) * sizeof(*units));
    size_t count = 0;
    while (text.len > 0) {
        uint32_t cp = 0xfffd;
        size_t len = at_utf8_next(text, &cp);
        if (len == 0)
            cp = 0xfffd;
        if (cp > 0xffff) {
            units[count++] = (JSChar)(0xd7c0 + (cp >> 10));
            cp = 0xdc00 + (cp & 0x3ff);
        }
        units[count++] = (JSChar)cp;
        text = at_str_skip(text, len > 0 ? len : 1);
    }
    JSStringRef string = JSStringCreateWithCharacters(units, count);
    free(units);
    return string;
}

static JSValueRef
js_value(const struct at_js *js, struct at_str text)
{
    JSStringRef string = js_text(text);
    JSValueRef value = JSValueMakeString(js->context, string);
    JSStringRelease(string);
    return value;
}

static bool
add_units(const JSChar *units, size_t count, struct at_buf *out)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t cp = units[i];
        bool high = cp >= 0xd800 && cp < 0xdc00;
        bool paired = high && i + 1 < count && units[i + 1] >= 0xdc00 &&
                      units[i + 1] < 0xe000;
        if (paired)
            cp = 0x10000 + ((cp - 0xd800) << 10) + (units[++i] - 0xdc00u);
        else if (cp >= 0xd800 && cp < 0xe000)
            cp = 0xfffd;
        if (!at_buf_add_utf8(out, cp))
            return false;
    }
    return true;
}

// Append a value's text. Return false if it is too long for out.
static bool
add_value(const struct at_js *js, JSValueRef value, struct at_buf *out)
{
    JSStringRef string = JSValueToStringCopy(js->context, value, NULL);
    bool ok = true;
    if (string) {
        size_t count = JSStringGetLength(string);
        ok = count <= out->max - out->len &&
             add_units(JSStringGetCharactersPtr(string), count, out);
        JSStringRelease(string);
    }
    return ok;
}

static JSObjectRef
function_of(const struct at_js *js, const char *name)
{
    JSStringRef key = JSStringCreateWithUTF8CString(name);
    JSValueRef value = JSObjectGetProperty(js->context, js->calls, key, NULL);
    JSStringRelease(key);
    return JSValueToObject(js->context, value, NULL);
}

// Call a function of the prelude. NULL with *thrown.
static JSValueRef
call(const struct at_js *js, const char *name, size_t count,
     const JSValueRef *values, JSValueRef *thrown)
{
    *thrown = NULL;
    return JSObjectCallAsFunction(js->context, function_of(js, name), NULL,
                                  count, values, thrown);
}

// A native function's arguments as texts; the caller frees the buffer.
static size_t
texts_of(const struct at_js *js, size_t count, const JSValueRef values[],
         struct at_buf *bytes, struct at_str *out)
{
    size_t *ends = at_alloc((count + 1) * sizeof(*ends));
    size_t kept = 0;
    while (kept < count && add_value(js, values[kept], bytes))
        ends[kept++] = bytes->len;
    for (size_t i = 0, begin = 0; i < kept; begin = ends[i++])
        out[i] = at_str_n(at_buf_text(bytes) + begin, ends[i] - begin);
    free(ends);
    return kept;
}

static JSValueRef
array_of(const struct at_js *js, struct at_str payload)
{
    struct at_str text;
    size_t count = 0;
    JSObjectRef array = JSObjectMakeArray(js->context, 0, NULL, NULL);
    while (count < TEXTS_MAX && at_script_text_next(&payload, &text)) {
        JSObjectSetPropertyAtIndex(js->context, array, (unsigned)count,
                                   js_value(js, text), NULL);
        count++;
    }
    return array;
}

static JSValueRef
throw_words(JSContextRef context, const char *words, JSValueRef *thrown)
{
    JSStringRef string = JSStringCreateWithUTF8CString(words);
    JSValueRef value = JSValueMakeString(context, string);
    *thrown = JSObjectMakeError(context, 1, &value, NULL);
    JSStringRelease(string);
    return JSValueMakeUndefined(context);
}

static JSValueRef
ask_host(JSContextRef context, JSObjectRef function, JSObjectRef self,
         size_t count, const JSValueRef values[], JSValueRef *thrown)
{
    (void)self;
    struct at_js *js = JSObjectGetPrivate(function);
    struct at_buf bytes = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES / 2);
    struct at_buf reply = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    struct at_str *texts = at_alloc((count + 1) * sizeof(*texts));
    JSValueRef answer = JSValueMakeUndefined(context);
    if (count > TEXTS_MAX ||
        texts_of(js, count, values, &bytes, texts) < count) {
        throw_words(context, "a message of more than 4 MiB", thrown);
    } else {
        js->host.ask(js->host.user, texts, count, &reply);
        if (reply.len > 0)
            answer = array_of(js, at_buf_str(&reply));
    }
    free(texts);
    at_buf_deinit(&bytes);
    at_buf_deinit(&reply);
    return answer;
}

static JSObjectRef
native(struct at_js *js, JSObjectCallAsFunctionCallback callback)
{
    JSClassDefinition definition = kJSClassDefinitionEmpty;
    definition.className = "Function";
    definition.callAsFunction = callback;
    JSClassRef class = JSClassCreate(&definition);
    JSObjectRef function = JSObjectMake(js->context, class, js);
    JSClassRelease(class);
    return function;
}

// Evaluate text as a program of the name that its stack frames get.
static JSValueRef
evaluate(const struct at_js *js, const char *text, const char *name,
         JSValueRef *thrown)
{
    JSStringRef source = js_text(at_str(text));
    JSStringRef url = js_text(at_str(name));
    *thrown = NULL;
    JSValueRef value =
        JSEvaluateScript(js->context, source, NULL, url, 1, thrown);
    JSStringRelease(source);
    JSStringRelease(url);
    return value;
}

// Called when a script first uses faker.
static JSValueRef
load_faker(JSContextRef context, JSObjectRef function, JSObjectRef self,
           size_t count, const JSValueRef values[], JSValueRef *thrown)
{
    (void)self;
    struct at_js *js = JSObjectGetPrivate(function);
    JSValueRef make = evaluate(js, at_script_faker, "agentest:faker", thrown);
    if (!make)
        return JSValueMakeUndefined(context);
    return JSObjectCallAsFunction(context, JSValueToObject(context, make, NULL),
                                  NULL, count, values, thrown);
}

static bool
end_now(JSContextRef context, void *user)
{
    (void)context;
    struct at_js *js = user;
    js->terminated = true;
    return true;
}

static void
set_limit(struct at_js *js, int64_t ms)
{
    js->max_ms = ms;
    JSContextGroupSetExecutionTimeLimit(JSContextGetGroup(js->context),
                                        (double)ms / 1000, end_now, js);
}

// Whatever opens files or starts threads at its first use, before nothing may.
// Intl is left out: it asks for the time zone alone, whose name is known, and
// its first use takes as long as all else.
static const char warm_up[] =
    "new Date(2024, 1, 1).toString();"
    "/(a+)+b/iu.test('aab');"
    "Promise.resolve(1).then(() => 1); [3, 1].sort(); JSON.stringify({a: [1]});"
    "Math.random(); 'a'.localeCompare('b'); 'x'.normalize(); 0";

struct at_js *
at_js_new(const struct at_js_host *host, struct at_err *err)
{
    struct at_js *js = at_alloc(sizeof(*js));
    JSValueRef thrown = NULL;
    js->host = *host;
    js->context = JSGlobalContextCreate(NULL);
    set_limit(js, AT_SCRIPT_MAX_MS); // starts its clock's thread
    JSValueRef make =
        evaluate(js, at_script_prelude, "agentest:prelude", &thrown);
    const JSValueRef values[] = {native(js, ask_host), native(js, load_faker)};
    JSValueRef calls =
        thrown
            ? NULL
            : JSObjectCallAsFunction(js->context,
                                     JSValueToObject(js->context, make, NULL),
                                     NULL, 2, values, &thrown);
    if (!thrown)
        evaluate(js, warm_up, "agentest:warm_up", &thrown);
    if (thrown) {
        struct at_buf words = AT_BUF_INIT(512);
        add_value(js, thrown, &words);
        at_fail(err, AT_EUNSUPPORTED, "%s cannot run: %s", at_js_name(),
                at_buf_text(&words));
        at_buf_deinit(&words);
        free(js);
        return NULL;
    }
    js->calls = JSValueToObject(js->context, calls, NULL);
    JSValueProtect(js->context, js->calls);
    return js;
}

bool
at_js_start(struct at_js *js, struct at_str payload)
{
    struct at_str texts[3];
    int64_t seed, ms;
    JSValueRef thrown;
    if (!at_script_texts(payload, texts, 3) ||
        !at_str_to_i64(texts[1], 0, UINT32_MAX, &seed) ||
        !at_str_to_i64(texts[2], 1, AT_SCRIPT_MAX_MS, &ms))
        return false;
    const JSValueRef values[] = {
        js_value(js, texts[0]),
        JSValueMakeNumber(js->context, (double)seed),
    };
    call(js, "start", 2, values, &thrown);
    js->max_ms = ms;
    return true;
}

bool
at_js_set_variables(struct at_js *js, struct at_str payload)
{
    JSValueRef values[2], thrown;
    struct at_str name, value;
    call(js, "clearVariables", 0, NULL, &thrown);
    while (at_script_text_next(&payload, &name)) {
        if (!at_script_text_next(&payload, &value))
            return false;
        values[0] = js_value(js, name);
        values[1] = js_value(js, value);
        call(js, "setVariable", 2, values, &thrown);
    }
    return payload.len == 0;
}

void
at_js_set_copied(struct at_js *js, struct at_str text)
{
    const JSValueRef value = js_value(js, text);
    JSValueRef thrown;
    call(js, "setCopied", 1, &value, &thrown);
}

static enum at_js_end
thrown_as(const struct at_js *js, JSValueRef thrown, struct at_buf *out)
{
    JSValueRef second;
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_ERROR_MAX_BYTES);
    JSValueRef row = call(js, "describe", 1, &thrown, &second);
    JSObjectRef array = row ? JSValueToObject(js->context, row, NULL) : NULL;
    for (unsigned i = 0; i < 5; i++) {
        at_buf_clear(&text);
        if (array)
            add_value(js,
                      JSObjectGetPropertyAtIndex(js->context, array, i, NULL),
                      &text);
        else if (i == 0)
            at_buf_add_text(&text, "thrown: something that has no text");
        at_script_text_add(out, at_buf_str(&text));
    }
    at_buf_deinit(&text);
    return AT_JS_THROWN;
}

static enum at_js_end
limit_as(const struct at_js *js, struct at_buf *out)
{
    at_buf_clear(out);
    at_buf_add_fmt(out, "it ran for more than %lld ms", (long long)js->max_ms);
    return AT_JS_LIMIT;
}

static enum at_js_end
ended_as(const struct at_js *js, JSValueRef thrown, struct at_buf *out)
{
    return js->terminated ? limit_as(js, out) : thrown_as(js, thrown, out);
}

// Run the timers to their end. NULL: all have run.
static JSValueRef
run_timers(struct at_js *js, bool *out_waited_long)
{
    JSValueRef thrown = NULL;
    int64_t waited_ms = 0;
    for (;;) {
        JSValueRef next = call(js, "nextTimer", 0, NULL, &thrown);
        double ms = next ? JSValueToNumber(js->context, next, NULL) : -1;
        if (thrown || !(ms >= 0))
            return thrown;
        waited_ms += ms < (double)AT_SCRIPT_WAIT_MAX_MS
                         ? (int64_t)ms + 1
                         : AT_SCRIPT_WAIT_MAX_MS + 1;
        *out_waited_long = waited_ms > AT_SCRIPT_WAIT_MAX_MS;
        if (*out_waited_long)
            return NULL;
        if (ms > 0 && !js->host.sleep(js->host.user, (int64_t)ms + 1))
            return NULL;
        call(js, "fireTimer", 0, NULL, &thrown);
        if (thrown)
            return thrown;
    }
}

// The first call begins to listen to promises, the second knows their states.
static enum at_js_end
show(const struct at_js *js, JSValueRef value, struct at_buf *out)
{
    JSValueRef thrown;
    JSValueRef text = call(js, "display", 1, &value, &thrown);
    if (text && JSValueIsUndefined(js->context, text))
        text = call(js, "display", 1, &value, &thrown);
    if (thrown)
        return ended_as(js, thrown, out);
    if (add_value(js, text, out))
        return AT_JS_VALUE;
    at_buf_clear(out);
    JSValueRef words = js_value(
        js, AT_STR("RangeError: the value is too long for a text of a flow"));
    return thrown_as(js, words, out);
}

static char *
wrapped(struct at_str source)
{
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_SOURCE_MAX_BYTES + 256);
    at_buf_add_text(&text, prefix);
    at_buf_add_str(&text, source);
    at_buf_add_text(&text, suffix);
    return at_buf_take(&text);
}

// A syntax error has its place only when the text is checked alone, and what
// passes alone cannot leave the function that it is put in.
static bool
check_syntax(const struct at_js *js, struct at_str source, struct at_str path,
             JSValueRef *thrown)
{
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_SOURCE_MAX_BYTES + 256);
    at_buf_add_text(&text, "\"use strict\";");
    at_buf_add_str(&text, source);
    JSStringRef program = js_text(at_buf_str(&text));
    JSStringRef url = js_text(path);
    bool ok = JSCheckScriptSyntax(js->context, program, url, 1, thrown);
    JSStringRelease(program);
    JSStringRelease(url);
    at_buf_deinit(&text);
    return ok;
}

static JSValueRef
run_source(const struct at_js *js, struct at_str path, struct at_str source,
           JSValueRef *thrown)
{
    if (!check_syntax(js, source, path, thrown))
        return NULL;
    if (path.len == 0) {
        const JSValueRef argument = js_value(js, source);
        return call(js, "run", 1, &argument, thrown);
    }
    char *text = wrapped(source);
    char *name = at_strndup(path.ptr, path.len);
    const JSValueRef values[] = {
        evaluate(js, text, name, thrown),
        JSValueMakeNumber(js->context, sizeof(prefix) - 1),
    };
    free(text);
    free(name);
    return *thrown ? NULL : call(js, "runFile", 2, values, thrown);
}

enum at_js_end
at_js_run(struct at_js *js, struct at_str path, struct at_str source,
          struct at_buf *out)
{
    JSValueRef thrown = NULL;
    bool waited_long = false;
    set_limit(js, js->max_ms);
    at_sandbox_compute(js->max_ms + LATE_MS);
    JSValueRef value = run_source(js, path, source, &thrown);
    if (!value || thrown)
        return ended_as(js, thrown, out);
    JSValueProtect(js->context, value);
    thrown = run_timers(js, &waited_long);
    enum at_js_end end = AT_JS_LIMIT;
    if (waited_long)
        at_buf_add_fmt(out, "its timers wait for more than %lld ms",
                       (long long)AT_SCRIPT_WAIT_MAX_MS);
    else
        end = thrown ? ended_as(js, thrown, out) : show(js, value, out);
    JSValueUnprotect(js->context, value);
    at_sandbox_compute(0);
    return end;
}

const char *
at_js_name(void)
{
    return "JavaScriptCore";
}
