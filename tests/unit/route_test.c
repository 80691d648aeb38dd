// The route table and its rules, on backends that are scripted here.
#include "device/android/route/route.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/via_adb/via_adb.h"
#include "device/gesture.h"
#include "sys/cancel.h"
#include "tests/t.h"

enum { SCRIPT_MAX = 8 };

// What a backend does, call for call; the last goes on.
struct script {
    enum at_code opens[SCRIPT_MAX]; // AT_OK: comes up
    enum at_code runs[SCRIPT_MAX];
    bool touches;      // a call that fails has done something
    bool loses;        // … and the backend is gone by it
    const char *words; // of its failures, NULL: "NAME says no"
    size_t open_count;
    size_t run_count;
    size_t closed;
};

static struct script scripts[AT_BACKEND_COUNT];
static char calls[400]; // "helper+ helper adb"

static const char *const names[] = {
    [AT_BACKEND_ADB] = "adb",
    [AT_BACKEND_GRPC] = "grpc",
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
    return code == AT_OK ||
           at_fail(err, code, "%s%s", words ? words : names[which],
                   words ? "" : " says no");
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
run_fake(const struct at_op *op, void *self, const struct at_ask *ask,
         struct at_err *err)
{
    struct script *script = self;
    enum at_backend which = (enum at_backend)(script - scripts);
    (void)op;
    (void)ask;
    record(names[which], "");
    return answer(which, next(script->runs, &script->run_count), err);
}

static void
close_fake(void *self)
{
    ((struct script *)self)->closed++;
    record(names[(struct script *)self - scripts], "-");
}

// Of the device, whoever put it there.
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

static bool
is_lost(const void *self, enum at_want want, const struct at_err *err)
{
    (void)want;
    return ((const struct script *)self)->loses && err->code != AT_ETREE;
}

static bool
untouched(const void *self, const struct at_err *err)
{
    (void)err;
    return !((const struct script *)self)->touches;
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
OPEN(HELPER)

// clang-format off
#define ALL_RUN {[AT_WANT_TREE] = run_fake, [AT_WANT_SCREENSHOT] = run_fake, \
                 [AT_WANT_TOUCH] = run_fake, [AT_WANT_KEY] = run_fake, \
                 [AT_WANT_TEXT] = run_fake}
#define KIND(which, the_name) .name = the_name, .open_ms = 1000, \
    .open = open_##which, .close = close_fake, .is_lost = is_lost, \
    .untouched = untouched
static const struct at_backend_kind adb = {
    KIND(ADB, "adb"), .release = release_fake, .run = ALL_RUN};
static const struct at_backend_kind grpc = {
    KIND(GRPC, "grpc"),
    .run = {[AT_WANT_SCREENSHOT] = run_fake, [AT_WANT_TOUCH] = run_fake,
            [AT_WANT_KEY] = run_fake, [AT_WANT_TEXT] = run_fake}};
static const struct at_backend_kind helper = {
    KIND(HELPER, "helper"), .slow = true, .alone = true,
    .package = "com.agentest.helper",
    .run = {[AT_WANT_TREE] = run_fake, [AT_WANT_STEP] = run_fake,
            [AT_WANT_FRAMEWORK] = run_fake,
            [AT_WANT_SCREENSHOT] = run_fake, [AT_WANT_TOUCH] = run_fake,
            [AT_WANT_KEY] = run_fake, [AT_WANT_TEXT] = run_fake}};
// clang-format on

static const at_backend_kinds kinds = {
    [AT_BACKEND_ADB] = &adb,
    [AT_BACKEND_GRPC] = &grpc,
    [AT_BACKEND_HELPER] = &helper,
};

static struct at_android android;
static struct at_router router;
static const struct at_op op = {.deadline_ns = AT_NEVER_NS};
static struct at_err err;

static void
begin(const char *serial)
{
    memset(scripts, 0, sizeof(scripts));
    memset(&android, 0, sizeof(android));
    memset(&finger, 0, sizeof(finger));
    calls[0] = '\0';
    snprintf(android.base.serial, sizeof(android.base.serial), "%s", serial);
    at_router_init(&router, &android, kinds);
}

static bool
go(enum at_want want)
{
    static const struct at_input tap = {.kind = AT_INPUT_TAP};
    static const struct at_device_step step = {.inputs = &tap, .count = 1};
    bool input = want >= AT_WANT_TOUCH;
    const struct at_ask ask = {.want = want,
                               .input = input ? &tap : NULL,
                               .step = want == AT_WANT_STEP ? &step : NULL};
    err = (struct at_err)AT_ERR_INIT;
    return at_router_run(&op, &router, &ask, &err);
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

// Every backend refuses, untouched: the order in which they are asked.
static const struct {
    const char *serial;
    enum at_want want;
    const char *order;
} orders[] = {
    {EMULATOR, AT_WANT_TREE, "helper+ helper helper- adb+ adb"},
    {PHONE, AT_WANT_TREE, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_WANT_TOUCH,
     "grpc+ grpc grpc- helper+ helper helper- adb+ adb"},
    {PHONE, AT_WANT_TOUCH, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_WANT_KEY, "grpc+ grpc grpc- helper+ helper helper- adb+ adb"},
    {PHONE, AT_WANT_KEY, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_WANT_TEXT,
     "helper+ helper helper- grpc+ grpc grpc- adb+ adb"},
    {PHONE, AT_WANT_TEXT, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_WANT_FRAMEWORK, "helper+ helper helper-"},
    {PHONE, AT_WANT_FRAMEWORK, "helper+ helper helper-"},
    {EMULATOR, AT_WANT_SCREENSHOT,
     "grpc+ grpc grpc- adb+ adb helper+ helper helper-"},
    {PHONE, AT_WANT_SCREENSHOT, "adb+ adb helper+ helper helper-"},
};

T_TEST(each_want_has_its_order)
{
    for (size_t i = 0; i < T_LEN(orders); i++) {
        T_ROW(orders[i].order);
        begin(orders[i].serial);
        for (size_t b = 0; b < AT_BACKEND_COUNT; b++)
            scripts[b].runs[0] = AT_EDEVICE;
        scripts[AT_BACKEND_HELPER].loses = true;
        scripts[AT_BACKEND_GRPC].loses = true;
        T_NOT(go(orders[i].want));
        T_EQ_INT(err.code,
                 orders[i].want == AT_WANT_STEP ? AT_EUNSUPPORTED : AT_EDEVICE);
        T_EQ_TEXT(called(), orders[i].order);
        at_router_deinit(&router);
    }
}

static const struct {
    const char *name;
    enum at_want want;
    enum at_code code; // of the helper's failure
    bool touches;
    bool loses;
    bool falls;
} failures[] = {
    {"not begun", AT_WANT_TOUCH, AT_ENODEV, false, false, true},
    {"lost before it began", AT_WANT_TOUCH, AT_ENODEV, false, true, true},
    {"lost on the way", AT_WANT_TOUCH, AT_EDEVICE, true, true, false},
    {"half done", AT_WANT_TEXT, AT_EDEVICE, true, false, false},
    {"cannot", AT_WANT_TEXT, AT_EUNSUPPORTED, false, false, true},
    {"wrong for all", AT_WANT_TOUCH, AT_EUSAGE, false, false, false},
    {"cancelled", AT_WANT_TOUCH, AT_ECANCELED, false, false, false},
    {"a reading has done nothing", AT_WANT_SCREENSHOT, AT_EDEVICE, true, false,
     true},
    {"no window: adb would see none either", AT_WANT_TREE, AT_ETREE, false,
     false, false},
    {"nobody else knows", AT_WANT_FRAMEWORK, AT_ENOAPP, false, false, false},
    {"the tree of a lost one", AT_WANT_TREE, AT_ENODEV, false, true, true},
};

T_TEST(a_failure_goes_on_only_where_nothing_is_done_twice)
{
    for (size_t i = 0; i < T_LEN(failures); i++) {
        size_t first = failures[i].want == AT_WANT_SCREENSHOT
                           ? AT_BACKEND_ADB
                           : AT_BACKEND_HELPER;
        T_ROW(failures[i].name);
        begin(PHONE);
        scripts[first].runs[0] = failures[i].code;
        scripts[first].touches = failures[i].touches;
        scripts[first].loses = failures[i].loses;
        T_EQ_INT(go(failures[i].want), failures[i].falls);
        if (failures[i].falls) {
            T_EQ_SIZE(android.base.fallbacks.count, 1);
            T_HAS(android.base.fallbacks.text[0], names[first]);
            T_HAS(android.base.fallbacks.text[0], "says no");
        } else {
            T_EQ_INT(err.code, failures[i].code);
            T_EQ_SIZE(android.base.fallbacks.count, 0);
        }
        at_router_deinit(&router);
    }
}

T_TEST(what_cannot_be_brought_up_stays_off_and_says_why)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].opens[0] = AT_EBUSY;
    T_OK(go(AT_WANT_TREE));
    T_OK(go(AT_WANT_TREE));
    T_OK(go(AT_WANT_TOUCH));
    T_EQ_TEXT(called(), "helper+ adb+ adb adb adb");
    T_EQ_TEXT(android.base.input_by, "adb");
    // no fallback: it was never there
    T_EQ_SIZE(android.base.fallbacks.count, 0);
    T_EQ_SIZE(at_router_tell(&router, states), 2);
    T_EQ_TEXT(states[0].name, "helper");
    T_NOT(states[0].up);
    T_EQ_TEXT(states[0].reason, "helper says no");
    T_OK(states[1].up);
    T_NOT(go(AT_WANT_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper is not there: helper says no");
    at_router_deinit(&router);
}

// The call that loses it goes another way, the next brings it up again; after
// the second loss it is off.
T_TEST(a_loss_is_repaired_once)
{
    begin(PHONE);
    struct script *script = &scripts[AT_BACKEND_HELPER];
    script->loses = true;
    script->runs[1] = AT_ENODEV;
    script->runs[3] = AT_ENODEV;
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "helper helper- adb+ adb");
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "helper helper- adb");
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "adb");
    T_EQ_SIZE(android.base.fallbacks.count, 2);
    at_router_deinit(&router);
    T_EQ_SIZE(script->closed, 2);
}

