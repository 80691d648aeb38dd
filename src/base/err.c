#include "base/err.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
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
};
static_assert(AT_LEN(infos) == AT_CODE_COUNT, "one row for each code");

const struct at_code_info *
at_code_info(enum at_code code)
{
    at_assert((size_t)code < AT_LEN(infos));
    return &infos[code];
}

static void
cut_at_character(char *msg, size_t cap)
{
    size_t len = strlen(msg);
    if (len + 1 < cap)
        return;
    while (len > 0 && !at_utf8_valid(at_str_n(msg, len)))
        len--;
    msg[len] = '\0';
}

bool
at_fail(struct at_err *err, enum at_code code, const char *fmt, ...)
{
    if (!err)
        return false;
    va_list args;
    va_start(args, fmt);
    vsnprintf(err->msg, sizeof(err->msg), fmt, args);
    va_end(args);
    cut_at_character(err->msg, sizeof(err->msg));
    err->code = code;
    err->sys = 0;
    return false;
}

bool
at_fail_sys(struct at_err *err, enum at_code code, int sys, const char *fmt,
            ...)
{
    if (!err)
        return false;
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(err->msg, sizeof(err->msg), fmt, args);
    va_end(args);
    if (len >= 0 && (size_t)len < sizeof(err->msg)) {
        size_t room = sizeof(err->msg) - (size_t)len;
        snprintf(err->msg + len, room, ": %s", strerror(sys));
    }
    cut_at_character(err->msg, sizeof(err->msg));
    err->code = code;
    err->sys = sys;
    return false;
}

void
at_err_context(struct at_err *err, const char *fmt, ...)
{
    if (!err)
        return;
    char was[AT_ERR_MSG_MAX];
    memcpy(was, err->msg, sizeof(was));
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(err->msg, sizeof(err->msg), fmt, args);
    va_end(args);
    if (len >= 0 && (size_t)len < sizeof(err->msg)) {
        size_t room = sizeof(err->msg) - (size_t)len;
        at_str_cut(err->msg + len, room, at_str(": "));
        len = (int)strlen(err->msg);
        at_str_cut(err->msg + len, sizeof(err->msg) - (size_t)len, at_str(was));
    }
    cut_at_character(err->msg, sizeof(err->msg));
}

void
at_err_add(struct at_err *err, const char *fmt, ...)
{
    if (!err)
        return;
    size_t len = strlen(err->msg);
    at_str_cut(err->msg + len, sizeof(err->msg) - len, at_str("; "));
    len = strlen(err->msg);
    va_list args;
    va_start(args, fmt);
    vsnprintf(err->msg + len, sizeof(err->msg) - len, fmt, args);
    va_end(args);
    cut_at_character(err->msg, sizeof(err->msg));
}
