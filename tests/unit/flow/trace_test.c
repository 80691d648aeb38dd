#include "base/alloc.h"
#include "flow/app/launch.h"
#include "tests/t.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define SWITCH(flags) \
    FAKE_NODE("android.widget.Switch", "com.ex:id/wifi", "Wi-Fi", \
              "clickable=\"true\" checkable=\"true\" " flags, \
              "[0,600][500,700]", "")
#define APP(flags) FAKE_APP(FAKE_TEXT("Home", "[0,0][1080,100]") \
                            FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
                            SWITCH(flags))
#define ELSE FAKE_APP(FAKE_TEXT("Next", "[0,0][1080,100]"))
#define HOME FAKE_OTHER("com.android.launcher3", "", "Apps")
#define SETTINGS FAKE_OTHER("com.android.settings", "", "Network")
#define CRASHED FAKE_OTHER("android", "android:id/aerr_close", "Close app")
#define HUNG FAKE_OTHER("android", "android:id/aerr_wait", "Wait")
#define ALLOW FAKE_OTHER("com.android.permissioncontroller", \
    "com.android.permissioncontroller:id/permission_allow_button", "Allow")
// clang-format on

#define TAP "[{'action': 'tap', 'target': {'id': 'go'}}]"

static const json_t *
top(const struct flow_run *run, const char *name)
{
    return json_object_get(run->trace, name);
}

// The screen of a switch that was turned is another one to the fingerprint,
// a field's value is not.
T_TEST(changed_state_is_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = APP("checked=\"true\""), .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'wifi'}}]");
    T_OK(run.ok);
    const json_t *changed = json_object_get(flow_step(&run, 0), "changed");
    T_EQ_SIZE(json_array_size(changed), 1);
    T_EQ_TEXT(json_string_value(json_array_get(changed, 0)),
              "switch \"Wi-Fi\" checked false -> true");
    T_EQ_TEXT(flow_text(&run, 0, "note"), "");
    flow_deinit(&run);
}