T_TEST(a_repair_that_fails_is_told)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].loses = true;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].opens[1] = AT_EDEVICE;
    T_OK(go(AT_WANT_KEY));
    T_OK(go(AT_WANT_KEY));
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "helper+ helper helper- adb+ adb helper+ adb adb");
    T_EQ_SIZE(android.base.fallbacks.count, 2);
    T_HAS(android.base.fallbacks.text[0], "adb instead of helper");
    T_HAS(android.base.fallbacks.text[1], "could not be brought up again");
    at_router_deinit(&router);
}

// A caller who gives up says nothing of the backend.
T_TEST(a_bring_up_that_is_cancelled_may_be_tried_again)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    const struct at_op ended = {.deadline_ns = AT_NEVER_NS, .cancel = cancel};
    struct at_snapshot snapshot;
    const struct at_ask ask = {.want = AT_WANT_TREE, .snapshot = &snapshot};
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].opens[0] = AT_ECANCELED;
    at_cancel_fire(cancel);
    T_NOT(at_router_run(&ended, &router, &ask, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    called();
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
    at_cancel_free(cancel);
}

// Not for a framework that is not known, nor for an app that is not there.
T_TEST(what_is_not_known_costs_no_backend)
{
    static const enum at_code codes[] = {AT_ENOAPP, AT_ETIMEOUT, AT_EPROTO};
    for (size_t i = 0; i < T_LEN(codes); i++) {
        begin(PHONE);
        scripts[AT_BACKEND_HELPER].runs[0] = codes[i];
        T_NOT(go(AT_WANT_FRAMEWORK));
        T_EQ_INT(err.code, codes[i]);
        T_OK(go(AT_WANT_TREE));
        T_EQ_TEXT(called(), "helper+ helper helper");
        T_EQ_SIZE(android.base.fallbacks.count, 0);
        at_router_deinit(&router);
    }
}

static const struct at_input touches[] = {{.kind = AT_INPUT_TAP},
                                          {.kind = AT_INPUT_KEY}};
static const struct at_input entry[] = {{.kind = AT_INPUT_TAP},
                                        {.kind = AT_INPUT_TEXT}};
static const struct at_input value[] = {{.kind = AT_INPUT_SET_TEXT}};

// An emulator's own service is preferred for touches, the helper for text.
static const struct {
    const char *serial;
    struct at_device_step step;
    enum at_code grpc; // of its bring-up
    const char *order; // it ends with who does the step, if anybody does
} steps[] = {
    {EMULATOR, {.inputs = touches, .count = 1}, AT_OK, "grpc+"},
    {EMULATOR, {.inputs = touches, .count = 2}, AT_OK, "grpc+"},
    {EMULATOR,
     {.inputs = touches, .count = 2},
     AT_EGRPC,
     "grpc+ helper+ helper"},
    {EMULATOR, {.inputs = entry, .count = 2}, AT_OK, "helper+ helper"},
    {EMULATOR, {.inputs = value, .count = 1}, AT_OK, "helper+ helper"},
    {EMULATOR, {.count = 0}, AT_OK, "helper+ helper"},
    {PHONE, {.inputs = touches, .count = 2}, AT_OK, "helper+ helper"},
};

T_TEST(a_step_is_done_by_who_is_best_at_its_inputs)
{
    for (size_t i = 0; i < T_LEN(steps); i++) {
        const struct at_ask ask = {.want = AT_WANT_STEP,
                                   .step = &steps[i].step};
        T_ROW(steps[i].order);
        begin(steps[i].serial);
        scripts[AT_BACKEND_GRPC].opens[0] = steps[i].grpc;
        err = (struct at_err)AT_ERR_INIT;
        bool done = at_router_run(&op, &router, &ask, &err);
        T_EQ_TEXT(called(), steps[i].order);
        T_EQ_INT(err.code, done ? AT_OK : AT_EUNSUPPORTED);
        T_EQ_INT(done, strstr(steps[i].order, "helper") != NULL);
        at_router_deinit(&router);
    }
}

T_TEST(for_few_calls_the_helper_comes_last)
{
    begin(EMULATOR);
    android.base.brief = true;
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "adb+ adb");
    scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
    T_NOT(go(AT_WANT_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(go(AT_WANT_FRAMEWORK));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    scripts[AT_BACKEND_ADB].runs[1] = AT_EUNSUPPORTED;
    T_OK(go(AT_WANT_TEXT));
    T_EQ_TEXT(called(), "grpc+ adb helper+ helper");
    T_OK(go(AT_WANT_TREE)); // it is there now
    T_EQ_TEXT(called(), "helper");
    at_router_deinit(&router);
}

// A process that was killed has left its helper, which keeps adb from the tree.
T_TEST(what_another_has_left_is_replaced)
{
    begin(PHONE);
    android.base.brief = true;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EDEVICE;
    scripts[AT_BACKEND_ADB].words = "held by com.agentest.helper";
    T_OK(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "adb+ adb helper+ helper");
    at_router_deinit(&router);

    begin(PHONE);
    android.base.brief = true;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EDEVICE;
    scripts[AT_BACKEND_ADB].words = "held by Appium";
    T_NOT(go(AT_WANT_TREE));
    T_EQ_TEXT(called(), "adb+ adb");
    at_router_deinit(&router);
}

T_TEST(where_none_can_each_says_why)
{
    begin(EMULATOR);
    scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
    scripts[AT_BACKEND_HELPER].opens[0] = AT_EUNSUPPORTED;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EUNSUPPORTED;
    T_NOT(go(AT_WANT_TOUCH));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "adb says no");
    T_HAS(err.msg, "grpc is not there: grpc says no");
    T_HAS(err.msg, "helper is not there: helper says no");
    at_router_deinit(&router);
}

T_TEST(a_chosen_backend_is_the_one)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    begin(EMULATOR);
    T_OK(go(AT_WANT_TREE));
    called();
    T_OK(at_router_use(&op, &router, AT_STR("adb"), &err));
    T_OK(go(AT_WANT_TREE));
    T_OK(go(AT_WANT_TOUCH));
    T_EQ_TEXT(called(), "helper- adb+ adb adb");
    T_EQ_SIZE(at_router_tell(&router, states), 3);
    T_HAS(states[0].reason, "\"adb\" was chosen");

    T_OK(at_router_use(&op, &router, AT_STR("grpc"), &err));
    T_OK(go(AT_WANT_TOUCH));
    T_EQ_TEXT(called(), "grpc+ grpc");
    T_EQ_TEXT(android.base.input_by, "grpc");
    T_NOT(go(AT_WANT_STEP)); // whose input is the helper's
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_EQ_SIZE(at_router_tell(&router, states), 3);
    T_EQ_TEXT(states[0].name, "grpc");

    T_NOT(at_router_use(&op, &router, AT_STR("usb"), &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    at_router_deinit(&router);

    begin(EMULATOR);
    scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
    T_NOT(at_router_use(&op, &router, AT_STR("grpc"), &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "use backend \"auto\" or \"adb\"");
    T_OK(at_router_use(&op, &router, AT_STR("auto"), &err));
    at_router_deinit(&router);

    begin(PHONE);
    T_NOT(at_router_use(&op, &router, AT_STR("grpc"), &err));
    T_HAS(err.msg, "no emulator");
    T_EQ_TEXT(called(), "");
    at_router_deinit(&router);
}

static struct at_touch_frame first_frame = {
    .count = 2, .touches = {{0, {7, 8}, true}, {1, {9, 9}, true}}};
static struct at_gesture pinch = {.frames = &first_frame, .count = 1};

// The helper fails on its way in each.
static const struct {
    const char *word;
    enum at_want want;
    struct at_input inputs[2];
    size_t count;
    bool touches; // something may have been done
    struct at_point at;
    const char *order;
} left[] = {
    {"tap",
     AT_WANT_TOUCH,
     {{.kind = AT_INPUT_TAP, .at = {1, 2}}},
     1,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"double tap",
     AT_WANT_TOUCH,
     {{.kind = AT_INPUT_DOUBLE_TAP, .at = {1, 2}}},
     1,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"swipe",
     AT_WANT_TOUCH,
     {{.kind = AT_INPUT_SWIPE, .swipe = {{3, 4}, {5, 6}, 300}}},
     1,
     true,
     {3, 4},
     "helper+ helper adb+ adb^"},
    {"long press",
     AT_WANT_STEP,
     {{.kind = AT_INPUT_SWIPE, .swipe = {{3, 4}, {3, 4}, 300}}},
     1,
     true,
     {3, 4},
     "helper+ helper adb+ adb^"},
    {"gesture",
     AT_WANT_STEP,
     {{.kind = AT_INPUT_GESTURE, .gesture = &pinch}},
     1,
     true,
     {7, 8},
     "helper+ helper adb+ adb^"},
    {"tap",
     AT_WANT_STEP,
     {{.kind = AT_INPUT_TAP, .at = {1, 2}}, {.kind = AT_INPUT_TEXT}},
     2,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"text",
     AT_WANT_TEXT,
     {{.kind = AT_INPUT_TEXT}},
     1,
     true,
     {0, 0},
     "helper+ helper"},
    {"step",
     AT_WANT_STEP,
     {{.kind = AT_INPUT_KINDS}},
     0,
     true,
     {0, 0},
     "helper+ helper"},
    {"tap",
     AT_WANT_STEP,
     {{.kind = AT_INPUT_TAP, .at = {1, 2}}},
     1,
     false,
     {0, 0},
     "helper+ helper"},
};

static bool
go_left(size_t row)
{
    const struct at_device_step step = {.inputs = left[row].inputs,
                                        .count = left[row].count};
    bool is_step = left[row].want == AT_WANT_STEP;
    const struct at_ask ask = {.want = left[row].want,
                               .input = is_step ? NULL : left[row].inputs,
                               .step = is_step ? &step : NULL};
    err = (struct at_err)AT_ERR_INIT;
    return at_router_run(&op, &router, &ask, &err);
}

T_TEST(what_is_left_on_the_screen_is_lifted)
{
    for (size_t i = 0; i < T_LEN(left); i++) {
        T_ROW(left[i].order);
        begin(PHONE);
        finger.down = true;
        scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
        scripts[AT_BACKEND_HELPER].touches = left[i].touches;
        T_NOT(go_left(i));
        T_EQ_TEXT(called(), left[i].order);
        T_EQ_INT(finger.at.x_px, left[i].at.x_px);
        T_EQ_INT(finger.at.y_px, left[i].at.y_px);
        if (finger.down) {
            T_NOT(strstr(err.msg, "finger"));
        } else {
            T_EQ_SIZE(android.base.fallbacks.count, 1);
            T_HAS(err.msg, "the finger that was still down was lifted");
            T_HAS(android.base.fallbacks.text[0], left[i].word);
            T_HAS(android.base.fallbacks.text[0],
                  "a finger that helper had left down was lifted by adb");
        }
        if (left[i].touches)
            T_HAS(err.msg, "look at the screen before you repeat it");
        T_OK(go(AT_WANT_KEY)); // nothing more is owed
        T_EQ_TEXT(called(), "helper");
        at_router_deinit(&router);
    }
}

T_TEST(where_nothing_is_down_nothing_is_lifted)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(0));
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^");
    T_HAS(err.msg, "no finger is down");
    T_EQ_SIZE(android.base.fallbacks.count, 0);
    at_router_deinit(&router);
}

// A call that was cancelled has no time of its own left.
T_TEST(a_cancelled_touch_is_lifted_too)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    const struct at_op ended = {.deadline_ns = AT_NEVER_NS, .cancel = cancel};
    const struct at_ask ask = {.want = AT_WANT_TOUCH, .input = left[0].inputs};
    begin(PHONE);
    T_OK(go_left(0));
    called();
    finger.down = true;
    scripts[AT_BACKEND_HELPER].runs[1] = AT_ECANCELED;
    scripts[AT_BACKEND_HELPER].touches = true;
    at_cancel_fire(cancel);
    T_NOT(at_router_run(&ended, &router, &ask, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_EQ_TEXT(called(), "helper adb+ adb^");
    T_NOT(finger.down);
    at_router_deinit(&router);
    at_cancel_free(cancel);
}

T_TEST(what_was_asked_wrongly_has_put_nothing_down)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].runs[0] = AT_EUSAGE;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(0));
    T_EQ_TEXT(called(), "helper+ helper");
    T_EQ_TEXT(err.msg, "helper says no");
    at_router_deinit(&router);
}

