// observe_test.c: diffs, and the effect of each action
#include "tests/t.h"

#include "tests/unit/flow/flow_run.h"

// clang-format off
#define GO FAKE_BUTTON("go", "Go", "[100,200][300,300]")
#define FEET FAKE_TEXT("Terms of use", "[0,1600][900,1650]") \
    FAKE_TEXT("Privacy", "[0,1660][900,1700]") \
    FAKE_TEXT("Imprint", "[0,1710][900,1750]") \
    FAKE_TEXT("Contact", "[0,1760][900,1800]")
#define APP FAKE_APP(FAKE_TEXT("Home", "[0,0][1080,100]") GO FEET)
#define MORE FAKE_APP(FAKE_TEXT("Home", "[0,0][1080,100]") GO FEET \
    FAKE_BUTTON("on", "On", "[100,400][300,500]"))
#define ONLY_ON FAKE_APP(FAKE_TEXT("Home", "[0,0][1080,100]") FEET \
    FAKE_BUTTON("on", "On", "[100,400][300,500]"))
#define NO_GO FAKE_APP(FAKE_TEXT("Home", "[0,0][1080,100]"))
#define FORM(flags) FAKE_APP( \
    FAKE_FIELD("f", "", "Name", flags, "[0,0][500,100]") GO)
#define HOME FAKE_OTHER("com.android.launcher3", "", "Apps")
#define SETTINGS FAKE_OTHER("com.android.settings", "", "Network")
#define ALLOW FAKE_OTHER("com.android.permissioncontroller", \
    "com.android.permissioncontroller:id/permission_allow_button", "Allow")
// clang-format on

#define TAP "{'action': 'tap', 'target': {'id': 'go'}}"
#define TAP_REF "{'action': 'tap', 'target': {'ref': '@b1'}}"
#define TAP_AT "{'action': 'tap_coordinates', 'x': 5, 'y': 1500}"
#define KEY(name) "{'action': 'press_key', 'keycode': '" name "'}"

static void
go(struct flow_run *run, const char *steps, enum at_observe observe)
{
    const struct at_flow_opts opts = {.observe = observe};
    flow_go_with(run, steps, &opts);
}

static const struct {
    const char *name;
    const char *before;
    const char *after; // the first input
    const char *step;
    bool keyboard;
    const char *effect; // "": no event
    const char *what;   // text of blockedBy, "" without it
    const char *kind;
    const char *package;
} rows[] = {
    {"changed", APP, MORE, TAP, false, "changed", "", "", ""},
    {"nothing", APP, APP, TAP, false, "no_observable_effect", "", "", ""},
    {"only the focus", FORM(""), FORM("focused='true'"),
     "{'action': 'tap', 'target': {'id': 'f'}}", false, "changed", "", "", ""},
    {"an assertion is no action", APP, APP,
     "{'action': 'assert_visible', 'target': {'id': 'go'}}", false, "", "", "",
     ""},
    {"waiting is no action", APP, APP, "{'action': 'wait_for_stable'}", false,
     "", "", "", ""},
    {"a dialog before the target", ALLOW, ALLOW, TAP, false, "blocked_by",
     "dialog", "permission", "com.android.permissioncontroller"},
    {"a dialog that swallows a touch", ALLOW, ALLOW, TAP_AT, false,
     "blocked_by", "dialog", "permission", "com.android.permissioncontroller"},
    {"a dialog's own button", ALLOW, ALLOW,
     "{'action': 'tap', 'target': {'text': 'Allow'}}", false,
     "no_observable_effect", "", "", ""},
    {"a dialog that comes is a change", APP, ALLOW, TAP, false, "changed", "",
     "", ""},
    {"another app", SETTINGS, SETTINGS, TAP, false, "blocked_by", "window", "",
     "com.android.settings"},
    {"the keyboard under the finger", APP, APP, TAP_AT, true, "blocked_by",
     "keyboard", "", ""},
    {"no keyboard under the finger", APP, APP, TAP_AT, false,
     "no_observable_effect", "", "", ""},
    {"the launcher", APP, HOME, KEY("HOME"), false, "app_gone", "", "", ""},
    {"a target that is nowhere", NO_GO, NO_GO, TAP, true, "", "", "", ""},
};

static const char *
blocker(const struct flow_run *run, const char *name)
{
    const char *text = json_string_value(
        json_object_get(json_object_get(flow_step(run, 0), "blockedBy"), name));
    return text ? text : "";
}

T_TEST(effects)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct fake_frame frames[] = {
            {.xml = rows[i].before, .quiet_ms = FAKE_SLOW, .until = ""},
            {.xml = rows[i].after, .quiet_ms = FAKE_SLOW}};
        char steps[200];
        struct flow_run run;
        T_ROW(rows[i].name);
        flow_init(&run, frames, T_LEN(frames));
        run.fake.keyboard = rows[i].keyboard;
        snprintf(steps, sizeof(steps), "[%s]", rows[i].step);
        go(&run, steps, AT_OBSERVE_NONE);
        T_EQ_TEXT(flow_text(&run, 0, "effect"), rows[i].effect);
        T_EQ_TEXT(blocker(&run, "what"), rows[i].what);
        T_EQ_TEXT(blocker(&run, "kind"), rows[i].kind);
        T_EQ_TEXT(blocker(&run, "package"), rows[i].package);
        T_NULL(json_object_get(run.trace, "finalUiTree"));
        T_NULL(json_object_get(run.trace, "diff"));
        go(&run, steps, AT_OBSERVE_AUTO);
        T_EQ_TEXT(flow_text(&run, 0, "effect"), "");
        flow_deinit(&run);
    }
}