T_TEST(changed_value_is_reported_on_the_same_screen)
{
#define FORM(text)                                                             \
    FAKE_APP(FAKE_FIELD("f", text, "Name", "", "[0,0][100,100]")               \
                 FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
    static const struct fake_frame frames[] = {
        {.xml = FORM(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = FORM("a\tb"), .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}},"
                  " {'action': 'assert_visible', 'target': {'id': 'go'}}]");
    T_OK(json_is_false(top(&run, "screenChanged")));
    T_NULL(top(&run, "finalUiTree"));
    const json_t *changed = json_object_get(flow_step(&run, 0), "changed");
    T_EQ_SIZE(json_array_size(changed), 1);
    T_HAS(json_string_value(json_array_get(changed, 0)), "@f1 value \"\" -> ");
    T_OK(json_equal(top(&run, "changed"), changed));
    flow_deinit(&run);
}

// The whole error is reported, also of a password field; its value is not.
T_TEST(new_errors_of_a_field_are_reported)
{
#define PASSWORD(more)                                                         \
    FAKE_HELPER("", FAKE_HELPER_NODE("EditText", "4385",                       \
                                     "\"id\":\"com.ex:id/go\"," more))
    static const struct fake_frame frames[] = {
        {.xml = PASSWORD(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = PASSWORD("\"text\":\"abc\",\"error\":\"too short\","),
         .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, TAP);
    T_OK(run.ok);
    const json_t *changed = json_object_get(flow_step(&run, 0), "changed");
    T_EQ_SIZE(json_array_size(changed), 2);
    T_EQ_TEXT(json_string_value(json_array_get(changed, 0)),
              "@f1 value (0 characters) -> (3 characters)");
    T_EQ_TEXT(json_string_value(json_array_get(changed, 1)),
              "@f1 invalid \"\" -> \"too short\"");
    flow_deinit(&run);
}

static const struct {
    const char *before;
    const char *after;
    const char *changed;
} told_rows[] = {
    {FAKE_HELPER_NODE("SeekBar", "33", "\"range\":[\"0.0\",\"9.0\",\"1.0\"],"),
     FAKE_HELPER_NODE("SeekBar", "33", "\"range\":[\"0.0\",\"9.0\",\"2.0\"],"),
     "@g1 position \"1 of 0..9\" -> \"2 of 0..9\""},
    {FAKE_HELPER_NODE("SeekBar", "33",
                      "\"state\":\"1\",\"range\":[\"0\",\"9\",\"1\"],"),
     FAKE_HELPER_NODE("SeekBar", "33",
                      "\"state\":\"2\",\"range\":[\"0\",\"9\",\"2\"],"),
     "@g1 state \"1\" -> \"2\""},
    {FAKE_HELPER_NODE("Spinner", "32801", "\"text\":\"C\","),
     FAKE_HELPER_NODE("Spinner", "65569", "\"text\":\"C\","),
     "@g1 collapsed -> expanded"},
    {FAKE_HELPER_NODE("Spinner", "33", "\"text\":\"C\","),
     FAKE_HELPER_NODE("Spinner", "65569", "\"text\":\"C\","),
     "@g1 \"\" -> expanded"},
    {FAKE_HELPER_NODE("EditText", "4129", ""),
     FAKE_HELPER_NODE("EditText", "135201", ""), "@f1 invalid false -> true"},
};

T_TEST(changes_that_only_the_helper_reports)
{
    for (size_t i = 0; i < T_LEN(told_rows); i++) {
        char *before = at_strfmt(FAKE_HELPER("", "%s"), told_rows[i].before);
        char *after = at_strfmt(FAKE_HELPER("", "%s"), told_rows[i].after);
        const struct fake_frame frames[] = {
            {.xml = before, .quiet_ms = FAKE_SLOW, .until = "key"},
            {.xml = after, .quiet_ms = FAKE_SLOW}};
        struct flow_run run;
        T_ROW(told_rows[i].changed);
        flow_init(&run, frames, T_LEN(frames));
        flow_see(&run);
        flow_go(&run, "[{'action': 'press_key', 'keycode': 'KEYCODE_A'}]");
        const json_t *changed = json_object_get(flow_step(&run, 0), "changed");
        T_EQ_SIZE(json_array_size(changed), 1);
        T_EQ_TEXT(json_string_value(json_array_get(changed, 0)),
                  told_rows[i].changed);
        T_EQ_TEXT(flow_text(&run, 0, "note"), "");
        flow_deinit(&run);
        free(before);
        free(after);
    }
}

struct death_row {
    const char *name;
    const char *after; // the tap
    bool in_log;
    bool log_fails;
    int64_t pid;
    bool crashed;
    const char *error;
};

static const struct death_row deaths[] = {
    {"a crash dialog", CRASHED, true, false, 1, true,
     "com.ex crashed: java.lang.IllegalStateException: \"no cart\"; at "
     "com.ex.Cart.total(Cart.kt:42), com.ex.Main.onClick(Main.kt:7); a crash "
     "dialog is in front"},
    {"an ANR dialog", HUNG, true, false, 1, true,
     "; a dialog that says that an app does not respond is in front"},
    {"another app's ANR dialog", HUNG, false, false, 1, false, ""},
    {"a crash dialog, no log", CRASHED, false, true, 1, true, "com.ex crashed"},
    {"another app's crash dialog", CRASHED, false, false, 1, false, ""},
    {"back at the launcher", HOME, true, false, 0, true,
     "com.ex.Main.onClick(Main.kt:7); the launcher is in front"},
    {"process gone", HOME, false, false, 0, true,
     "its process is gone, and the log has no exception of it; the launcher is "
     "in front"},
    {"left with Home", HOME, false, false, 1, false, ""},
    {"the Settings app", SETTINGS, false, false, 1, false, ""},
    {"a permission dialog", ALLOW, false, false, 1, false, ""},
};

static void
init_death(struct flow_run *run, const struct fake_frame *frames, size_t count,
           const struct death_row *row)
{
    flow_init(run, frames, count);
    run->fake.crash_found = row->in_log;
    run->fake.log_fails = row->log_fails;
    run->fake.pid = row->pid;
    run->fake.crash = (struct at_crash){
        .process = "com.ex",
        .exception = "java.lang.IllegalStateException",
        .message = "no cart",
        .frames = {"com.ex.Cart.total(Cart.kt:42)",
                   "com.ex.Main.onClick(Main.kt:7)"},
    };
}

T_TEST(crashes_and_other_ends)
{
    for (size_t i = 0; i < T_LEN(deaths); i++) {
        const struct death_row *row = &deaths[i];
        const struct fake_frame frames[] = {
            {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
            {.xml = row->after, .quiet_ms = FAKE_SLOW}};
        struct flow_run run;
        T_ROW(row->name);
        init_death(&run, frames, T_LEN(frames), row);
        flow_go(&run, TAP);
        T_EQ_INT(run.ok, !row->crashed);
        T_HAS(run.err.msg, row->error);
        T_EQ_INT(json_is_true(top(&run, "appCrashDetected")), row->crashed);
        T_EQ_TEXT(flow_text(&run, 0, "code"), row->crashed ? "APP_CRASH" : "");
        T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 250");
        T_EQ_INT(run.dumps, 2);
        flow_deinit(&run);
    }
}

T_TEST(closing_the_dialog_of_an_anr_is_not_a_crash)
{
    static const struct death_row rows[] = {
        {"closed", HOME, false, false, 0, false, ""},
        {"crashed once more", HOME, true, false, 0, true, "no cart"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct fake_frame frames[] = {
            {.xml = HUNG, .quiet_ms = FAKE_SLOW, .until = "tap"},
            {.xml = rows[i].after, .quiet_ms = FAKE_SLOW}};
        struct flow_run run;
        T_ROW(rows[i].name);
        init_death(&run, frames, T_LEN(frames), &rows[i]);
        flow_go(&run, "[{'action': 'tap', 'target': {'text': 'Wait'}}]");
        T_EQ_INT(run.ok, !rows[i].crashed);
        T_HAS(run.err.msg, rows[i].error);
        T_EQ_INT(json_is_true(top(&run, "appCrashDetected")), rows[i].crashed);
        flow_deinit(&run);
    }
}

// The app came back by itself in an older screen: only the log shows it.
T_TEST(hidden_crash_explains_a_failed_step)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = ELSE, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    init_death(&run, frames, T_LEN(frames), &deaths[0]);
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}},"
                  " {'action': 'assert_visible', 'target': {'text': 'Cart'}}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_ECRASH);
    T_OK(json_is_true(top(&run, "appCrashDetected")));
    T_HAS(run.dump, "com.ex.Cart.total(Cart.kt:42)");
    flow_deinit(&run);
}

T_TEST(dialogs_and_their_ends_are_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = ALLOW, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = ELSE, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, TAP);
    T_OK(run.ok);
    const json_t *list = top(&run, "systemDialogs");
    T_EQ_SIZE(json_array_size(list), 1);
    const json_t *dialog = json_array_get(list, 0);
    T_EQ_TEXT(json_string_value(json_object_get(dialog, "type")), "permission");
    T_EQ_TEXT(json_string_value(json_object_get(dialog, "package")),
              "com.android.permissioncontroller");
    T_NULL(json_object_get(dialog, "gone"));
    flow_go(&run, "[{'action': 'tap', 'target': {'text': 'Allow'}}]");
    T_OK(run.ok);
    T_HAS(run.dump, "\"gone\": true");
    flow_deinit(&run);
}

T_TEST(the_error_names_a_dialog_in_front_of_the_target)
{
    static const struct fake_frame frames[] = {
        {.xml = ALLOW, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, TAP);
    T_EQ_INT(run.err.code, AT_ENOTFOUND);
    T_HAS(run.err.msg, "a permission dialog is in front "
                       "(com.android.permissioncontroller, \"Allow\")");
    T_NULL(top(&run, "appCrashDetected"));
    flow_deinit(&run);
}

// New refs only come with a tree that the client sees.
T_TEST(refs_of_a_receipt_are_the_clients)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = ELSE, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    uint32_t generation = at_ref_table_generation(at_app_refs(run.app));
    flow_go(&run, "[{'action': 'assert_visible', 'target': {'ref': '@b1'}}]");
    T_EQ_INT(at_ref_table_generation(at_app_refs(run.app)), generation);
    flow_go(&run, TAP);
    T_EQ_INT(at_ref_table_generation(at_app_refs(run.app)), generation + 1);
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Go\"");
    flow_deinit(&run);
}

