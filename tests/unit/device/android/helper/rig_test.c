// rig_test.c: the helper is opened, used and lost on a device simulated by
// tests/stand-ins/helper_device.py, with the real server on a JVM
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "tests/t.h"
#include "tests/unit/device/android/helper/requests.h"
#include "tests/unit/rig.h"

enum { LONG_MS = 30000 };

static struct {
    char home[64];
    long pid;
    struct at_adb_device device;
} rig;

static char *
path_of(const char *name)
{
    return at_strfmt("%s/%s", rig.home, name);
}

static void
put(const char *name, const char *text)
{
    char *path = path_of(name);
    T_OK(at_file_put(path, at_str(text), NULL));
    free(path);
}

// Count the services opened whose name begins so.
static int
opened(const char *service)
{
    char *path = path_of("log");
    char *log = rig_read(path);
    struct at_str rest = at_str(log);
    struct at_str line;
    int count = 0;
    while (at_str_next_line(&rest, &line))
        count += at_str_starts(line, at_str(service));
    free(log);
    free(path);
    return count;
}

static bool
is_there(const char *program)
{
    char *path = at_proc_find(program);
    bool there = path != NULL;
    free(path);
    return there;
}

static void
start(const char *installed, const char *plan)
{
    const char *argv[] = {"python3", "tests/stand-ins/helper_device.py",
                          rig.home, NULL};
    struct at_proc_opts opts = {.argv = argv};
    int64_t port = 0;
    rig_make_home(rig.home, sizeof(rig.home));
    unsetenv("AGENTEST_DISABLE_HELPER");
    setenv("AGENTEST_HELPER_APK_DIR", "android/prebuilt", 1);
    put("installed", installed);
    put("plan", plan);
    char *log = path_of("said");
    rig.pid = rig_launch(&opts, log);
    char *said = rig_await_line(log);
    T_OK(at_str_to_i64(at_str_trim(at_str_skip(at_str(said), strlen("port "))),
                       1, 65535, &port));
    free(said);
    free(log);
    rig.device = (struct at_adb_device){.serial = "phone"};
    rig.device.adb.remote = true; // do not start a real one instead
    snprintf(rig.device.adb.endpoint, sizeof(rig.device.adb.endpoint),
             "tcp:127.0.0.1:%d", (int)port);
}

static void
stop(void)
{
    rig_end(rig.pid, SIGKILL);
    rig_remove_home(rig.home);
}

static void
kill_helper(void)
{
    struct at_op op = rig_op(RIG_START_MS);
    struct at_buf out = AT_BUF_INIT(1024);
    T_OK(at_adb_query(&op, &rig.device.adb, "host:stand-in-kill", &out, NULL));
    at_buf_deinit(&out);
}

static const struct at_helper_opts opening = {.device = &rig.device,
                                              .may_install = true};

static struct at_helper *
open_helper(struct at_helper_open_result *result, struct at_err *err)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_helper *helper;
    bool ok = at_helper_open(&op, &opening, result, &helper, err);
    T_EQ_INT(ok, helper != NULL);
    return helper;
}

static struct at_helper *
open_well(struct at_helper_open_result *result)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper = open_helper(result, &err);
    if (!helper)
        print_error("%s\n", err.msg);
    T_OK(helper != NULL);
    return helper;
}

static bool
is_shown(const struct at_node *node, struct at_str text)
{
    bool shown = at_str_eq(node->text, text);
    for (const struct at_node *child = node->first_child; !shown && child;
         child = child->next)
        shown = is_shown(child, text);
    return shown;
}

// A line of the screen describes the last input.
static void
check_last(struct at_helper *helper, const char *words)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    if (!at_helper_tree(&op, helper, NULL, &tree, NULL, &err))
        print_error("%s\n", err.msg);
    T_OK(tree != NULL);
    T_OK(is_shown(tree->root, at_str(words)));
    at_tree_free(tree);
}

T_TEST(a_missing_helper_is_installed)
{
    struct at_helper_open_result result;
    start("", "");
    struct at_helper *helper = open_well(&result);
    T_OK(result.installed);
    T_NOT(result.relaunched);
    T_EQ_INT(result.stage, AT_HELPER_STAGE_UP);
    T_EQ_TEXT(helper->status.model, "Paper");
    T_EQ_INT(opened("exec:cmd package"), 1);
    T_EQ_INT(opened("shell,v2,raw:dumpsys package"), 0);
    at_helper_free(helper);
    stop();
}