// An element that the client was shown is gone while the keyboard is open.
T_TEST(keyboard_over_a_known_target)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = NO_GO, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    T_OK(at_app_read_now(&run.op, run.app, NULL));
    run.fake.keyboard = true;
    go(&run, "[" TAP_REF "]", AT_OBSERVE_DIFF);
    T_EQ_INT(run.err.code, AT_ENOTFOUND);
    T_EQ_TEXT(flow_text(&run, 0, "effect"), "blocked_by");
    T_EQ_TEXT(blocker(&run, "what"), "keyboard");
    flow_deinit(&run);
}

T_TEST(crash_is_app_gone)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = FAKE_OTHER("android", "android:id/aerr_close", "Close app"),
         .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    run.fake.crash_found = true;
    go(&run, "[" TAP "]", AT_OBSERVE_DIFF);
    T_EQ_INT(run.err.code, AT_ECRASH);
    T_EQ_TEXT(flow_text(&run, 0, "effect"), "app_gone");
    flow_deinit(&run);
}

static const char *
top_text(const struct flow_run *run, const char *name)
{
    const char *text = json_string_value(json_object_get(run->trace, name));
    return text ? text : "";
}

T_TEST(diff_in_place_of_the_tree)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = MORE, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    go(&run, "[" TAP_REF "]", AT_OBSERVE_DIFF);
    T_OK(run.ok);
    T_HAS(top_text(&run, "diff"),
          ": 1 appeared; other lines and refs stay\n+ @b2 btn \"On\"\n");
    T_NULL(json_object_get(run.trace, "finalUiTree"));
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Go\" @b1");
    // both names are good in the next call
    go(&run, "[" TAP_REF ", {'action': 'tap', 'target': {'ref': '@b2'}}]",
       AT_OBSERVE_DIFF);
    T_OK(run.ok);
    T_HAS(top_text(&run, "diff"), ": nothing changed; "
                                  "other lines and refs stay\n");
    T_EQ_TEXT(flow_text(&run, 1, "target"), "btn \"On\" @b2");
    flow_deinit(&run);
}

T_TEST(the_whole_tree_where_it_is_shorter_than_the_diff)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NO_GO, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    go(&run, "[" TAP "]", AT_OBSERVE_DIFF);
    T_HAS(top_text(&run, "finalUiTree"), "\n\"Home\"\n");
    T_NULL(json_object_get(run.trace, "diff"));
    flow_deinit(&run);
}

// The reply has fresh refs, so the error names those and sends for no others.
T_TEST(an_error_about_a_ref_names_the_fresh_ones_of_the_same_reply)
{
    static const struct fake_frame frames[] = {
        {.xml = MORE, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = ONLY_ON, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run); // @b1 is Go, @b2 is On
    go(&run, "[" TAP_REF ", " TAP_REF "]", AT_OBSERVE_AUTO);
    T_NOT(run.ok);
    T_HAS(top_text(&run, "finalUiTree"), "@b1 btn \"On\"");
    T_HAS(top_text(&run, "error"), "nearest: btn \"On\" @b1");
    T_HAS(flow_text(&run, 1, "error"), "nearest: btn \"On\" @b1");
    T_NULL(strstr(top_text(&run, "error"), "fresh refs"));
    // the reply gives the new name of a ref of the tree before
    go(&run, "[{'action': 'tap', 'target': {'ref': '@b2'}}]", AT_OBSERVE_NONE);
    T_HAS(top_text(&run, "error"), "that element is @b1 now");
    flow_deinit(&run);
}

// The base is what the client saw, not what the flow began with.
T_TEST(diff_is_since_the_last_shown_tree)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = MORE, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    go(&run, "[" TAP "]", AT_OBSERVE_NONE);
    go(&run, "[{'action': 'assert_visible', 'target': {'id': 'on'}}]",
       AT_OBSERVE_DIFF);
    T_HAS(top_text(&run, "diff"), "+ @b2 btn \"On\"\n");
    flow_deinit(&run);
}

T_TEST(whole_tree_where_nothing_was_shown)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    go(&run, "[" TAP "]", AT_OBSERVE_DIFF);
    T_HAS(top_text(&run, "finalUiTree"), "@b1 btn \"Go\"");
    T_HAS(top_text(&run, "note"), "no tree was shown before");
    T_NULL(json_object_get(run.trace, "diff"));
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Go\"");
    flow_deinit(&run);
}

T_TEST(the_tree_is_sent_though_nothing_changed)
{
    static const struct fake_frame frames[] = {
        {.xml = APP, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    go(&run, "[" TAP "]", AT_OBSERVE_TREE);
    T_HAS(top_text(&run, "finalUiTree"), "@b1 btn \"Go\"");
    go(&run, "[" TAP "]", AT_OBSERVE_AUTO);
    T_NULL(json_object_get(run.trace, "finalUiTree"));
    flow_deinit(&run);
}

T_MAIN()
