// helper_rig_test.c: the helper brought up, used and lost on a device that is
// played by tests/stand-ins/helper_device.py, with the real server on a JVM
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/calls.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "tests/t.h"
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

// How many services were opened that begin so.
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
    unsetenv("AGENTEST_HELPER_APK_DIR");
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
    rig.device.adb.remote = true; // nobody starts a real one in its place
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

static struct at_helper *
open_helper(struct at_helper_came *came, struct at_err *err)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_helper *helper;
    bool ok = at_helper_open(&op, &rig.device, came, &helper, err);
    T_EQ_INT(ok, helper != NULL);
    return helper;
}

static struct at_helper *
open_well(struct at_helper_came *came)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper = open_helper(came, &err);
    if (!helper)
        print_error("%s\n", err.msg);
    T_OK(helper != NULL);
    return helper;
}

// The screen's last line tells the last input in words.
static void
check_last(struct at_helper *helper, const char *words)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    if (!at_helper_tree(&op, helper, NULL, &tree, NULL, &err))
        print_error("%s\n", err.msg);
    T_OK(tree != NULL);
    const struct at_node *last = tree->root->last_child->last_child;
    T_EQ_STR(last->text, words);
    at_tree_free(tree);
}

T_TEST(one_that_is_missing_is_installed)
{
    struct at_helper_came came;
    start("", "");
    struct at_helper *helper = open_well(&came);
    T_OK(came.installed);
    T_NOT(came.repaired);
    T_EQ_INT(came.stage, AT_HELPER_STAGE_UP);
    T_EQ_TEXT(at_helper_known(helper)->model, "Paper");
    T_EQ_INT(opened("exec:cmd package"), 1);
    at_helper_free(helper);
    stop();
}

T_TEST(one_of_another_version_is_replaced)
{
    struct at_helper_came came;
    start("1", "");
    put("refuse", "Failure [INSTALL_FAILED_VERSION_DOWNGRADE]\n");
    struct at_helper *helper = open_well(&came);
    T_OK(came.installed);
    T_EQ_INT(opened("shell,v2,raw:pm uninstall"), 1);
    T_EQ_INT(opened("exec:cmd package"), 2);
    at_helper_free(helper);
    stop();
}

T_TEST(one_that_is_there_is_only_launched)
{
    struct at_helper_came came;
    start("2", "");
    struct at_helper *helper = open_well(&came);
    T_NOT(came.installed);
    T_EQ_INT(opened("exec:cmd package"), 0);
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 1);
    T_EQ_INT(opened("shell,v2,raw:am force-stop"), 0);
    at_helper_free(helper);
    stop();
}

// The real client and the real server, over every operation.
static void
sign_in(struct at_helper *helper)
{
    struct at_helper_idle_ask quick = {.timeout_ms = 2000, .quiet_ms = 50};
    struct at_helper_tree_ask whole = {.package = NULL};
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
    struct at_helper_step step = {actions, T_LEN(actions), &quick, &whole};
    struct at_buf source = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_helper_outcome out;
    struct at_op op = rig_op(LONG_MS);
    int before = opened("tcp:");
    T_OK(at_helper_do_step(&op, helper, &step, &out, &source, NULL));
    T_EQ_SIZE(out.did_count, 4);
    T_EQ_STR(out.did[1].value, "Zo\xc3\xab");
    T_OK(out.did[2].password);
    T_NOT(out.did[2].has_value);
    T_OK(out.idle.idle);
    T_EQ_STR(out.tree->root->last_child->first_child->text,
             "Welcome, Zo\xc3\xab");
    T_OK(out.news_count >= 2);
    T_OK(source.len > 0);
    at_helper_outcome_deinit(&out);
    at_buf_deinit(&source);
    T_EQ_INT(opened("tcp:"), before); // one connection for all of it
}

// One that came before the request: no wait of a minute would fit into op.
static void
wait_for_change(struct at_helper *helper, int64_t since)
{
    struct at_helper_idle_ask ask = {.timeout_ms = 60000,
                                     .quiet_ms = 20,
                                     .change_ms = 60000,
                                     .since = since};
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_idle idle;
    T_OK(at_helper_wait_idle(&op, helper, &ask, &idle, NULL) && idle.idle);
    T_OK(idle.next > since);
}

