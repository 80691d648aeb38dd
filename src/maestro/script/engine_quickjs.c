// engine_quickjs.c: the engine on QuickJS, where a distribution has only that
//
// The prelude is the same, so scripts mean the same. QuickJS has no Intl.
#include "maestro/script/engine.h"

#include <quickjs.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/script/embedded.h"
#include "maestro/script/sandbox.h"
#include "maestro/script/wire.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    TEXTS_MAX = 4096,
    LATE_MS = 500, // the engine looks at its clock now and then
    STACK_BYTES = 4 * 1024 * 1024,
};

struct at_js {
    JSRuntime *runtime;
    JSContext *context;
    struct at_js_host host;
    JSValue calls;    // what the prelude returned
    int64_t max_ms;   // per evaluation, without waits
    int64_t until_ns; // end of this evaluation's time; 0: none runs
    bool terminated;
};

static const char prefix[] =
    "(function(world){with(world)return function(){\"use strict\";";
static const char suffix[] = "\n}})";

// Malformed bytes become U+FFFD.
static JSValue
js_value(const struct at_js *js, struct at_str text)
{
    struct at_buf whole = AT_BUF_INIT(3 * text.len + 1);
    while (text.len > 0) {
        uint32_t cp = 0xfffd;
        size_t len = at_utf8_next(text, &cp);
        at_buf_add_utf8(&whole, len > 0 ? cp : 0xfffd);
        text = at_str_skip(text, len > 0 ? len : 1);
    }
    JSValue value =
        JS_NewStringLen(js->context, at_buf_text(&whole), whole.len);
    at_buf_deinit(&whole);
    return value;
}

// Append UTF-8 with halves of surrogates as U+FFFD.
static bool
add_utf8(struct at_str text, struct at_buf *out)
{
    while (text.len > 0) {
        uint32_t cp;
        size_t len = at_utf8_next(text, &cp);
        bool half = len == 0 && text.len >= 3 && text.ptr[0] == '\xed';
        if (!at_buf_add_utf8(out, len > 0 ? cp : 0xfffd))
            return false;
        text = at_str_skip(text, len > 0 ? len : half ? 3 : 1);
    }
    return true;
}

// Append a value's text. Return false if it is too long for out.
static bool
add_value(const struct at_js *js, JSValueConst value, struct at_buf *out)
{
    size_t len;
    const char *text = JS_ToCStringLen(js->context, &len, value);
    bool ok = true;
    if (text)
        ok = len <= out->max - out->len && add_utf8(at_str_n(text, len), out);
    else
        JS_FreeValue(js->context, JS_GetException(js->context));
    JS_FreeCString(js->context, text);
    return ok;
}

// Run the callbacks of promises.
static void
run_jobs(const struct at_js *js)
{
    JSContext *context;
    int state;
    while ((state = JS_ExecutePendingJob(js->runtime, &context)) != 0) {
        if (state < 0)
            JS_FreeValue(context, JS_GetException(context));
        if (js->terminated)
            return;
    }
}

// Call a function of the prelude; the values are released. JS_EXCEPTION if it
// throws.
static JSValue
call(const struct at_js *js, const char *name, int count, JSValue *values)
{
    JSValue function = JS_GetPropertyStr(js->context, js->calls, name);
    JSValue result =
        JS_Call(js->context, function, JS_UNDEFINED, count, values);
    for (int i = 0; i < count; i++)
        JS_FreeValue(js->context, values[i]);
    JS_FreeValue(js->context, function);
    if (!JS_IsException(result))
        run_jobs(js);
    return result;
}

static void
call_and_forget(const struct at_js *js, const char *name, int count,
                JSValue *values)
{
    JSValue result = call(js, name, count, values);
    if (JS_IsException(result))
        JS_FreeValue(js->context, JS_GetException(js->context));
    JS_FreeValue(js->context, result);
}