// A helper that a fresh install does not cure is not installed each time.
T_TEST(an_install_in_vain_is_not_repeated)
{
    const int installs[] = {1, 0};
    for (size_t i = 0; i < T_LEN(installs); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_helper_open_result result;
        start("4", "crash\ncrash\n");
        snprintf(rig.device.serial, sizeof(rig.device.serial), "broken");
        T_NULL(open_helper(&result, &err));
        T_EQ_INT(result.stage, AT_HELPER_STAGE_LAUNCH);
        T_EQ_INT(opened("exec:cmd package"), installs[i]);
        stop();
    }
}

// Another program's hold does not end with our own helper.
T_TEST(no_restart_for_a_device_that_another_program_holds)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper_open_result result;
    start("4", "held\n");
    T_NULL(open_helper(&result, &err));
    T_EQ_INT(result.stage, AT_HELPER_STAGE_UIAUTOMATION);
    T_NOT(result.relaunched);
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 1);
    T_EQ_INT(opened("shell,v2,raw:am force-stop"), 0);
    T_HAS(err.msg, "held by Appium's UiAutomator2 server (process 123)");
    stop();
}

T_TEST(another_version_is_replaced)
{
    struct at_helper_open_result result;
    start("1", "");
    put("refuse", "Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\n");
    struct at_helper *helper = open_well(&result);
    T_OK(result.installed);
    T_EQ_INT(opened("shell,v2,raw:pm uninstall"), 1);
    T_EQ_INT(opened("exec:cmd package"), 2);
    at_helper_free(helper);
    stop();
}

T_TEST(an_installed_helper_is_only_launched)
{
    struct at_helper_open_result result;
    start("4", "");
    struct at_helper *helper = open_well(&result);
    T_NOT(result.installed);
    T_EQ_INT(opened("exec:cmd package"), 0);
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 1);
    T_EQ_INT(opened("shell,v2,raw:am force-stop"), 0);
    at_helper_free(helper);
    stop();
}

// Sign in with one step.
static void
sign_in(struct at_helper *helper)
{
    struct at_helper_idle_options quick = {.timeout_ms = 2000, .quiet_ms = 50};
    struct at_helper_tree_options whole = {.package = NULL};
    struct at_helper_action actions[] = {
        {.kind = AT_HELPER_TAP, .at = {540, 475}},
        {.kind = AT_HELPER_TEXT, .text = AT_STR("Zo\xc3\xab")},
        {.kind = AT_HELPER_TEXT,
         .text = AT_STR("secret"),
         .mode = AT_HELPER_TEXT_REPLACE,
         .has_place = true,
         .at = {540, 675}},
        {.kind = AT_HELPER_TAP, .at = {540, 875}},
    };
    struct at_helper_step step = {actions, T_LEN(actions), &quick, &whole, 0};
    struct at_buf source = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_helper_outcome out;
    struct at_op op = rig_op(LONG_MS);
    int before = opened("tcp:");
    T_OK(at_helper_do_step(&op, helper, &step, &out, &source, NULL));
    T_EQ_SIZE(out.result_count, 4);
    T_EQ_STR(out.results[1].value, "Zo\xc3\xab");
    T_OK(out.results[2].password);
    T_NOT(out.results[2].has_value);
    T_OK(out.idle.idle);
    T_EQ_STR(out.tree->root->last_child->first_child->text,
             "Welcome, Zo\xc3\xab");
    T_OK(out.event_count >= 2);
    T_OK(source.len > 0);
    at_helper_outcome_deinit(&out);
    at_buf_deinit(&source);
    T_EQ_INT(opened("tcp:"), before); // one connection for all of it
}

// The change came before the request: op has no time to wait a minute for one.
static void
wait_for_change(struct at_helper *helper, int64_t since)
{
    struct at_helper_idle_options ask = {.timeout_ms = 60000,
                                         .quiet_ms = 20,
                                         .change_ms = 60000,
                                         .since = since};
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_idle idle;
    T_OK(helper_wait_idle(&op, helper, &ask, &idle, NULL) && idle.idle);
    T_OK(idle.next > since);
}