T_TEST(every_operation_reaches_the_server)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_idle_ask quick = {.timeout_ms = 2000, .quiet_ms = 20};
    struct at_helper_idle idle;
    struct at_helper_framework found;
    struct at_helper_status status;
    struct at_buf picture = AT_BUF_INIT(AT_MIB);
    struct at_swipe swipe = {{10, 20}, {30, 40}, 50};
    struct at_gesture pinch = AT_GESTURE_INIT;
    struct at_err err = AT_ERR_INIT;

    start("2", "");
    struct at_helper *helper = open_well(NULL);
    T_OK(at_helper_status(&op, helper, &status, NULL));
    T_EQ_INT(status.linger_ms, 60000);
    T_OK(at_helper_wait_idle(&op, helper, &quick, &idle, NULL) && idle.idle);
    T_OK(idle.next >= 1);
    // Asked beside what else is waited for.
    T_OK(at_helper_ask_framework(&op, helper, NULL, NULL));
    T_OK(at_helper_wait_idle(&op, helper, &quick, &idle, NULL) && idle.idle);
    T_OK(at_helper_take_framework(&op, helper, &found, NULL));
    T_EQ_STR(found.primary, "compose");
    at_helper_framework_deinit(&found);
    T_OK(at_helper_screenshot(&op, helper, NULL, &picture, NULL, NULL));
    T_EQ_SIZE(picture.len, 8);
    at_buf_deinit(&picture);
    T_OK(at_helper_tap(&op, helper, (struct at_point){7, 8}, NULL));
    check_last(helper, "touch of 1 for 40 ms, 2 frames, 1 times, from 7,8 to "
                       "7,8");
    T_OK(at_helper_double_tap(&op, helper, (struct at_point){7, 8}, 60, NULL));
    check_last(helper, "touch of 1 for 40 ms, 2 frames, 2 times, from 7,8 to "
                       "7,8");
    T_OK(at_helper_swipe(&op, helper, &swipe, NULL));
    check_last(helper, "touch of 1 for 50 ms, 4 frames, 1 times, from 10,20 "
                       "to 30,40");
    T_OK(at_helper_long_press(&op, helper, swipe.from, 30, NULL));
    check_last(helper, "touch of 1 for 30 ms, 2 frames, 1 times, from 10,20 "
                       "to 10,20");
    T_OK(at_gesture_pinch(&(struct at_pinch){{540, 900}, 100, 200, 50}, &pinch,
                          NULL));
    T_OK(at_helper_gesture(&op, helper, &pinch, NULL));
    at_gesture_deinit(&pinch);
    check_last(helper, "touch of 2 for 50 ms, 4 frames, 1 times, from 440,900 "
                       "to 340,900");
    T_OK(at_helper_key(&op, helper, AT_STR("BACK"), 3, NULL));
    check_last(helper, "key 4 meta 0, 3 times");
    T_NOT(at_helper_key(&op, helper, AT_STR("POWER"), 1, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_OK(at_helper_untouched(helper));
    T_NOT(at_helper_text(&op, helper, AT_STR("x"), &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_OK(at_helper_untouched(helper));
    sign_in(helper);
    wait_for_change(helper, idle.next);
    at_helper_free(helper);
    stop();
}

static const struct {
    const char *name;
    const char *installed;
    const char *plan;
    enum at_helper_stage stage; // UP: it helped to try again
    enum at_code code;
    const char *says;
} rows[] = {
    {"crashes once", "2", "crash\n", AT_HELPER_STAGE_UP, AT_OK, NULL},
    {"crashes twice", "2", "crash\ncrash\n", AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "helper: launch: the helper ended: Process crashed."},
    {"held once", "2", "held\n", AT_HELPER_STAGE_UP, AT_OK, NULL},
    {"held", "2", "held\nheld\n", AT_HELPER_STAGE_UIAUTOMATION, AT_EBUSY,
     "helper: uiautomation: the device's one UiAutomation is held by Appium's "
     "UiAutomator2 server (process 123)"},
    {"the port is in use", "2", "in-use\nin-use\n", AT_HELPER_STAGE_UP, AT_OK,
     NULL},
    {"dies before it is asked", "2", "dies\ndies\n", AT_HELPER_STAGE_READY,
     AT_EDEVICE, "helper: ready: "},
    {"another protocol", "2", "other-version\nother-version\n",
     AT_HELPER_STAGE_VERSION, AT_EPROTO,
     "helper: version: the helper speaks version 2"},
    {"another protocol once", "2", "other-version\n", AT_HELPER_STAGE_UP, AT_OK,
     NULL},
};

T_TEST(each_stage_has_its_diagnosis)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_helper_came came;
        T_ROW(rows[i].name);
        start(rows[i].installed, rows[i].plan);
        struct at_helper *helper = open_helper(&came, &err);
        if (came.stage != rows[i].stage)
            print_error("%s\n", err.msg);
        T_EQ_INT(came.stage, rows[i].stage);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(helper != NULL, rows[i].stage == AT_HELPER_STAGE_UP);
        T_OK(came.repaired);
        T_EQ_INT(opened("shell,v2,raw:am instrument"), 2);
        T_EQ_INT(opened("shell,v2,raw:am force-stop"), 1);
        if (rows[i].says)
            T_HAS(err.msg, rows[i].says);
        at_helper_free(helper);
        stop();
    }
}

T_TEST(an_install_that_is_refused_is_told)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper_came came;
    start("", "");
    put("refuse", "Failure [INSTALL_FAILED_USER_RESTRICTED]\n");
    T_NULL(open_helper(&came, &err));
    T_EQ_INT(came.stage, AT_HELPER_STAGE_INSTALL);
    T_HAS(err.msg, "helper: install: ");
    T_HAS(err.msg, "Install via USB");
    stop();
}

