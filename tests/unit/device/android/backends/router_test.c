// router_test.c: the route table and its rules
#include "tests/unit/device/android/backends/fake_backends.h"

// Every backend refuses, untouched: they are asked in this order.
static const struct {
    const char *serial;
    enum at_request_kind kind;
    const char *order;
} orders[] = {
    {EMULATOR, AT_REQUEST_TREE, "helper+ helper helper- adb+ adb"},
    {PHONE, AT_REQUEST_TREE, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_REQUEST_INPUT,
     "grpc+ grpc grpc- helper+ helper helper- adb+ adb"},
    {PHONE, AT_REQUEST_INPUT, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_REQUEST_TEXT,
     "helper+ helper helper- grpc+ grpc grpc- adb+ adb"},
    {PHONE, AT_REQUEST_TEXT, "helper+ helper helper- adb+ adb"},
    {EMULATOR, AT_REQUEST_FRAMEWORK, "helper+ helper helper-"},
    {PHONE, AT_REQUEST_FRAMEWORK, "helper+ helper helper-"},
    {EMULATOR, AT_REQUEST_SCREENSHOT,
     "grpc+ grpc grpc- adb+ adb helper+ helper helper-"},
    {PHONE, AT_REQUEST_SCREENSHOT, "adb+ adb helper+ helper helper-"},
};

T_TEST(each_request_has_its_order)
{
    for (size_t i = 0; i < T_LEN(orders); i++) {
        T_ROW(orders[i].order);
        begin(orders[i].serial);
        for (size_t b = 0; b < AT_BACKEND_COUNT; b++)
            scripts[b].runs[0] = AT_EDEVICE;
        scripts[AT_BACKEND_HELPER].after = AT_BACKEND_UNUSABLE;
        scripts[AT_BACKEND_GRPC].after = AT_BACKEND_UNUSABLE;
        T_NOT(go(orders[i].kind));
        T_EQ_INT(err.code, orders[i].kind == AT_REQUEST_STEP ? AT_EUNSUPPORTED
                                                             : AT_EDEVICE);
        T_EQ_TEXT(called(), orders[i].order);
        at_router_deinit(&router);
    }
}

static const struct {
    const char *name;
    enum at_request_kind kind;
    enum at_code code; // code of the helper's failure
    bool touches;
    bool loses;
    bool falls;
} failures[] = {
    {"not begun", AT_REQUEST_INPUT, AT_ENODEV, false, false, true},
    {"lost before it began", AT_REQUEST_INPUT, AT_ENODEV, false, true, true},
    {"lost on the way", AT_REQUEST_INPUT, AT_EDEVICE, true, true, false},
    {"half done", AT_REQUEST_TEXT, AT_EDEVICE, true, false, false},
    {"cannot", AT_REQUEST_TEXT, AT_EUNSUPPORTED, false, false, true},
    {"wrong for all", AT_REQUEST_INPUT, AT_EUSAGE, false, false, false},
    {"cancelled", AT_REQUEST_INPUT, AT_ECANCELED, false, false, false},
    {"a reading has done nothing", AT_REQUEST_SCREENSHOT, AT_EDEVICE, true,
     false, true},
    {"no window: adb would see none either", AT_REQUEST_TREE, AT_ETREE, false,
     false, false},
    {"nobody else knows", AT_REQUEST_FRAMEWORK, AT_ENOAPP, false, false, false},
    {"the tree of a lost one", AT_REQUEST_TREE, AT_ENODEV, false, true, true},
};