T_TEST(every_operation_reaches_the_server)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_idle_options quick = {.timeout_ms = 2000, .quiet_ms = 20};
    struct at_helper_idle idle;
    struct at_helper_framework found;
    struct at_helper_status status;
    struct at_buf picture = AT_BUF_INIT(AT_MIB);
    struct at_gesture pinch = AT_GESTURE_INIT;
    start("4", "");
    struct at_helper *helper = open_well(NULL);
    T_OK(helper_status(&op, helper, &status, NULL));
    T_EQ_INT(status.linger_ms, 60000);
    T_OK(helper_wait_idle(&op, helper, &quick, &idle, NULL) && idle.idle);
    T_OK(idle.next >= 1);
    // The framework is requested while another request waits.
    T_OK(at_helper_request_framework(&op, helper, NULL, NULL));
    T_OK(helper_wait_idle(&op, helper, &quick, &idle, NULL) && idle.idle);
    T_OK(at_helper_receive_framework(&op, helper, &found, NULL));
    T_EQ_STR(found.primary, "compose");
    at_helper_framework_deinit(&found);
    T_OK(at_helper_screenshot(&op, helper, NULL, &picture, NULL, NULL));
    T_EQ_SIZE(picture.len, 8);
    at_buf_deinit(&picture);
    T_OK(at_gesture_pinch(&(struct at_pinch){{540, 900}, 100, 200, 50}, &pinch,
                          NULL));
    const struct {
        struct at_helper_action action;
        enum at_code code;
        const char *words; // the screen's last line after it
    } acts[] = {
        {{.kind = AT_HELPER_TAP, .at = {7, 8}},
         AT_OK,
         "touch of 1 for 40 ms, 2 frames, 1 times, from 7,8 to 7,8"},
        {{.kind = AT_HELPER_TAP, .at = {7, 8}, .count = 2, .interval_ms = 60},
         AT_OK,
         "touch of 1 for 40 ms, 2 frames, 2 times, from 7,8 to 7,8"},
        {{.kind = AT_HELPER_SWIPE,
          .swipe = {.from = {10, 20}, .to = {30, 40}, .duration_ms = 50}},
         AT_OK,
         "touch of 1 for 50 ms, 4 frames, 1 times, from 10,20 to 30,40"},
        {{.kind = AT_HELPER_LONG_PRESS, .at = {10, 20}, .duration_ms = 30},
         AT_OK,
         "touch of 1 for 30 ms, 2 frames, 1 times, from 10,20 to 10,20"},
        {{.kind = AT_HELPER_GESTURE, .gesture = &pinch},
         AT_OK,
         "touch of 2 for 50 ms, 4 frames, 1 times, from 440,900 to 340,900"},
        {{.kind = AT_HELPER_KEY, .key = AT_STR("BACK"), .count = 3},
         AT_OK,
         "key 4 meta 0, 3 times"},
        {{.kind = AT_HELPER_KEY, .key = AT_STR("POWER"), .count = 1},
         AT_EUNSUPPORTED,
         ""},
        {{.kind = AT_HELPER_TEXT, .text = AT_STR("x")}, AT_EDEVICE, ""},
    };
    for (size_t i = 0; i < T_LEN(acts); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(acts[i].words);
        T_EQ_INT(at_helper_perform(&op, helper, &acts[i].action, &err),
                 acts[i].code == AT_OK);
        T_EQ_INT(err.code, acts[i].code);
        T_NOT(err.may_have_run);
        if (err.code == AT_OK)
            check_last(helper, acts[i].words);
    }
    at_gesture_deinit(&pinch);
    sign_in(helper);
    wait_for_change(helper, idle.next);
    at_helper_free(helper);
    stop();
}

