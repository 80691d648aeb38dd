#include "base/err.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/quote.h"
#include "base/str.h"

static const struct at_code_info infos[] = {
    [AT_OK] = {"OK", 0, 200, 0, false},
    [AT_EUSAGE] = {"INVALID_ARGUMENT", 2, 400, -32602, false},
    [AT_ENODEV] = {"ADB_CONNECTION_ERROR", 1, 503, 1001, true},
    [AT_EDEVICE] = {"ADB_COMMAND_ERROR", 1, 502, 1002, true},
    [AT_ENOTFOUND] = {"ELEMENT_NOT_FOUND", 1, 404, 1003, false},
    [AT_EASSERT] = {"ASSERTION_FAILED", 1, 409, 1004, false},
    [AT_EIDLE] = {"IDLE_TIMEOUT", 1, 504, 1005, true},
    [AT_ENOAPP] = {"APP_NOT_INSTALLED", 1, 404, 1006, false},
    [AT_ETREE] = {"TREE_PARSE_ERROR", 1, 502, 1007, true},
    [AT_ECRASH] = {"APP_CRASH", 1, 502, 1008, false},
    [AT_ETIMEOUT] = {"TIMEOUT", 1, 504, 1009, true},
    [AT_ECANCELED] = {"CANCELLED", 1, 499, 1010, false},
    [AT_EPROTO] = {"PROTOCOL_ERROR", 1, 502, 1011, true},
    [AT_EIO] = {"IO_ERROR", 1, 500, 1012, false},
    [AT_ELIMIT] = {"LIMIT_EXCEEDED", 1, 413, 1013, false},
    [AT_EUNSUPPORTED] = {"UNSUPPORTED", 1, 501, 1014, false},
    [AT_EGRPC] = {"GRPC_CONNECTION_ERROR", 1, 503, 1015, true},
    [AT_ERPC] = {"GRPC_RPC_ERROR", 1, 502, 1016, true},
    [AT_EBUSY] = {"DEVICE_BUSY", 1, 409, 1017, true},
    [AT_ETEXT] = {"TEXT_NOT_ENTERED", 1, 409, 1021, false},
    [AT_ENOTOOL] = {"MISSING_DEPENDENCY", 127, 501, 1018, false},
    [AT_EMANYDEV] = {"AMBIGUOUS_DEVICE", 2, 409, 1019, false},
    [AT_EBUILD] = {"BUILD_FAILED", 1, 502, 1020, false},
    [AT_EDISABLED] = {"ELEMENT_DISABLED", 1, 409, 1022, false},
};
static_assert(AT_LEN(infos) == AT_CODE_COUNT, "one row for each code");

const struct at_code_info *
at_code_info(enum at_code code)
{
    at_assert((size_t)code < AT_LEN(infos));
    return &infos[code];
}

// One character more than a message holds, so that its last one is complete.
enum { ROOM = AT_ERR_MSG_MAX + 4 };

// A message may quote a peer: escape it to a single visible line, and cut it at
// a character boundary.
static void
set_message(struct at_err *err, const char text[ROOM])
{
    struct at_buf shown = AT_BUF_INIT(2 * ROOM);
    at_printable_write(at_str(text), &shown);
    for (size_t i = 0; i < shown.len; i++) {
        if (shown.data[i] == '\n' || shown.data[i] == '\t')
            shown.data[i] = ' ';
    }
    at_str_cut(err->msg, sizeof(err->msg), at_buf_str(&shown));
    at_buf_deinit(&shown);
}

bool
at_fail(struct at_err *err, enum at_code code, const char *fmt, ...)
{
    char text[ROOM];
    va_list args;
    if (!err)
        return false;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    set_message(err, text);
    err->code = code;
    err->sys = 0;
    err->may_have_run = false;
    err->field[0] = '\0';
    return false;
}

bool
at_fail_sys(struct at_err *err, enum at_code code, int sys, const char *fmt,
            ...)
{
    char text[ROOM];
    char reason[256];
    va_list args;
    if (!err)
        return false;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    if (strerror_r(sys, reason, sizeof(reason)) != 0)
        snprintf(reason, sizeof(reason), "errno %d", sys);
    size_t len = strlen(text);
    snprintf(text + len, sizeof(text) - len, ": %s", reason);
    set_message(err, text);
    err->code = code;
    err->sys = sys;
    err->may_have_run = false;
    err->field[0] = '\0';
    return false;
}

bool
at_err_set_run(struct at_err *err, bool may_have_run)
{
    if (err)
        err->may_have_run = may_have_run;
    return false;
}

void
at_err_field(struct at_err *err, const char *member)
{
    if (err)
        at_str_cut(err->field, sizeof(err->field), at_str(member));
}

bool
at_err_pass(struct at_err *err, const struct at_err *why)
{
    if (err)
        *err = *why;
    return false;
}

void
at_err_context(struct at_err *err, const char *fmt, ...)
{
    char text[ROOM];
    va_list args;
    if (!err)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    size_t len = strlen(text);
    snprintf(text + len, sizeof(text) - len, ": %s", err->msg);
    set_message(err, text);
}

void
at_err_add(struct at_err *err, const char *fmt, ...)
{
    char text[ROOM];
    va_list args;
    if (!err)
        return;
    snprintf(text, sizeof(text), "%s; ", err->msg);
    size_t len = strlen(text);
    va_start(args, fmt);
    vsnprintf(text + len, sizeof(text) - len, fmt, args);
    va_end(args);
    set_message(err, text);
}
