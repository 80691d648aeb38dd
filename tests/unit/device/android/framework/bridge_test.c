// bridge_test.c: the idling bridge of an app on virtual-android, over adb and
// through the resident helper
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/framework/source.h"
#include "device/android/helper/helper.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/descriptors.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

#define APP "com.example.shop"
#define BUSY                                                                   \
    "wire=1, idle=0, pending=[{\"source\":\"app\",\"name\":\"uploads\"}]"

static struct adb_rig rig;

static struct {
    struct at_source_ground ground;
    struct adb_rig_device device;
    void *state;
    char lines[4096];
} it;

static void
note(void *user, const char *text)
{
    (void)user;
    size_t len = strlen(it.lines);
    snprintf(it.lines + len, sizeof(it.lines) - len, "%s\n", text);
}

// Lines reported since the last time.
static bool
told(const char *lines)
{
    bool same = strcmp(it.lines, lines) == 0;
    if (!same)
        print_error("told: %s", it.lines);
    it.lines[0] = '\0';
    return same;
}

static struct at_op
op_in(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

static bool
run(const char *command)
{
    struct at_op op = op_in(20000);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    bool ok = at_adb_shell(&op, &it.ground.adb, command, &result, NULL);
    at_adb_result_deinit(&result);
    return ok;
}

static bool
set_columns(const char *columns)
{
    char command[512];
    snprintf(command, sizeof(command),
             "content insert --uri content://settings/idling --bind "
             "name:s:" APP " --bind 'value:s:%s'",
             columns);
    return run(command);
}

static bool
launch(void)
{
    return run("monkey -p " APP " -c android.intent.category.LAUNCHER 1");
}

static bool
attach(struct at_err *err)
{
    struct at_op op = op_in(30000);
    return at_source_bridge.attach(&op, &it.ground, &it.state, err);
}

// The number of things that it is doing; -1: it is not known.
static int
ask(struct at_pending_list *out, struct at_err *err)
{
    struct at_op op = op_in(10000);
    *out = (struct at_pending_list){0};
    return at_source_bridge.ask(&op, it.state, out, err) ? (int)out->count : -1;
}

static void
begin(void)
{
    struct at_err err = AT_ERR_INIT;
    it.ground = (struct at_source_ground){.note = note};
    it.lines[0] = '\0';
    it.device = adb_rig_start(&rig, NULL);
    T_OK(at_adb_init_env(&it.ground.adb.adb, &err));
    snprintf(it.ground.adb.serial, sizeof(it.ground.adb.serial), "%s",
             it.device.serial);
    snprintf(it.ground.package, sizeof(it.ground.package), "%s", APP);
}

// Properties of a running app that hold for either way of asking it.
static void
says_what_the_app_says(void)
{
    struct at_pending_list list;
    struct at_err err = AT_ERR_INIT;
    T_OK(set_columns(BUSY));
    T_EQ_INT(ask(&list, &err), 1);
    T_EQ_TEXT(list.items[0].text, "app: uploads");
    T_OK(set_columns("wire=1, idle=1, pending=[]"));
    T_EQ_INT(ask(&list, &err), 0);
    T_OK(told(""));
    T_OK(set_columns("wire=2, idle=0, pending=[]"));
    T_EQ_INT(ask(&list, &err), 1);
    T_EQ_INT(ask(&list, &err), 1);
    T_OK(told("the app's bridge has version 2, newer than 1 of this program: "
              "read as far as it is understood\n"));
    T_OK(set_columns("wire=1, idle=0, pending={}"));
    T_EQ_INT(ask(&list, &err), -1);
    T_OK(set_columns(BUSY));
    adb_rig_console(&it.device, "virtual fault linker-warns 1000");
    T_EQ_INT(ask(&list, &err), 1);
    T_OK(run("am force-stop " APP));
    T_EQ_INT(ask(&list, &err), 0); // a query would start it
    adb_rig_console(&it.device, "virtual fault linker-warns 0");
    T_EQ_INT(ask(&list, &err), 0);
    T_OK(set_columns(BUSY));
    T_EQ_INT(ask(&list, &err), 0);
    T_OK(launch());
    T_EQ_INT(ask(&list, &err), 1);
}

T_TEST(over_adb_it_asks_only_an_app_that_has_it_and_runs)
{
    struct at_err err = AT_ERR_INIT;
    begin();
    T_NOT(attach(&err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_OK(set_columns(BUSY));
    T_OK(attach(&err));
    T_OK(told("asked over adb\n"));
    T_EQ_INT(at_source_bridge.again_ms(it.state), 1000);
    T_OK(launch());
    says_what_the_app_says();
    at_source_bridge.detach(it.state);
}

static struct at_helper *
open_helper(void)
{
    struct at_op op = op_in(30000);
    struct at_err err = AT_ERR_INIT;
    struct at_helper *helper;
    const struct at_helper_opts opts = {.device = &it.ground.adb,
                                        .resident = true};
    if (!at_helper_open(&op, &opts, NULL, &helper, &err))
        print_error("%s\n", err.msg);
    T_OK(helper != NULL);
    return helper;
}

// Ask until a helper carries the question.
static void
await_helper(void)
{
    struct at_op op = op_in(20000);
    struct at_pending_list list;
    while (at_source_bridge.again_ms(it.state) != 100) {
        T_OK(ask(&list, NULL) >= 0);
        T_OK(at_op_wait_until(&op, at_now_ns() + 50 * AT_NS_PER_MS, NULL));
    }
}

T_TEST(the_helper_asks_and_adb_where_it_is_not)
{
    struct at_pending_list list;
    struct at_err err = AT_ERR_INIT;
    begin();
    struct at_helper *helper = open_helper();
    T_OK(launch());
    int descriptors = t_open_descriptors();
    for (int i = 0; i < 20; i++) {
        T_NOT(attach(&err));
        T_EQ_INT(err.code, AT_EUNSUPPORTED);
        T_HAS(err.msg, "not present");
    }
    T_EQ_INT(t_open_descriptors(), descriptors);
    T_OK(set_columns(BUSY));
    T_OK(attach(&err));
    T_OK(told("asked through the resident helper\n"));
    T_EQ_INT(at_source_bridge.again_ms(it.state), 100);
    says_what_the_app_says();
    adb_rig_console(&it.device, "virtual fault idling-late");
    T_EQ_INT(ask(&list, &err), 1);
    T_EQ_TEXT(list.items[0].text, "main thread");
    T_OK(told(""));
    adb_rig_console(&it.device, "virtual fault helper-broken");
    T_EQ_INT(ask(&list, &err), 1); // over adb
    T_EQ_TEXT(list.items[0].text, "app: uploads");
    T_OK(at_str_starts(at_str(it.lines), AT_STR("asked over adb: ")));
    T_HAS(it.lines, "told to be broken");
    it.lines[0] = '\0';
    await_helper();
    T_OK(told("asked through the resident helper\n"));

    at_helper_free(helper); // in the middle
    T_EQ_INT(ask(&list, &err), 1);
    T_OK(at_str_starts(at_str(it.lines), AT_STR("asked over adb: ")));
    T_EQ_INT(at_source_bridge.again_ms(it.state), 1000);
    it.lines[0] = '\0';
    helper = open_helper();
    await_helper();
    T_OK(told("asked through the resident helper\n"));

    adb_rig_console(&it.device, "virtual fault idling-unsupported");
    T_EQ_INT(ask(&list, &err), 1);
    T_OK(told("asked over adb: the helper cannot ask it here\n"));
    T_EQ_INT(at_source_bridge.again_ms(it.state), 1000);
    at_source_bridge.detach(it.state);

    setenv("AGENTEST_DISABLE_HELPER", "1", 1);
    T_OK(attach(&err));
    T_OK(told("asked over adb\n"));
    at_source_bridge.detach(it.state);
    unsetenv("AGENTEST_DISABLE_HELPER");
    T_EQ_INT(t_open_descriptors(), descriptors);
    at_helper_free(helper);
}

int
main(int argc, char **argv)
{
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
