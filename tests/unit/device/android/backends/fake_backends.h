// fake_backends.h: a router whose backends do what a test's script says
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_BACKENDS_FAKE_BACKENDS_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_BACKENDS_FAKE_BACKENDS_H

#include "device/android/backends/router.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/android_priv.h"
#include "device/gesture.h"
#include "sys/cancel.h"
#include "tests/t.h"

enum { SCRIPT_MAX = 8 };

// The results of a backend, call for call; the last one is repeated.
struct script {
    enum at_code opens[SCRIPT_MAX]; // AT_OK: comes up
    enum at_code runs[SCRIPT_MAX];
    bool touches;                 // a call that fails has done something
    enum at_backend_health after; // … and the backend's health then
    const char *words;            // the message of its failures, NULL: "NAME
                                  // says no"
    size_t open_count;
    size_t run_count;
    size_t closed;
};

static struct script scripts[AT_BACKEND_COUNT];
static char calls[400]; // "helper+ helper adb"

static const char *const names[] = {
    [AT_BACKEND_ADB] = "adb",
    [AT_BACKEND_GRPC] = "grpc",
    [AT_BACKEND_RESIDENT] = "resident",
    [AT_BACKEND_HELPER] = "helper",
};

static void
record(const char *name, const char *what)
{
    size_t len = strlen(calls);
    snprintf(calls + len, sizeof(calls) - len, "%s%s%s", len ? " " : "", name,
             what);
}

static enum at_code
next(const enum at_code *codes, size_t *count)
{
    size_t at = *count < SCRIPT_MAX ? *count : SCRIPT_MAX - 1;
    ++*count;
    return codes[at];
}

static bool
answer(enum at_backend which, enum at_code code, struct at_err *err)
{
    const char *words = scripts[which].words;
    if (code == AT_OK)
        return true;
    at_fail(err, code, "%s%s", words ? words : names[which],
            words ? "" : " says no");
    return at_err_set_run(err, scripts[which].touches);
}

static bool
open_fake(enum at_backend which, void **out_self, struct at_err *err)
{
    struct script *script = &scripts[which];
    record(names[which], "+");
    *out_self = script;
    return answer(which, next(script->opens, &script->open_count), err);
}

static bool
run_fake(const struct at_op *op, void *self, const struct at_request *request,
         struct at_err *err)
{
    struct script *script = self;
    enum at_backend which = (enum at_backend)(script - scripts);
    (void)op;
    (void)request;
    record(names[which], "");
    return answer(which, next(script->runs, &script->run_count), err);
}

static void
close_fake(void *self)
{
    ((struct script *)self)->closed++;
    record(names[(struct script *)self - scripts], "-");
}

// The touch that is on the device, from any backend.
static struct {
    bool down;
    enum at_code fails;
    struct at_point at; // asked for
} finger;

static bool
release_fake(const struct at_op *op_, void *self, struct at_point at,
             bool *out_was_down, struct at_err *why)
{
    (void)op_;
    record(names[(struct script *)self - scripts], "^");
    finger.at = at;
    *out_was_down = false;
    if (finger.fails != AT_OK)
        return at_fail(why, finger.fails, "no way to it");
    *out_was_down = finger.down;
    finger.down = false;
    return true;
}

static enum at_backend_health
health(const void *self, enum at_request_kind kind, const struct at_err *err)
{
    const struct script *script = self;
    (void)kind;
    return err->code == AT_ETREE ? AT_BACKEND_USABLE : script->after;
}

#define OPEN(which)                                                            \
    static bool open_##which(const struct at_op *op,                           \
                             struct at_android *android, void **out_self,      \
                             struct at_err *err)                               \
    {                                                                          \
        (void)op;                                                              \
        (void)android;                                                         \
        return open_fake(AT_BACKEND_##which, out_self, err);                   \
    }
OPEN(ADB)
OPEN(GRPC)
OPEN(RESIDENT)
OPEN(HELPER)

// A program of this user runs one.
static bool other_runs;

static bool
join_fake(const struct at_op *op_, struct at_android *of, void **out_self,
          struct at_err *why)
{
    (void)op_;
    (void)of;
    record(names[AT_BACKEND_RESIDENT], "?");
    *out_self = &scripts[AT_BACKEND_RESIDENT];
    return other_runs || at_fail(why, AT_EUNSUPPORTED, "there is none");
}

static void *
begin_fake(struct at_android *of)
{
    (void)of;
    record(names[AT_BACKEND_RESIDENT], "<");
    return &scripts[AT_BACKEND_RESIDENT];
}

static bool
await_fake(const struct at_op *op_, struct at_android *of, void *begun,
           void **out_self, struct at_err *why)
{
    (void)op_;
    (void)of;
    T_OK(begun == &scripts[AT_BACKEND_RESIDENT]);
    return open_fake(AT_BACKEND_RESIDENT, out_self, why);
}

static void
drop_fake(void *begun)
{
    T_OK(begun == &scripts[AT_BACKEND_RESIDENT]);
    record(names[AT_BACKEND_RESIDENT], ">");
}

// clang-format off
#define ALL_RUN {[AT_REQUEST_TREE] = run_fake, [AT_REQUEST_SCREENSHOT] = run_fake, \
                 [AT_REQUEST_INPUT] = run_fake, [AT_REQUEST_TEXT] = run_fake}
