// engine.h: JavaScript in this process, for agentest-script only
//
// One engine a process, used by one thread. engine_jsc.c is built on
// JavaScriptCore's C API, engine_quickjs.c on QuickJS (-Dscript=quickjs).
#ifndef AT_MAESTRO_SCRIPT_ENGINE_H
#define AT_MAESTRO_SCRIPT_ENGINE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_js;

struct at_js_host {
    // A script says or asks something: texts[0] is "log" or "http". Of "http"
    // the answer's texts are added to reply (script/wire.h).
    void (*ask)(void *user, const struct at_str *texts, size_t count,
                struct at_buf *reply);
    // Wait; false: give up, since no one waits for the result.
    bool (*sleep)(void *user, int64_t ms);
    void *user;
};

enum at_js_end {
    AT_JS_VALUE,  // out has the value, as Maestro shows it
    AT_JS_THROWN, // out has the texts of AT_SCRIPT_THROWN
    AT_JS_LIMIT,  // out has why; the engine can't be used any more
};

// Make an engine, ready to run. AT_EUNSUPPORTED: it doesn't work here.
struct at_js *at_js_new(const struct at_js_host *host, struct at_err *err);

// texts of AT_SCRIPT_START. Return false if they are malformed.
bool at_js_start(struct at_js *js, struct at_str payload);
// texts of AT_SCRIPT_VARIABLES: name, value, name, value, …
bool at_js_set_variables(struct at_js *js, struct at_str payload);
void at_js_set_copied(struct at_js *js, struct at_str text);

// Evaluate an expression, or a file if path isn't empty: with promises and
// timers, to the end.
enum at_js_end at_js_run(struct at_js *js, struct at_str path,
                         struct at_str source, struct at_buf *out);

const char *at_js_name(void); // "JavaScriptCore", "QuickJS"

#endif