T_TEST(device_gone_gives_a_trace_too)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = "!gone", .failure = AT_ENODEV}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, TAP);
    T_EQ_INT(run.err.code, AT_ENODEV);
    T_EQ_TEXT(flow_text(&run, 0, "code"), "ADB_CONNECTION_ERROR");
    T_EQ_INT(json_integer_value(top(&run, "totalSteps")), 1);
    T_OK(json_is_false(top(&run, "success")));
    flow_deinit(&run);
}

// A screen that cannot be read at first does not keep a key from being
// pressed, which may be what ends it.
T_TEST(unreadable_screen_at_first)
{
    static const struct fake_frame frames[] = {
        {.xml = "!ERROR: could not get idle state.", .until = "key"},
        {.xml = APP(""), .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'press_key', 'keycode': 'BACK'}]");
    T_OK(run.ok);
    T_HAS(run.dump, "finalUiTree");
    flow_deinit(&run);
}

static void
keep(void *user, size_t index, size_t total, const char *text)
{
    char *kept = user;
    (void)index;
    (void)total;
    snprintf(kept + strlen(kept), 512 - strlen(kept), "%s\n", text);
}

T_TEST(a_listener_gets_no_secret)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_FIELD("pin", "", "PIN", "password=\"true\"",
                                    "[0,0][100,100]")),
         .quiet_ms = FAKE_SLOW}};
    char told[512] = "";
    const struct at_flow_listener listener = {keep, told};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    const struct at_flow_opts opts = {.listener = &listener};
    flow_go_with(
        &run,
        "[{'action': 'type', 'value': 'h4x0', 'target': {'id': 'pin'}},"
        " {'action': 'press_key', 'keycode': 'ENTER'}]",
        &opts);
    T_EQ_TEXT(told, "step 1 of 2: type {\"id\":\"pin\"}\n");
    flow_deinit(&run);
}