#define KIND(which, the_name) .name = the_name, .open_ms = 1000, \
    .open = open_##which, .close = close_fake, .health = health
static const struct at_backend_kind adb = {
    KIND(ADB, "adb"), .release = release_fake, .run = ALL_RUN};
static const struct at_backend_kind grpc = {
    KIND(GRPC, "grpc"),
    .run = {[AT_REQUEST_SCREENSHOT] = run_fake,
            [AT_REQUEST_INPUT] = run_fake, [AT_REQUEST_TEXT] = run_fake}};
#define HELPER_KIND(which, the_name) \
    KIND(which, the_name), .slow = true, .exclusive = true, .helper = true, \
    .package = "com.agentest.helper"
#define HELPER_RUN {[AT_REQUEST_TREE] = run_fake, [AT_REQUEST_STEP] = run_fake, \
                    [AT_REQUEST_FRAMEWORK] = run_fake, \
                    [AT_REQUEST_SCREENSHOT] = run_fake, \
                    [AT_REQUEST_INPUT] = run_fake, [AT_REQUEST_TEXT] = run_fake}
static const struct at_backend_kind helper = {
    HELPER_KIND(HELPER, "helper"), .run = HELPER_RUN};
static const struct at_backend_kind resident = {
    HELPER_KIND(RESIDENT, "resident"), .join = join_fake, .begin = begin_fake,
    .await = await_fake, .drop = drop_fake, .run = HELPER_RUN};
// On a device that has no jar.
static const struct at_backend_kind no_resident = {
    HELPER_KIND(RESIDENT, "resident")};
// clang-format on

static const at_backend_kinds kinds = {
    [AT_BACKEND_ADB] = &adb,
    [AT_BACKEND_GRPC] = &grpc,
    [AT_BACKEND_RESIDENT] = &no_resident,
    [AT_BACKEND_HELPER] = &helper,
};
static const at_backend_kinds kinds_with_resident = {
    [AT_BACKEND_ADB] = &adb,
    [AT_BACKEND_GRPC] = &grpc,
    [AT_BACKEND_RESIDENT] = &resident,
    [AT_BACKEND_HELPER] = &helper,
};

static struct at_android android;
static struct at_router router;
static const struct at_op op = {.deadline_ns = AT_NEVER_NS};
static struct at_err err;

static void
begin_with(const char *serial, const at_backend_kinds with)
{
    memset(scripts, 0, sizeof(scripts));
    memset(&android, 0, sizeof(android));
    memset(&finger, 0, sizeof(finger));
    calls[0] = '\0';
    snprintf(android.base.serial, sizeof(android.base.serial), "%s", serial);
    other_runs = false;
    at_router_init(&router, &android, with);
}

static void
begin(const char *serial)
{
    begin_with(serial, kinds);
}

static bool
go(enum at_request_kind kind)
{
    static const struct at_input tap = {.kind = AT_INPUT_TAP};
    static const struct at_device_step step = {.inputs = &tap, .count = 1};
    bool input = kind >= AT_REQUEST_INPUT;
    const struct at_request request = {.kind = kind,
                                       .input = input ? &tap : NULL,
                                       .step = kind == AT_REQUEST_STEP ? &step
                                                                       : NULL};
    err = (struct at_err)AT_ERR_INIT;
    return at_router_run(&op, &router, &request, &err);
}

static const char *
called(void)
{
    static char last[sizeof(calls)];
    memcpy(last, calls, sizeof(calls));
    calls[0] = '\0';
    return last;
}

#define EMULATOR "emulator-5554"
#define PHONE "R58M123"

#endif