T_TEST(what_cannot_be_reached_is_lifted_later)
{
    begin(PHONE);
    finger.down = true;
    finger.fails = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(0));
    T_HAS(err.msg, "as soon as the device can be told to");
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^ adb^ helper");
    finger.fails = AT_OK;
    T_OK(go(AT_WANT_KEY));
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "adb^ helper helper");
    T_EQ_SIZE(android.base.fallbacks.count, 1);

    finger.down = true;
    finger.fails = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].runs[4] = AT_ENODEV;
    T_NOT(go_left(0));
    called();
    finger.fails = AT_OK;
    at_router_deinit(&router); // at the latest
    T_EQ_TEXT(called(), "adb^ adb- helper-");
    T_NOT(finger.down);
}

// What is lost with the adb server is lifted by who opens the device next.
T_TEST(what_is_owed_outlives_the_device_being_closed)
{
    begin(PHONE);
    finger.fails = AT_ENOTOOL;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(2));
    at_router_deinit(&router);
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^ adb^ adb- helper-");

    begin("another");
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);

    begin(PHONE);
    finger.down = true;
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "adb+ adb^ helper+ helper");
    T_EQ_INT(finger.at.x_px, 3);
    T_HAS(android.base.fallbacks.text[0],
          "swipe: a finger that helper had left down was lifted by adb");
    at_router_deinit(&router);

    begin(PHONE);
    T_OK(go(AT_WANT_KEY));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
}