static JSValue
array_of(const struct at_js *js, struct at_str payload)
{
    struct at_str text;
    uint32_t count = 0;
    JSValue array = JS_NewArray(js->context);
    while (count < TEXTS_MAX && at_script_text_next(&payload, &text))
        JS_SetPropertyUint32(js->context, array, count++, js_value(js, text));
    return array;
}

// A native function's arguments as texts; the caller frees both.
static bool
texts_of(const struct at_js *js, int count, JSValueConst *values,
         struct at_buf *bytes, struct at_str *out)
{
    size_t *ends = at_alloc(((size_t)count + 1) * sizeof(*ends));
    int kept = 0;
    while (kept < count && add_value(js, values[kept], bytes))
        ends[kept++] = bytes->len;
    for (int i = 0; i < kept; i++) {
        size_t begin = i > 0 ? ends[i - 1] : 0;
        out[i] = at_str_n(at_buf_text(bytes) + begin, ends[i] - begin);
    }
    free(ends);
    return kept == count;
}

static JSValue
ask_host(JSContext *context, JSValueConst self, int count, JSValueConst *values)
{
    (void)self;
    struct at_js *js = JS_GetContextOpaque(context);
    struct at_buf bytes = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES / 2);
    struct at_buf reply = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    struct at_str *texts = at_alloc(((size_t)count + 1) * sizeof(*texts));
    JSValue answer = JS_UNDEFINED;
    if (count > TEXTS_MAX || !texts_of(js, count, values, &bytes, texts)) {
        answer = JS_ThrowTypeError(context, "a message of more than 4 MiB");
    } else {
        js->host.ask(js->host.user, texts, (size_t)count, &reply);
        if (reply.len > 0)
            answer = array_of(js, at_buf_str(&reply));
    }
    free(texts);
    at_buf_deinit(&bytes);
    at_buf_deinit(&reply);
    return answer;
}

// Evaluate text as a program of the name that its stack frames get.
static JSValue
evaluate(const struct at_js *js, struct at_str text, const char *name,
         int flags)
{
    char *copy = at_strndup(text.ptr, text.len); // the parser wants a NUL
    JSValue value =
        JS_Eval(js->context, copy, text.len, name, JS_EVAL_TYPE_GLOBAL | flags);
    free(copy);
    return value;
}

// Called when a script first uses faker.
static JSValue
load_faker(JSContext *context, JSValueConst self, int count,
           JSValueConst *values)
{
    (void)self;
    struct at_js *js = JS_GetContextOpaque(context);
    JSValue make = evaluate(js, at_str(at_script_faker), "agentest:faker", 0);
    if (JS_IsException(make))
        return make;
    JSValue faker = JS_Call(context, make, JS_UNDEFINED, count, values);
    JS_FreeValue(context, make);
    return faker;
}

static int
end_now(JSRuntime *runtime, void *user)
{
    (void)runtime;
    struct at_js *js = user;
    if (js->until_ns == 0 || at_now_ns() < js->until_ns)
        return 0;
    js->terminated = true;
    return 1;
}

static bool
load_prelude(struct at_js *js)
{
    JSValue make =
        evaluate(js, at_str(at_script_prelude), "agentest:prelude", 0);
    JSValue values[] = {JS_NewCFunction(js->context, ask_host, "host", 0),
                        JS_NewCFunction(js->context, load_faker, "faker", 1)};
    js->calls = JS_IsException(make)
                    ? make
                    : JS_Call(js->context, make, JS_UNDEFINED, 2, values);
    JS_FreeValue(js->context, make);
    JS_FreeValue(js->context, values[0]);
    JS_FreeValue(js->context, values[1]);
    return !JS_IsException(js->calls);
}

// Whatever opens files at its first use, before nothing may.
static const char warm_up[] = "new Date(2024, 1, 1).toString(); 0";