T_TEST(an_apk_that_is_missing_is_told)
{
    struct at_err err = AT_ERR_INIT;
    struct at_helper_came came;
    start("2", "");
    setenv("AGENTEST_HELPER_APK_DIR", rig.home, 1);
    T_NULL(open_helper(&came, &err));
    T_EQ_INT(came.stage, AT_HELPER_STAGE_APK);
    T_HAS(err.msg, "helper: apk: there is no agentest-helper.apk");
    T_HAS(err.msg, rig.home);
    put("agentest-helper.apk", "no APK");
    T_NULL(open_helper(&came, &err));
    T_HAS(err.msg, "helper: apk: ");
    unsetenv("AGENTEST_HELPER_APK_DIR");
    stop();
}

T_TEST(it_can_be_disabled)
{
    struct at_err err = AT_ERR_INIT;
    start("2", "");
    setenv("AGENTEST_DISABLE_HELPER", "1", 1);
    T_NULL(open_helper(NULL, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "helper: disabled");
    T_EQ_INT(opened(""), 0);
    stop();
}

// Neither a stage nor an end is heard.
T_TEST(a_launch_without_a_word_ends_with_the_caller)
{
    struct at_op op = rig_op(300);
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper;
    start("2", "mute\nmute\n");
    T_NOT(at_helper_open(&op, &rig.device, NULL, &helper, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NULL(helper);
    stop();
}

T_TEST(one_that_was_lost_is_launched_again_once)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    start("2", "");
    struct at_helper *helper = open_well(NULL);
    kill_helper();
    check_last(helper, "nothing yet");
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 2);
    T_OK(at_helper_tap(&op, helper, (struct at_point){7, 8}, NULL));
    kill_helper();
    // A tap on its way while it dies would be one that may have been done.
    while (!at_helper_launch_ended(helper->launch))
        rig_look_again(&op, "its end");
    T_NOT(at_helper_tap(&op, helper, (struct at_point){7, 8}, &err));
    T_HAS(err.msg, "helper: lost");
    T_OK(at_helper_untouched(helper));
    T_NOT(at_helper_is_up(helper));
    T_EQ_INT(opened("shell,v2,raw:am instrument"), 2);
    at_helper_free(helper);
    stop();
}

T_TEST(an_adb_server_that_is_gone_is_told)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    start("2", "");
    struct at_helper *helper = open_well(NULL);
    int64_t began_ns = at_now_ns();
    kill_helper(); // which is no child of this process
    rig_end(rig.pid, SIGKILL);
    T_NOT(at_helper_tap(&op, helper, (struct at_point){7, 8}, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, "helper: install: ");
    T_HAS(err.msg, "; the one that ran was lost");
    T_OK(at_helper_untouched(helper));
    at_helper_free(helper);
    T_OK(at_now_ns() - began_ns < 10000 * AT_NS_PER_MS);
    rig_remove_home(rig.home);
}

T_TEST(its_end_is_in_order)
{
    struct at_op op = rig_op(LONG_MS);
    start("2", "");
    struct at_helper *helper = open_well(NULL);
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    struct at_helper_ask ask = {"POST", "/shutdown", AT_STR("{}"), true};
    struct at_helper_reply reply = AT_HELPER_REPLY_INIT(4096);
    T_OK(at_helper_link_call(&op, &helper->link, &ask, &reply, NULL));
    at_buf_deinit(&reply.body);
    while (!at_helper_launch_ended(helper->launch))
        rig_look_again(&op, "its end");
    struct at_instrument_told told =
        at_helper_launch_told(helper->launch, &why);
    T_OK(told.over);
    T_EQ_TEXT(told.reason, "shutdown");
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
    struct at_helper_keeper *keeper;
    start("2", "");
    struct at_helper *helper = open_well(NULL);
    struct at_helper_dial own = {dial, helper};
    int before = opened("tcp:");
    T_OK(at_helper_keeper_start(&own, helper->token, 20, &keeper, NULL));
    while (opened("tcp:") < before + 3)
        rig_look_again(&op, "a keep-alive");
    at_helper_keeper_free(keeper);
    check_last(helper, "nothing yet");
    at_helper_free(helper);
    stop();
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T_CASE(one_that_is_missing_is_installed),
        T_CASE(one_of_another_version_is_replaced),
        T_CASE(one_that_is_there_is_only_launched),
        T_CASE(every_operation_reaches_the_server),
        T_CASE(each_stage_has_its_diagnosis),
        T_CASE(an_install_that_is_refused_is_told),
        T_CASE(an_apk_that_is_missing_is_told),
        T_CASE(it_can_be_disabled),
        T_CASE(a_launch_without_a_word_ends_with_the_caller),
        T_CASE(one_that_was_lost_is_launched_again_once),
        T_CASE(an_adb_server_that_is_gone_is_told),
        T_CASE(its_end_is_in_order),
        T_CASE(it_is_kept_alive),
    };
    if (!is_there("python3") || !is_there("java") || !is_there("javac")) {
        printf("skipped: %zu tests, there is no python3 or no JDK\n",
               T_LEN(tests));
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