// Whether the device is gone shows when it is reached for.
static const struct {
    const char *name;
    size_t row; // of left
    enum at_backend by;
    enum at_code finger; // what looking for it gives
    enum at_code code;
} gone[] = {
    {"a helper", 0, AT_BACKEND_HELPER, AT_OK, AT_EDEVICE},
    {"a helper, and the device", 0, AT_BACKEND_HELPER, AT_ENODEV, AT_ENODEV},
    {"a helper that typed", 6, AT_BACKEND_HELPER, AT_OK, AT_EDEVICE},
    {"a server that is back", 0, AT_BACKEND_ADB, AT_OK, AT_EDEVICE},
    {"a server", 0, AT_BACKEND_ADB, AT_ENODEV, AT_ENODEV},
    {"a server, in a text", 6, AT_BACKEND_ADB, AT_OK, AT_ENODEV},
};

T_TEST(the_device_is_gone_only_where_it_cannot_be_reached)
{
    for (size_t i = 0; i < T_LEN(gone); i++) {
        T_ROW(gone[i].name);
        begin("emulator-5560");
        scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
        if (gone[i].by == AT_BACKEND_ADB)
            scripts[AT_BACKEND_HELPER].opens[0] = AT_EUNSUPPORTED;
        scripts[gone[i].by].runs[0] = AT_ENODEV;
        scripts[gone[i].by].touches = true;
        finger.fails = gone[i].finger;
        T_NOT(go_left(gone[i].row));
        T_EQ_INT(err.code, gone[i].code);
        finger.fails = AT_OK;
        at_router_deinit(&router);
    }
}