struct at_js *
at_js_new(const struct at_js_host *host, struct at_err *err)
{
    struct at_js *js = at_alloc(sizeof(*js));
    js->host = *host;
    js->max_ms = AT_SCRIPT_MAX_MS;
    js->runtime = JS_NewRuntime();
    js->context = js->runtime ? JS_NewContext(js->runtime) : NULL;
    if (!js->context) {
        at_fail(err, AT_EUNSUPPORTED, "%s cannot run", at_js_name());
        free(js);
        return NULL;
    }
    JS_SetMaxStackSize(js->runtime, STACK_BYTES);
    JS_SetContextOpaque(js->context, js);
    JS_SetInterruptHandler(js->runtime, end_now, js);
    if (load_prelude(js)) {
        JS_FreeValue(js->context,
                     evaluate(js, at_str(warm_up), "agentest:warm_up", 0));
        return js;
    }
    struct at_buf words = AT_BUF_INIT(512);
    add_value(js, JS_GetException(js->context), &words);
    at_fail(err, AT_EUNSUPPORTED, "%s cannot run: %s", at_js_name(),
            at_buf_text(&words));
    at_buf_deinit(&words);
    free(js);
    return NULL;
}

bool
at_js_start(struct at_js *js, struct at_str payload)
{
    struct at_str texts[3];
    int64_t seed, ms;
    if (!at_script_texts(payload, texts, 3) ||
        !at_str_to_i64(texts[1], 0, UINT32_MAX, &seed) ||
        !at_str_to_i64(texts[2], 1, AT_SCRIPT_MAX_MS, &ms))
        return false;
    JSValue values[] = {js_value(js, texts[0]),
                        JS_NewFloat64(js->context, (double)seed)};
    call_and_forget(js, "start", 2, values);
    js->max_ms = ms;
    return true;
}

bool
at_js_set_variables(struct at_js *js, struct at_str payload)
{
    struct at_str name, value;
    call_and_forget(js, "clearVariables", 0, NULL);
    while (at_script_text_next(&payload, &name)) {
        if (!at_script_text_next(&payload, &value))
            return false;
        JSValue values[] = {js_value(js, name), js_value(js, value)};
        call_and_forget(js, "setVariable", 2, values);
    }
    return payload.len == 0;
}

void
at_js_set_copied(struct at_js *js, struct at_str text)
{
    JSValue value = js_value(js, text);
    call_and_forget(js, "setCopied", 1, &value);
}

static enum at_js_end
thrown_as(const struct at_js *js, JSValue thrown, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_ERROR_MAX_BYTES);
    JSValue row = call(js, "describe", 1, &thrown);
    bool known = !JS_IsException(row);
    for (uint32_t i = 0; i < 5; i++) {
        at_buf_clear(&text);
        JSValue part =
            known ? JS_GetPropertyUint32(js->context, row, i) : JS_UNDEFINED;
        if (known)
            add_value(js, part, &text);
        else if (i == 0)
            at_buf_add_text(&text, "thrown: something that has no text");
        JS_FreeValue(js->context, part);
        at_script_text_add(out, at_buf_str(&text));
    }
    JS_FreeValue(js->context, row);
    at_buf_deinit(&text);
    return AT_JS_THROWN;
}

// The evaluation has thrown, or was ended.
static enum at_js_end
ended_as(struct at_js *js, struct at_buf *out)
{
    JSValue thrown = JS_GetException(js->context);
    if (!js->terminated)
        return thrown_as(js, thrown, out);
    JS_FreeValue(js->context, thrown);
    at_buf_clear(out);
    at_buf_add_fmt(out, "it ran for more than %lld ms", (long long)js->max_ms);
    return AT_JS_LIMIT;
}

// Run the timers to their end. Return false if one has thrown.
static bool
run_timers(struct at_js *js, bool *out_waited_long)
{
    int64_t waited_ms = 0;
    for (;;) {
        double ms = -1;
        JSValue next = call(js, "nextTimer", 0, NULL);
        if (JS_IsException(next) || JS_ToFloat64(js->context, &ms, next) < 0)
            return false;
        if (!(ms >= 0))
            return true;
        waited_ms += ms < (double)AT_SCRIPT_WAIT_MAX_MS
                         ? (int64_t)ms + 1
                         : AT_SCRIPT_WAIT_MAX_MS + 1;
        *out_waited_long = waited_ms > AT_SCRIPT_WAIT_MAX_MS;
        if (*out_waited_long)
            return true;
        int64_t slept_ns = at_now_ns();
        if (ms > 0 && !js->host.sleep(js->host.user, (int64_t)ms + 1))
            return true;
        js->until_ns += at_now_ns() - slept_ns;
        JSValue fired = call(js, "fireTimer", 0, NULL);
        if (JS_IsException(fired))
            return false;
        JS_FreeValue(js->context, fired);
    }
}