T_TEST(a_fallback_never_does_anything_twice)
{
    for (size_t i = 0; i < T_LEN(failures); i++) {
        size_t first = failures[i].kind == AT_REQUEST_SCREENSHOT
                           ? AT_BACKEND_ADB
                           : AT_BACKEND_HELPER;
        T_ROW(failures[i].name);
        begin(PHONE);
        scripts[first].runs[0] = failures[i].code;
        scripts[first].touches = failures[i].touches;
        scripts[first].after =
            failures[i].loses ? AT_BACKEND_UNUSABLE : AT_BACKEND_USABLE;
        T_EQ_INT(go(failures[i].kind), failures[i].falls);
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

T_TEST(a_backend_that_fails_to_open_stays_off)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].opens[0] = AT_EBUSY;
    T_OK(go(AT_REQUEST_TREE));
    T_OK(go(AT_REQUEST_TREE));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ adb+ adb adb adb");
    T_EQ_TEXT(android.base.input_by, "adb");
    // no fallback: it was never there
    T_EQ_SIZE(android.base.fallbacks.count, 0);
    T_EQ_SIZE(at_router_describe(&router, states), 3);
    T_EQ_TEXT(states[1].name, "helper");
    T_NOT(states[1].up);
    T_EQ_TEXT(states[1].reason, "helper says no");
    T_OK(states[2].up);
    T_NOT(go(AT_REQUEST_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper is not available: helper says no");
    at_router_deinit(&router);
}

// A caller who gives up says nothing of the backend.
T_TEST(a_bring_up_that_is_cancelled_may_be_tried_again)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    const struct at_op ended = {.deadline_ns = AT_NEVER_NS, .cancel = cancel};
    struct at_snapshot snapshot;
    const struct at_request request = {.kind = AT_REQUEST_TREE,
                                       .snapshot = &snapshot};
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].opens[0] = AT_ECANCELED;
    at_cancel_fire(cancel);
    T_NOT(at_router_run(&ended, &router, &request, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    called();
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
    at_cancel_free(cancel);
}

// Not for a framework that is not known, nor for an app that is not there.
T_TEST(an_unknown_framework_costs_no_backend)
{
    static const enum at_code codes[] = {AT_ENOAPP, AT_ETIMEOUT, AT_EPROTO};
    for (size_t i = 0; i < T_LEN(codes); i++) {
        begin(PHONE);
        scripts[AT_BACKEND_HELPER].runs[0] = codes[i];
        T_NOT(go(AT_REQUEST_FRAMEWORK));
        T_EQ_INT(err.code, codes[i]);
        T_OK(go(AT_REQUEST_TREE));
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
    enum at_code grpc; // code of its bring-up
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

T_TEST(a_step_goes_to_the_best_backend_for_its_inputs)
{
    for (size_t i = 0; i < T_LEN(steps); i++) {
        const struct at_request request = {.kind = AT_REQUEST_STEP,
                                           .step = &steps[i].step};
        T_ROW(steps[i].order);
        begin(steps[i].serial);
        scripts[AT_BACKEND_GRPC].opens[0] = steps[i].grpc;
        err = (struct at_err)AT_ERR_INIT;
        bool done = at_router_run(&op, &router, &request, &err);
        T_EQ_TEXT(called(), steps[i].order);
        T_EQ_INT(err.code, done ? AT_OK : AT_EUNSUPPORTED);
        T_EQ_INT(done, strstr(steps[i].order, "helper") != NULL);
        at_router_deinit(&router);
    }
}

T_TEST(for_few_requests_the_helper_is_last)
{
    begin(EMULATOR);
    android.base.brief = true;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "adb+ adb");
    scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
    T_NOT(go(AT_REQUEST_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(go(AT_REQUEST_FRAMEWORK));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    scripts[AT_BACKEND_ADB].runs[1] = AT_EUNSUPPORTED;
    T_OK(go(AT_REQUEST_TEXT));
    T_EQ_TEXT(called(), "grpc+ adb helper+ helper");
    T_OK(go(AT_REQUEST_TREE)); // it is there now
    T_EQ_TEXT(called(), "helper");
    at_router_deinit(&router);
}

// A process that was killed has left its helper, which keeps adb from the tree.
T_TEST(the_helper_of_a_killed_process_is_replaced)
{
    begin(PHONE);
    android.base.brief = true;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EDEVICE;
    scripts[AT_BACKEND_ADB].words = "held by com.agentest.helper";
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "adb+ adb helper+ helper");
    at_router_deinit(&router);

    begin(PHONE);
    android.base.brief = true;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EDEVICE;
    scripts[AT_BACKEND_ADB].words = "held by Appium";
    T_NOT(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "adb+ adb");
    at_router_deinit(&router);
}

T_TEST(if_no_backend_can_each_says_why)
{
    begin(EMULATOR);
    scripts[AT_BACKEND_GRPC].opens[0] = AT_EGRPC;
    scripts[AT_BACKEND_HELPER].opens[0] = AT_EUNSUPPORTED;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EUNSUPPORTED;
    T_NOT(go(AT_REQUEST_INPUT));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "adb says no");
    T_HAS(err.msg, "grpc is not available: grpc says no");
    T_HAS(err.msg, "helper is not available: helper says no");
    at_router_deinit(&router);
}

T_TEST(a_chosen_backend_is_the_one)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    begin(EMULATOR);
    T_OK(go(AT_REQUEST_TREE));
    called();
    T_OK(at_router_use(&op, &router, AT_STR("adb"), &err));
    T_OK(go(AT_REQUEST_TREE));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper- adb+ adb adb");
    T_EQ_SIZE(at_router_describe(&router, states), 4);
    T_HAS(states[0].reason, "\"adb\" was chosen");

    T_OK(at_router_use(&op, &router, AT_STR("grpc"), &err));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "grpc+ grpc");
    T_EQ_TEXT(android.base.input_by, "grpc");
    T_NOT(go(AT_REQUEST_STEP)); // the input goes to the helper
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_EQ_SIZE(at_router_describe(&router, states), 4);
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
    T_HAS(err.msg, "not an emulator");
    T_EQ_TEXT(called(), "");
    at_router_deinit(&router);
}

static struct at_touch_frame first_frame = {
    .count = 2, .touches = {{0, {7, 8}, true}, {1, {9, 9}, true}}};
static struct at_gesture pinch = {.frames = &first_frame, .count = 1};

// The helper fails on its way in each.
static const struct {
    const char *word;
    enum at_request_kind kind;
    struct at_input inputs[2];
    size_t count;
    bool touches; // something may have been done
    struct at_point at;
    const char *order;
} left[] = {
    {"tap",
     AT_REQUEST_INPUT,
     {{.kind = AT_INPUT_TAP, .at = {1, 2}}},
     1,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"double tap",
     AT_REQUEST_INPUT,
     {{.kind = AT_INPUT_DOUBLE_TAP, .at = {1, 2}}},
     1,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"swipe",
     AT_REQUEST_INPUT,
     {{.kind = AT_INPUT_SWIPE,
       .swipe = {.from = {3, 4}, .to = {5, 6}, .duration_ms = 300}}},
     1,
     true,
     {3, 4},
     "helper+ helper adb+ adb^"},
    {"long press",
     AT_REQUEST_STEP,
     {{.kind = AT_INPUT_SWIPE,
       .swipe = {.from = {3, 4}, .to = {3, 4}, .duration_ms = 300}}},
     1,
     true,
     {3, 4},
     "helper+ helper adb+ adb^"},
    {"gesture",
     AT_REQUEST_STEP,
     {{.kind = AT_INPUT_GESTURE, .gesture = &pinch}},
     1,
     true,
     {7, 8},
     "helper+ helper adb+ adb^"},
    {"tap",
     AT_REQUEST_STEP,
     {{.kind = AT_INPUT_TAP, .at = {1, 2}}, {.kind = AT_INPUT_TEXT}},
     2,
     true,
     {1, 2},
     "helper+ helper adb+ adb^"},
    {"text",
     AT_REQUEST_TEXT,
     {{.kind = AT_INPUT_TEXT}},
     1,
     true,
     {0, 0},
     "helper+ helper"},
    {"step",
     AT_REQUEST_STEP,
     {{.kind = AT_INPUT_KINDS}},
     0,
     true,
     {0, 0},
     "helper+ helper"},
    {"tap",
     AT_REQUEST_STEP,
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
    bool is_step = left[row].kind == AT_REQUEST_STEP;
    const struct at_request request = {.kind = left[row].kind,
                                       .input =
                                           is_step ? NULL : left[row].inputs,
                                       .step = is_step ? &step : NULL};
    err = (struct at_err)AT_ERR_INIT;
    return at_router_run(&op, &router, &request, &err);
}

T_TEST(a_stuck_finger_is_lifted)
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
        T_OK(go(AT_REQUEST_INPUT)); // nothing is pending any more
        T_EQ_TEXT(called(), "helper");
        at_router_deinit(&router);
    }
}