static const struct {
    const char *name;
    const char *installed;
    const char *plan;
    enum at_helper_stage stage; // UP: the second attempt succeeded
    enum at_code code;
    const char *says;
} rows[] = {
    {"crashes once", "2", "crash\n", AT_HELPER_STAGE_UP, AT_OK, NULL},
    {"crashes twice", "2", "crash\ncrash\n", AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "helper: launch: the helper ended: Process crashed."},
    {"the port is in use", "2", "in-use\nin-use\n", AT_HELPER_STAGE_UP, AT_OK,
     NULL},
    {"dies before it is asked", "2", "dies\ndies\n", AT_HELPER_STAGE_READY,
     AT_EDEVICE, "helper: ready: "},
    {"another protocol", "2", "other-version\nother-version\n",
     AT_HELPER_STAGE_VERSION, AT_EPROTO,
     "helper: version: the helper speaks version 3"},
    {"another protocol once", "2", "other-version\n", AT_HELPER_STAGE_UP, AT_OK,
     NULL},
};

T_TEST(each_stage_has_its_diagnosis)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_helper_open_result result;
        T_ROW(rows[i].name);
        start(rows[i].installed, rows[i].plan);
        // An install in vain is remembered.
        snprintf(rig.device.serial, sizeof(rig.device.serial), "phone %zu", i);
        struct at_helper *helper = open_helper(&result, &err);
        if (result.stage != rows[i].stage)
            print_error("%s\n", err.msg);
        T_EQ_INT(result.stage, rows[i].stage);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(helper != NULL, rows[i].stage == AT_HELPER_STAGE_UP);
        T_OK(result.relaunched);
        T_EQ_INT(opened("shell,v2,raw:am instrument"), 2);
        T_EQ_INT(opened("shell,v2,raw:am force-stop"), 1);
        if (rows[i].says)
            T_HAS(err.msg, rows[i].says);
        at_helper_free(helper);
        stop();
    }
}

T_TEST(a_refused_install_is_reported)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper_open_result result;
    start("", "");
    put("refuse", "Failure [INSTALL_FAILED_USER_RESTRICTED]\n");
    T_NULL(open_helper(&result, &err));
    T_EQ_INT(result.stage, AT_HELPER_STAGE_INSTALL);
    T_HAS(err.msg, "helper: install: ");
    T_HAS(err.msg, "Install via USB");
    stop();
}

// Nothing is replaced on somebody's phone unless that was asked for.
T_TEST(without_leave_nothing_is_installed)
{
    static const struct {
        const char *installed;
        bool other;
        const char *says;
    } found[] = {
        {"", false, "it is not installed; AGENTEST_HELPER=apk installs it"},
        {"2", true, "version 2 is installed, this program needs "},
    };
    const struct at_helper_opts opts = {.device = &rig.device};
    for (size_t i = 0; i < T_LEN(found); i++) {
        struct at_op op = rig_op(LONG_MS);
        struct at_helper_open_result result;
        struct at_err err = AT_ERR_INIT;
        struct at_helper *helper;
        start(found[i].installed, "");
        T_NOT(at_helper_open(&op, &opts, &result, &helper, &err));
        T_EQ_INT(err.code, AT_EUNSUPPORTED);
        T_HAS(err.msg, found[i].says);
        T_EQ_INT(result.other_version, found[i].other);
        T_NOT(result.installed);
        T_EQ_INT(opened("exec:cmd package 'install'"), 0);
        stop();
    }
}

// Started again it would be the same one; and while it lives it has the
// device's UiAutomation.
T_TEST(one_of_another_protocol_is_started_once_and_ended)
{
    const struct at_helper_opts opts = {.device = &rig.device};
    struct at_helper_open_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper;
    start("4", "other-version\nother-version\n");
    struct at_op op = rig_op(LONG_MS);
    T_NOT(at_helper_open(&op, &opts, &result, &helper, &err));
    T_EQ_INT(result.stage, AT_HELPER_STAGE_VERSION);
    T_HAS(err.msg, "the helper speaks version 3");
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 1);
    T_EQ_INT(opened("asked POST /shutdown"), 1);
    T_EQ_INT(opened("shell,v2,raw:am force-stop"), 1);
    stop();
}

