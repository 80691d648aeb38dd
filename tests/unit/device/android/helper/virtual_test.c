// virtual_test.c: the helper on virtual-android through the real adb server:
// the APK is pushed and installed, and requests act on the device
#include <signal.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/exchange.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

enum { LONG_MS = 30000, ROUNDS = 20 };

static struct {
    struct adb_rig rig;
    struct adb_rig_device shown;
    struct at_adb_device device;
} it;

static struct at_helper *
open_well(struct at_helper_open_result *result)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    const struct at_helper_opts opts = {.device = &it.device,
                                        .may_install = true};
    struct at_helper *helper;
    if (!at_helper_open(&op, &opts, result, &helper, &err))
        print_error("%s\n", err.msg);
    T_OK(helper != NULL);
    return helper;
}

static struct at_tree *
read_tree(struct at_helper *helper)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_err err = AT_ERR_INIT;
    struct at_tree *tree;
    if (!at_helper_tree(&op, helper, NULL, &tree, NULL, &err))
        print_error("%s\n", err.msg);
    T_OK(tree != NULL);
    return tree;
}

static int64_t
best_us(int64_t best, int64_t began_ns)
{
    int64_t took = (at_now_ns() - began_ns) / 1000;
    return best == 0 || took < best ? took : best;
}

T_TEST(it_opens_with_and_without_an_install)
{
    struct at_helper_open_result result;
    at_helper_free(open_well(&result));
    T_OK(result.installed);
    T_NOT(result.relaunched);
    at_helper_free(open_well(&result));
    T_NOT(result.installed);
    T_NOT(result.relaunched);
    print_message("bring-up: %d ms\n", (int)(result.took_ns / 1000000));
}

T_TEST(a_tree_and_a_tap_take_one_round_trip)
{
    struct at_helper *helper = open_well(NULL);
    struct at_helper_idle_options idle = {.timeout_ms = 2000};
    struct at_helper_tree_options whole = {.package = NULL};
    struct at_helper_action tap = {.kind = AT_HELPER_TAP, .at = {5, 5}};
    struct at_helper_step step = {&tap, 1, &idle, &whole, 0};
    int64_t tree_us = 0;
    int64_t step_us = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct at_op op = rig_op(LONG_MS);
        struct at_helper_outcome out;
        int64_t began_ns = at_now_ns();
        at_tree_free(read_tree(helper));
        tree_us = best_us(tree_us, began_ns);
        began_ns = at_now_ns();
        T_OK(at_helper_do_step(&op, helper, &step, &out, NULL, NULL));
        step_us = best_us(step_us, began_ns);
        T_OK(out.results[0].ok && out.tree && out.idle.idle);
        at_helper_outcome_deinit(&out);
    }
    print_message("tree: %d us, tap, quiet and tree: %d us\n", (int)tree_us,
                  (int)step_us);
    at_helper_free(helper);
}

static void
run_shell(const char *command)
{
    struct at_op op = rig_op(LONG_MS);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    T_OK(at_adb_shell(&op, &it.device, command, &result, NULL));
    at_adb_result_deinit(&result);
}

static bool
shows(struct at_tree *tree, const char *text)
{
    const struct at_node *node = tree->root;
    while (node && !at_str_is(node->text, text))
        node = at_node_next(node, tree->root);
    return node != NULL;
}

// op has no time for a wait of a minute: an event ends the wait, also one that
// came before the request.
T_TEST(a_change_is_waited_for)
{
    struct at_helper *helper = open_well(NULL);
    struct at_op op = rig_op(LONG_MS);
    struct at_helper_idle_options idle = {.timeout_ms = 1000, .quiet_ms = 20};
    struct at_helper_tree_options whole = {.package = NULL};
    struct at_helper_step step = {.idle = &idle, .tree = &whole};
    struct at_helper_outcome out;
    bool late = false;
    run_shell("am start -W -a android.intent.action.VIEW -d notes://timing");
    while (!late) {
        T_OK(at_helper_do_step(&op, helper, &step, &out, NULL, NULL));
        T_OK(out.idle.idle && out.idle.next > idle.since);
        late = shows(out.tree, "I appear after 1.5 seconds");
        idle = (struct at_helper_idle_options){.timeout_ms = 60000,
                                               .quiet_ms = 20,
                                               .change_ms = 60000,
                                               .since = out.idle.next};
        at_helper_outcome_deinit(&out);
    }
    at_helper_free(helper);
}

// `am` ends with the package, and the helper with `am`.
T_TEST(a_helper_that_is_stopped_is_lost)
{
    struct at_helper *helper = open_well(NULL);
    struct at_op op = rig_op(LONG_MS);
    struct at_tree *tree;
    run_shell("am force-stop com.agentest.helper");
    T_NOT(at_helper_tree(&op, helper, NULL, &tree, NULL, NULL));
    T_EQ_INT(at_helper_state(helper), AT_HELPER_LOST);
    at_helper_free(helper);
    helper = open_well(NULL);
    at_tree_free(read_tree(helper));
    at_helper_free(helper);
}

int
main(int argc, char **argv)
{
    (void)argc;
    if (!adb_rig_init(&it.rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb or no virtual-android\n",
               t_count());
        return 77;
    }
    unsetenv("AGENTEST_DISABLE_HELPER");
    it.shown = adb_rig_start(&it.rig, NULL);
    at_assert(at_adb_init_env(&it.device.adb, NULL));
    snprintf(it.device.serial, sizeof(it.device.serial), "%s", it.shown.serial);
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&it.rig);
    return failed;
}
