// bridge_test.c: the idling bridge of an app on virtual-android, over adb
#include <stdlib.h>

#include "base/limits.h"
#include "device/android/framework/source.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

#define APP "com.example.shop"

static struct adb_rig rig;

static void
note(void *user, const char *text)
{
    (void)user;
    (void)text;
}

static bool
run(struct at_source_ground *ground, const char *command)
{
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, NULL};
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    bool ok = at_adb_shell(&op, &ground->adb, command, &result, NULL);
    at_adb_result_deinit(&result);
    return ok;
}

static bool
set_columns(struct at_source_ground *ground, const char *columns)
{
    char command[512];
    snprintf(command, sizeof(command),
             "content insert --uri content://settings/idling --bind "
             "name:s:" APP " --bind 'value:s:%s'",
             columns);
    return run(ground, command);
}

T_TEST(asks_only_an_app_that_has_it_and_runs)
{
    struct at_source_ground ground = {.note = note};
    struct at_err err = AT_ERR_INIT;
    struct at_pending_list list = {0};
    void *state = NULL;
    struct adb_rig_device device = adb_rig_start(&rig, NULL);
    T_OK(at_adb_init_env(&ground.adb.adb, &err));
    snprintf(ground.adb.serial, sizeof(ground.adb.serial), "%s", device.serial);
    snprintf(ground.package, sizeof(ground.package), "%s", APP);
    struct at_op op = {at_now_ns() + 30000 * AT_NS_PER_MS, NULL};

    T_NOT(at_source_bridge.attach(&op, &ground, &state, &err));
    T_OK(err.code == AT_EUNSUPPORTED);
    T_OK(set_columns(&ground, "wire=1, idle=0, pending="
                              "[{\"source\":\"app\",\"name\":\"uploads\"}]"));
    bool attached = at_source_bridge.attach(&op, &ground, &state, &err);
    if (!attached)
        print_error("%s\n", err.msg);
    T_OK(attached);
    T_OK(run(&ground, "am force-stop " APP));
    T_OK(at_source_bridge.ask(&op, state, &list, &err));
    T_OK(list.count == 0); // a query would start it
    T_OK(run(&ground,
             "monkey -p " APP " -c android.intent.category.LAUNCHER 1"));
    T_OK(at_source_bridge.ask(&op, state, &list, &err));
    T_OK(list.count == 1);
    T_OK(strcmp(list.items[0].text, "app: uploads") == 0);
    list.count = 0;
    T_OK(set_columns(&ground, "wire=1, idle=1, pending=[]"));
    T_OK(at_source_bridge.ask(&op, state, &list, &err));
    T_OK(list.count == 0);
    T_OK(set_columns(&ground, "wire=2, idle=1, pending=[]"));
    T_NOT(at_source_bridge.ask(&op, state, &list, &err));
    at_source_bridge.detach(state);
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