// Whoever wanted a step does its inputs one by one then.
T_TEST(a_step_that_cannot_be_done_is_no_failure)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].loses = true;
    T_NOT(go(AT_WANT_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper says no");
    T_EQ_SIZE(android.base.fallbacks.count, 1);
    T_HAS(android.base.fallbacks.text[0], "tap: not by helper: helper says no");
    at_router_deinit(&router);
}

T_MAIN(T_CASE(each_want_has_its_order),
       T_CASE(a_failure_goes_on_only_where_nothing_is_done_twice),
       T_CASE(what_cannot_be_brought_up_stays_off_and_says_why),
       T_CASE(a_loss_is_repaired_once), T_CASE(a_repair_that_fails_is_told),
       T_CASE(a_bring_up_that_is_cancelled_may_be_tried_again),
       T_CASE(what_is_not_known_costs_no_backend),
       T_CASE(a_step_is_done_by_who_is_best_at_its_inputs),
       T_CASE(for_few_calls_the_helper_comes_last),
       T_CASE(what_another_has_left_is_replaced),
       T_CASE(where_none_can_each_says_why),
       T_CASE(a_chosen_backend_is_the_one),
       T_CASE(what_is_left_on_the_screen_is_lifted),
       T_CASE(where_nothing_is_down_nothing_is_lifted),
       T_CASE(a_cancelled_touch_is_lifted_too),
       T_CASE(what_was_asked_wrongly_has_put_nothing_down),
       T_CASE(what_cannot_be_reached_is_lifted_later),
       T_CASE(what_is_owed_outlives_the_device_being_closed),
       T_CASE(the_device_is_gone_only_where_it_cannot_be_reached),
       T_CASE(a_step_that_cannot_be_done_is_no_failure))