// The first call begins to listen to promises, the second knows their states.
static enum at_js_end
show(struct at_js *js, JSValueConst value, struct at_buf *out)
{
    JSValue text = JS_UNDEFINED;
    for (int i = 0; i < 2 && JS_IsUndefined(text); i++) {
        JSValue argument = JS_DupValue(js->context, value);
        text = call(js, "display", 1, &argument);
    }
    if (JS_IsException(text))
        return ended_as(js, out);
    bool ok = add_value(js, text, out);
    JS_FreeValue(js->context, text);
    if (ok)
        return AT_JS_VALUE;
    at_buf_clear(out);
    return thrown_as(
        js,
        js_value(js, AT_STR("RangeError: the value is too long for a text of "
                            "a flow")),
        out);
}

// A text that passes alone cannot leave the function that it is put in.
static bool
check_syntax(const struct at_js *js, struct at_str source, const char *name)
{
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_SOURCE_MAX_BYTES + 256);
    at_buf_add_text(&text, "\"use strict\";");
    at_buf_add_str(&text, source);
    JSValue compiled =
        evaluate(js, at_buf_str(&text), name, JS_EVAL_FLAG_COMPILE_ONLY);
    bool ok = !JS_IsException(compiled);
    JS_FreeValue(js->context, compiled);
    at_buf_deinit(&text);
    return ok;
}

static JSValue
run_file(const struct at_js *js, const char *name, struct at_str source)
{
    struct at_buf text = AT_BUF_INIT(AT_SCRIPT_SOURCE_MAX_BYTES + 256);
    at_buf_add_text(&text, prefix);
    at_buf_add_str(&text, source);
    at_buf_add_text(&text, suffix);
    JSValue values[] = {
        evaluate(js, at_buf_str(&text), name, 0),
        JS_NewInt32(js->context, (int32_t)sizeof(prefix) - 1),
    };
    at_buf_deinit(&text);
    return JS_IsException(values[0]) ? values[0]
                                     : call(js, "runFile", 2, values);
}

static JSValue
run_source(const struct at_js *js, struct at_str path, struct at_str source)
{
    char *name = at_strndup(path.ptr ? path.ptr : "", path.len);
    JSValue value = JS_EXCEPTION;
    if (check_syntax(js, source, path.len > 0 ? name : "<input>")) {
        JSValue argument = path.len == 0 ? js_value(js, source) : JS_UNDEFINED;
        value = path.len == 0 ? call(js, "run", 1, &argument)
                              : run_file(js, name, source);
    }
    free(name);
    return value;
}

enum at_js_end
at_js_run(struct at_js *js, struct at_str path, struct at_str source,
          struct at_buf *out)
{
    bool waited_long = false;
    enum at_js_end end = AT_JS_LIMIT;
    js->until_ns = at_now_ns() + js->max_ms * AT_NS_PER_MS;
    at_sandbox_compute(js->max_ms + LATE_MS);
    JSValue value = run_source(js, path, source);
    if (JS_IsException(value))
        end = ended_as(js, out);
    else if (!run_timers(js, &waited_long) || js->terminated)
        end = ended_as(js, out);
    else if (waited_long)
        at_buf_add_fmt(out, "its timers wait for more than %lld ms",
                       (long long)AT_SCRIPT_WAIT_MAX_MS);
    else
        end = show(js, value, out);
    JS_FreeValue(js->context, value);
    js->until_ns = 0;
    at_sandbox_compute(0);
    return end;
}

const char *
at_js_name(void)
{
    return "QuickJS";
}