T_TEST(nothing_is_lifted_if_nothing_is_down)
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

// A cancelled call has no time left.
T_TEST(a_cancelled_touch_is_lifted_too)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    const struct at_op ended = {.deadline_ns = AT_NEVER_NS, .cancel = cancel};
    const struct at_request request = {.kind = AT_REQUEST_INPUT,
                                       .input = left[0].inputs};
    begin(PHONE);
    T_OK(go_left(0));
    called();
    finger.down = true;
    scripts[AT_BACKEND_HELPER].runs[1] = AT_ECANCELED;
    scripts[AT_BACKEND_HELPER].touches = true;
    at_cancel_fire(cancel);
    T_NOT(at_router_run(&ended, &router, &request, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_EQ_TEXT(called(), "helper adb+ adb^");
    T_NOT(finger.down);
    at_router_deinit(&router);
    at_cancel_free(cancel);
}

T_TEST(a_wrong_request_leaves_no_finger)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].runs[0] = AT_EUSAGE;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(0));
    T_EQ_TEXT(called(), "helper+ helper");
    T_EQ_TEXT(err.msg, "helper says no");
    at_router_deinit(&router);
}

T_TEST(a_finger_is_lifted_once_the_device_is_reached)
{
    begin(PHONE);
    finger.down = true;
    finger.fails = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(0));
    T_HAS(err.msg, "as soon as the device can be reached");
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^ adb^ helper");
    finger.fails = AT_OK;
    T_OK(go(AT_REQUEST_INPUT));
    T_OK(go(AT_REQUEST_INPUT));
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