static const struct {
    const char *name;
    struct fake_frame frames[4];
    bool in_log;
    enum at_code code;
    enum at_idle_outcome outcome;
    const char *error;
    int dumps;
} launches[] = {
    {"at once",
     {{APP(""), FAKE_SLOW, 0, NULL, 0}},
     false,
     AT_OK,
     AT_IDLE_SETTLED,
     "",
     1},
    {"after the launcher",
     {{HOME, FAKE_SLOW, 2, NULL, 0}, {APP(""), FAKE_SLOW, 0, NULL, 0}},
     false,
     AT_OK,
     AT_IDLE_SETTLED,
     "",
     3},
    {"behind a permission dialog",
     {{ALLOW, FAKE_SLOW, 0, NULL, 0}},
     false,
     AT_OK,
     AT_IDLE_SETTLED,
     "",
     1},
    {"never",
     {{HOME, FAKE_SLOW, 0, NULL, 0}},
     false,
     AT_EDEVICE,
     AT_IDLE_TIMED_OUT,
     "launch of 'com.ex': it did not come to the front within 300 ms "
     "(the launcher is in front)",
     0},
    {"crashes, back at the launcher",
     {{HOME, FAKE_SLOW, 0, NULL, 0}},
     true,
     AT_ECRASH,
     AT_IDLE_APP_GONE,
     "com.ex crashed: java.lang.IllegalStateException: \"no cart\"",
     1},
    {"crashes with a dialog",
     {{CRASHED, FAKE_SLOW, 0, NULL, 0}},
     true,
     AT_ECRASH,
     AT_IDLE_APP_GONE,
     "com.ex crashed: java.lang.IllegalStateException: \"no cart\"",
     1},
};

T_TEST(launch_waits_for_the_app)
{
    for (size_t i = 0; i < T_LEN(launches); i++) {
        const struct death_row row = {.in_log = launches[i].in_log, .pid = 1};
        struct flow_run run;
        struct at_idle_result idle;
        T_ROW(launches[i].name);
        init_death(&run, launches[i].frames, launches[i].frames[1].xml ? 2 : 1,
                   &row);
        at_app_times(run.app)->front_ms = 300;
        bool ok = at_app_reset(&run.op, run.app, &idle, &run.err);
        T_HAS(run.err.msg, launches[i].error);
        T_EQ_INT(run.err.code, launches[i].code);
        T_EQ_INT(ok, launches[i].code == AT_OK);
        T_EQ_INT(idle.outcome, launches[i].outcome);
        if (launches[i].dumps)
            T_EQ_INT(run.fake.dumps, launches[i].dumps);
        T_EQ_TEXT(fake_inputs(&run.fake), "stop; launch");
        flow_deinit(&run);
    }
}