T_TEST(a_missing_apk_is_reported)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper_open_result result;
    start("4", "");
    setenv("AGENTEST_HELPER_APK_DIR", rig.home, 1);
    T_NULL(open_helper(&result, &err));
    T_EQ_INT(result.stage, AT_HELPER_STAGE_FIND);
    T_HAS(err.msg, "helper: apk: there is no agentest-helper.apk");
    T_HAS(err.msg, rig.home);
    put("agentest-helper.apk", "no APK");
    T_NULL(open_helper(&result, &err));
    T_HAS(err.msg, "helper: apk: ");
    setenv("AGENTEST_HELPER_APK_DIR", "android/prebuilt", 1);
    stop();
}

T_TEST(it_can_be_disabled)
{
    struct at_err err = AT_ERR_INIT;
    start("4", "");
    setenv("AGENTEST_DISABLE_HELPER", "1", 1);
    T_NULL(open_helper(NULL, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper: disabled");
    T_EQ_INT(opened(""), 0);
    stop();
}

// Neither a stage nor an end is reported.
T_TEST(a_silent_launch_ends_with_the_caller)
{
    struct at_op op = rig_op(300);
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper;
    start("4", "mute\nmute\n");
    T_NOT(at_helper_open(&op, &opening, NULL, &helper, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NULL(helper);
    stop();
}

T_TEST(a_helper_that_ended_is_lost)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    start("4", "");
    struct at_helper *helper = open_well(NULL);
    kill_helper();
    // A tap that is sent while it dies may have run.
    while (!at_helper_launch_ended(helper->launch))
        rig_reread(&op, "its end");
    T_NOT(helper_tap(&op, helper, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, "it has ended on the device");
    T_NOT(err.may_have_run);
    T_EQ_INT(at_helper_state(helper), AT_HELPER_LOST);
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 1);
    at_helper_free(helper);
    stop();
}

T_TEST(an_adb_server_that_is_gone_is_reported)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    start("4", "");
    struct at_helper *helper = open_well(NULL);
    int64_t began_ns = at_now_ns();
    kill_helper(); // it is not a child of this process
    rig_end(rig.pid, SIGKILL);
    T_NOT(helper_tap(&op, helper, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_NOT(err.may_have_run);
    T_EQ_INT(at_helper_state(helper), AT_HELPER_LOST);
    at_helper_free(helper);
    T_NOT(at_helper_open(&op, &opening, NULL, &helper, &err));
    T_HAS(err.msg, "helper: install: ");
    T_OK(at_now_ns() - began_ns < 10000 * AT_NS_PER_MS);
    rig_remove_home(rig.home);
}

T_TEST(a_shutdown_is_in_order)
{
    struct at_op op = rig_op(LONG_MS);
    start("4", "");
    struct at_helper *helper = open_well(NULL);
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    struct at_helper_link_request ask = {"POST", "/shutdown", AT_STR("{}"),
                                         true};
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(4096);
    T_OK(at_helper_link_exchange(&op, &helper->link, &ask, &reply, NULL));
    at_buf_deinit(&reply.body);
    while (!at_helper_launch_ended(helper->launch))
        rig_reread(&op, "its end");
    struct at_instrument_report report =
        at_helper_launch_report(helper->launch, &why);
    T_OK(report.over);
    T_EQ_TEXT(report.reason, "shutdown");
    at_helper_free(helper);
    T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
    stop();
}

static bool
dial(const struct at_op *op, void *user, struct at_conn **out_conn,
     struct at_err *err)
{
    struct at_helper *helper = user;
    return helper->dial.open(op, helper->dial.user, out_conn, err);
}

T_TEST(it_is_kept_alive)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_keepalive *keepalive;
    start("4", "");
    struct at_helper *helper = open_well(NULL);
    struct at_helper_dial own = {dial, helper};
    int before = opened("tcp:");
    T_OK(at_helper_keepalive_start(&own, helper->token, 20, &keepalive, NULL));
    while (opened("tcp:") < before + 3)
        rig_reread(&op, "a keep-alive");
    at_helper_keepalive_free(keepalive);
    check_last(helper, "nothing yet");
    at_helper_free(helper);
    stop();
}

int
main(void)
{
    if (!is_there("python3") || !is_there("java") || !is_there("javac")) {
        printf("skipped: %zu tests, there is no python3 or no JDK\n",
               t_count());
        return 77;
    }
    return T_RUN(NULL, NULL);
}