// A finger lost with the adb server is lifted by the next opener of the device.
T_TEST(a_pending_finger_outlives_the_closed_device)
{
    begin(PHONE);
    finger.fails = AT_ENOTOOL;
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].touches = true;
    T_NOT(go_left(2));
    at_router_deinit(&router);
    T_EQ_TEXT(called(), "helper+ helper adb+ adb^ adb^ adb- helper-");

    begin("another");
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);

    begin(PHONE);
    finger.down = true;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "adb+ adb^ helper+ helper");
    T_EQ_INT(finger.at.x_px, 3);
    T_HAS(android.base.fallbacks.text[0],
          "swipe: a finger that helper had left down was lifted by adb");
    at_router_deinit(&router);

    begin(PHONE);
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "helper+ helper");
    at_router_deinit(&router);
}

// A lost device is noticed when it is used.
static const struct {
    const char *name;
    size_t row; // row of `left`
    enum at_backend by;
    enum at_code finger; // result of looking for it
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

// The caller that wanted a step then does its inputs one by one.
T_TEST(an_impossible_step_is_not_a_failure)
{
    begin(PHONE);
    scripts[AT_BACKEND_HELPER].runs[0] = AT_ENODEV;
    scripts[AT_BACKEND_HELPER].after = AT_BACKEND_UNUSABLE;
    T_NOT(go(AT_REQUEST_STEP));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper says no");
    T_EQ_SIZE(android.base.fallbacks.count, 1);
    T_HAS(android.base.fallbacks.text[0], "tap: not by helper: helper says no");
    at_router_deinit(&router);
}

T_TEST(one_helper_at_most_is_up)
{
    begin_with(PHONE, kinds_with_resident);
    T_OK(go(AT_REQUEST_TREE));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "resident+ resident resident");
    // the installed one is not asked while the resident one is up
    scripts[AT_BACKEND_RESIDENT].runs[2] = AT_EUNSUPPORTED;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "resident adb+ adb");
    at_router_deinit(&router);
}

T_TEST(an_installed_helper_follows_a_resident_one_that_cannot_start)
{
    begin_with(PHONE, kinds_with_resident);
    scripts[AT_BACKEND_RESIDENT].opens[0] = AT_EDEVICE;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "resident+ helper+ helper");
    at_router_deinit(&router);
}

// Another program has UiAutomation: a second start could only disturb it.
T_TEST(a_held_device_is_not_tried_with_the_other_helper)
{
    begin_with(PHONE, kinds_with_resident);
    scripts[AT_BACKEND_RESIDENT].opens[0] = AT_EBUSY;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "resident+ adb+ adb");
    at_router_deinit(&router);
}

T_TEST(few_requests_use_a_helper_that_runs_and_start_none)
{
    begin_with(PHONE, kinds_with_resident);
    android.base.brief = true;
    T_OK(go(AT_REQUEST_TREE));
    T_EQ_TEXT(called(), "resident? adb+ adb");
    other_runs = true;
    T_OK(go(AT_REQUEST_TREE));
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "resident? resident resident");
    // its owner has ended: it is not started again
    other_runs = false;
    scripts[AT_BACKEND_RESIDENT].runs[2] = AT_ENODEV;
    scripts[AT_BACKEND_RESIDENT].after = AT_BACKEND_LOST;
    T_OK(go(AT_REQUEST_INPUT));
    T_EQ_TEXT(called(), "resident resident- resident? adb");
    at_router_deinit(&router);
}

// Requests that adb cannot serve are worth a start.
T_TEST(few_requests_start_a_helper_for_what_nothing_else_can_do)
{
    begin_with(PHONE, kinds_with_resident);
    android.base.brief = true;
    scripts[AT_BACKEND_ADB].runs[0] = AT_EUNSUPPORTED;
    T_OK(go(AT_REQUEST_TEXT));
    T_EQ_TEXT(called(), "resident? adb+ adb resident+ resident");
    at_router_deinit(&router);
}

T_MAIN()
