#include "device/android/framework/flutter/dart_read.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "device/android/framework/flutter/dart_semantics.h"
#include "device/android/framework/flutter/dart_words.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    SWITCH_ON_MS = 120, // a reading's share; the compiler may continue after it
    WAIT_MS = 120,      // until the first semantics, a frame later
    AGAIN_MS = 20,
};

// Section "Errors" of service.md.
enum { NO_METHOD = -32601, CANNOT_COMPILE = 113 };

static const char dump_method[] =
    "ext.flutter.debugDumpSemanticsTreeInTraversalOrder";
// The names of this library are in scope without an import.
static const char binding_uri[] = "package:flutter/src/semantics/binding.dart";
static const char switch_on[] = "SemanticsBinding.instance.ensureSemantics()";

void
at_dart_reader_forget(struct at_dart_reader *reader)
{
    reader->library[0] = '\0';
    reader->tried = false;
    reader->refused = false;
    reader->told[0] = '\0';
}

void
at_dart_reader_take_extension(struct at_dart_reader *reader, struct at_str name)
{
    if (at_str_is(name, dump_method))
        reader->refused = false;
}

static void
tell(struct at_dart_reader *reader, const char *text)
{
    if (strcmp(reader->told, text) == 0)
        return;
    snprintf(reader->told, sizeof(reader->told), "%s", text);
    reader->note(reader->user, text);
}

static json_t *
params_of(const struct at_dart_reader *reader)
{
    json_t *params = json_object();
    at_json_set_text(params, "isolateId", reader->isolate);
    return params;
}

// A debug build lists more than a thousand libraries: that is slow, and done
// once.
static bool
find_binding(const struct at_op *op, struct at_dart_reader *reader,
             struct at_err *err)
{
    json_t *isolate;
    if (reader->library[0])
        return true;
    if (!at_rpc_call(op, reader->rpc, "getIsolate", params_of(reader), &isolate,
                     err))
        return false;
    bool found = at_dart_find_library(isolate, at_str(binding_uri),
                                      reader->library, sizeof(reader->library));
    json_decref(isolate);
    return found || at_fail(err, AT_EUNSUPPORTED, "no %s", binding_uri);
}

static bool
evaluate(const struct at_op *op, struct at_dart_reader *reader,
         struct at_err *err)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(SWITCH_ON_MS));
    json_t *params = params_of(reader);
    json_t *result;
    at_json_set_text(params, "targetId", reader->library);
    at_json_set_text(params, "expression", switch_on);
    reader->tried = true;
    if (!at_rpc_call(&sub, reader->rpc, "evaluate", params, &result, err))
        return false;
    bool done = at_str_is(at_json_get_str(result, "type"), "@Instance");
    json_decref(result);
    return done || at_fail(err, AT_EDEVICE, "evaluate: the app throws");
}

// Try once for each isolate. False: the connection is lost, or op ended before
// the compiler was asked, which the next reading does.
static bool
try_switch_on(const struct at_op *op, struct at_dart_reader *reader,
              struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (find_binding(op, reader, &why) && evaluate(op, reader, &why)) {
        tell(reader, "semantics were off: switched on by flutter's compiler");
        return true;
    }
    if (why.code == AT_ETIMEOUT && reader->tried)
        tell(reader, "semantics were off: the compiler takes its time to "
                     "switch them on");
    else if (at_rpc_refused(reader->rpc) == CANNOT_COMPILE)
        tell(reader, "semantics are off, and no compiler is attached that "
                     "could switch them on");
    else if (why.code == AT_EUNSUPPORTED || why.code == AT_EDEVICE)
        tell(reader, "semantics are off and cannot be switched on");
    else
        return at_err_pass(err, &why);
    reader->tried = true;
    return true;
}

// Get the framework's print. *out is NULL if the framework prints nothing.
static bool
get_print(const struct at_op *op, struct at_dart_reader *reader, json_t **out,
          bool *out_gone, struct at_err *err)
{
    *out = NULL;
    if (!at_rpc_call(op, reader->rpc, dump_method, params_of(reader), out,
                     err)) {
        reader->refused = at_rpc_refused(reader->rpc) == NO_METHOD;
        if (reader->refused)
            tell(reader, "this app does not print its semantics");
        return at_rpc_refused(reader->rpc) != 0; // 0: the connection is lost
    }
    *out_gone = at_dart_is_sentinel(*out);
    return true;
}

static struct at_overlay *
make_overlay(const struct at_dart_dump *dump,
             const struct at_overlay_query *query)
{
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    overlay->under = query->canvas;
    at_dart_semantics_add(dump, overlay);
    snprintf(overlay->told, sizeof(overlay->told), "%zu semantics nodes",
             dump->count);
    if (overlay->count > 0 || dump->root) // a screen may have nothing to say
        return overlay;
    at_overlay_free(overlay);
    return NULL;
}

struct look {
    bool off;
    bool gone;
    struct at_overlay *overlay;
};

static bool
look_once(const struct at_op *op, struct at_dart_reader *reader,
          const struct at_overlay_query *query, struct look *out,
          struct at_err *err)
{
    json_t *print;
    struct at_dart_dump dump;
    *out = (struct look){.off = false};
    if (!get_print(op, reader, &print, &out->gone, err))
        return false;
    at_dart_dump_read(at_json_get_str(print, "data"), &dump);
    out->off = dump.off;
    out->overlay = make_overlay(&dump, query);
    at_dart_dump_deinit(&dump);
    json_decref(print);
    return true;
}

// Wait until the app sends something, like a frame, or the pause is over.
static void
wait_a_little(const struct at_op *op, struct at_dart_reader *reader)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), AGAIN_MS);
    if (at_rpc_has(reader->rpc) ||
        at_op_wait_fd(&sub, at_rpc_fd(reader->rpc), POLLIN, NULL))
        (void)!at_rpc_take(op, reader->rpc, NULL); // a failure shows later
}

bool
at_dart_read(const struct at_op *op, struct at_dart_reader *reader,
             const struct at_overlay_query *query, struct at_overlay **out,
             bool *out_gone, struct at_err *err)
{
    struct look look;
    *out = NULL;
    *out_gone = false;
    if (reader->refused)
        return true;
    if (!look_once(op, reader, query, &look, err))
        return false;
    if (look.off && !reader->tried) {
        struct at_op sub;
        if (!try_switch_on(op, reader, err))
            return false;
        sub = at_op_sub(op, at_now_ns(), at_scaled_ms(WAIT_MS));
        while (look.off && !reader->refused &&
               at_op_left_ms(&sub, at_now_ns()) > 0) {
            wait_a_little(&sub, reader);
            if (!look_once(op, reader, query, &look, err))
                return false;
        }
    }
    *out_gone = look.gone;
    *out = look.overlay;
    return true;
}