static const struct {
    const char *name;
    const char *says[3];
    const char *primary;
    enum at_code why;
    const char *calls;
} frameworks[] = {
    {"it tells",
     {"flutter"},
     "flutter",
     AT_OK,
     "launch; ask com.ex after 0 dumps; take after 1 dumps"},
    {"what is not known by its files may be by its screen",
     {"native", "compose"},
     "compose",
     AT_OK,
     "launch; ask com.ex after 0 dumps; take after 1 dumps; ask com.ex after 1 "
     "dumps; take after 1 dumps"},
    {"native indeed",
     {"native", "native"},
     "native",
     AT_OK,
     "launch; ask com.ex after 0 dumps; take after 1 dumps; ask com.ex after 1 "
     "dumps; take after 1 dumps"},
    {"native, as far as it can be told",
     {"native", "?"},
     "native",
     AT_OK,
     "launch; ask com.ex after 0 dumps; take after 1 dumps; ask com.ex after 1 "
     "dumps; take after 1 dumps"},
    {"native, and gone",
     {"native", ""},
     "native",
     AT_OK,
     "launch; ask com.ex after 0 dumps; take after 1 dumps; ask com.ex after 1 "
     "dumps"},
    {"nobody is there",
     {""},
     "",
     AT_ENODEV,
     "launch; ask com.ex after 0 dumps"},
    {"no answer",
     {"?"},
     "",
     AT_ETIMEOUT,
     "launch; ask com.ex after 0 dumps; take after 1 dumps"},
};

// The framework request is sent before the wait and its answer taken
// afterwards; neither fails a launch.
T_TEST(launch_finds_out_what_the_app_is_made_with)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW}};
    for (size_t i = 0; i < T_LEN(frameworks); i++) {
        struct flow_run run;
        struct at_idle_result idle;
        struct at_app_framework found;
        T_ROW(frameworks[i].name);
        flow_init(&run, frames, T_LEN(frames));
        fake_has_frameworks(&run.fake, frameworks[i].says);
        T_OK(at_app_launch(&run.op, run.app, &idle, &found, &run.err));
        T_EQ_TEXT(found.found.primary, frameworks[i].primary);
        T_EQ_INT(found.why.code, frameworks[i].why);
        T_EQ_TEXT(fake_inputs(&run.fake), frameworks[i].calls);
        flow_deinit(&run);
    }
}

T_TEST(launch_needs_no_framework)
{
    static const struct fake_frame frames[] = {
        {.xml = APP(""), .quiet_ms = FAKE_SLOW}};
    static const char *const says[] = {"flutter"};
    struct flow_run run;
    struct at_idle_result idle;
    struct at_app_framework found;
    flow_init(&run, frames, T_LEN(frames));
    T_OK(at_app_launch(&run.op, run.app, &idle, &found, &run.err));
    T_EQ_TEXT(found.found.primary, "");
    T_EQ_INT(found.why.code, AT_EUNSUPPORTED);
    fake_has_frameworks(&run.fake, says);
    T_OK(at_app_reset(&run.op, run.app, &idle, &run.err));
    T_EQ_TEXT(fake_inputs(&run.fake), "launch; stop; launch");
    flow_deinit(&run);
}

T_TEST(launch_needs_a_name)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    struct at_idle_result idle;
    flow_init(&run, frames, T_LEN(frames));
    at_app_set_package(run.app, NULL);
    T_NOT(at_app_launch(&run.op, run.app, &idle, NULL, &run.err));
    T_EQ_INT(run.err.code, AT_EUSAGE);
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

// A window that was just changing may be read at once.
T_TEST(a_reading_that_fails_is_tried_three_times)
{
    static const struct fake_frame frames[] = {
        {.xml = "!null root node", .times = 2},
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = "!null root node returned by UiTestAutomationBridge."}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    T_OK(at_app_read_now(&run.op, run.app, &run.err));
    T_OK(at_app_fresh_tree(run.app, at_app_read_began_ns(run.app), 1000));
    T_NULL(at_app_fresh_tree(
        run.app, at_app_read_began_ns(run.app) + 1001 * AT_NS_PER_MS, 1000));
    T_NOT(at_app_read_now(&run.op, run.app, &run.err));
    T_EQ_INT(run.err.code, AT_ETREE);
    T_EQ_INT(run.fake.dumps, 6);
    flow_deinit(&run);
}

// Two quick readings that are equal count only with some time between them.
T_TEST(equal_readings_need_time_between_them)
{
    static const struct fake_frame frames[] = {{.xml = HOME}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    T_OK(at_app_read_now(&run.op, run.app, &run.err));
    T_OK(at_app_read_now(&run.op, run.app, &run.err));
    T_NOT(at_app_is_settled(run.app));
    flow_deinit(&run);
}

T_MAIN()
