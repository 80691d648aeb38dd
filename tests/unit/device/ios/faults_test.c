// faults_test.c: tools that fail, hang, or are not there
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "tests/unit/device/ios/ios_rig.h"
#include "wire/json.h"

enum what { SNAPSHOT, LAUNCH, OPEN, TAP };

static bool
run_one(enum what what, const struct at_op *op, struct at_device *device,
        struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    struct at_snapshot snapshot = {0};
    const struct at_input tap = {.kind = AT_INPUT_TAP, .at = {1, 1}};
    struct at_device *other = NULL;
    bool ok = false;
    switch (what) {
    case SNAPSHOT:
        ok = at_device_snapshot(op, device, &snapshot, err);
        ios_rig_put_back(&snapshot);
        break;
    case LAUNCH:
        ok = at_device_launch(op, device, LOGIN, err);
        break;
    case OPEN:
        ok = at_ios_platform.open(&call, NULL, &other, err);
        at_device_free(other);
        break;
    case TAP:
        ok = at_device_input(op, device, &tap, err);
        break;
    }
    return ok;
}

static const struct {
    const char *order;
    enum what what;
    enum at_code code;
    const char *words;
} failures[] = {
    {"axe describe-ui: half", SNAPSHOT, AT_ETREE, ""},
    {"axe describe-ui: exit 0", SNAPSHOT, AT_ETREE, ""},
    {"axe describe-ui: exit 1 Error: boom", SNAPSHOT, AT_EDEVICE,
     "axe describe-ui failed with status 1: boom"},
    {"axe: exit 64 Error: Unknown option '--udid'\\nUsage: axe x\\n  See "
     "'axe tap --help' for more information.",
     TAP, AT_EDEVICE,
     "status 64: Unknown option '--udid'; AXe 1.8 or newer is needed"},
    {"axe: exit 1 Error: No simulator with UDID U was found. Run it.", TAP,
     AT_ENODEV, "device boot --platform ios"},
    {"axe tap: exit 1", TAP, AT_EDEVICE, "it said nothing"},
    {"xcrun: missing", OPEN, AT_ENOTOOL, "xcrun has no simctl"},
    {"xcrun simctl list: half", OPEN, AT_EPROTO, "cannot be read"},
    {"xcrun simctl list: exit 0", OPEN, AT_EPROTO, "cannot be read"},
    {"xcrun simctl launch: exit 60 An error was encountered processing the "
     "command (domain=NSPOSIXErrorDomain, code=60):\\nOperation timed out",
     LAUNCH, AT_EDEVICE, "status 60: Operation timed out; the simulator was"},
    {"xcrun simctl launch: exit 149 An error was encountered processing the "
     "command (domain=com.apple.CoreSimulator.SimError, code=405):\\nUnable to "
     "lookup in current state: Shutdown",
     LAUNCH, AT_ENODEV, "current state: Shutdown; boot it"},
    {"xcrun simctl launch: exit 194 An error was encountered processing the "
     "command (domain=NSOSStatusErrorDomain, code=-10814):\\nno app",
     LAUNCH, AT_ENOAPP, "is not installed"},
    {"xcrun simctl launch: exit 0", LAUNCH, AT_EPROTO, "named no process"},
    {"xcrun simctl launch: exit 9", LAUNCH, AT_EDEVICE,
     "simctl launch failed with status 9: it said nothing"},
};

T_TEST(ios_failures)
{
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    for (size_t i = 0; i < T_LEN(failures); i++) {
        struct at_op op = ios_rig_within(20000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(failures[i].order);
        setenv("STAND_IN_FAIL", failures[i].order, 1);
        T_NOT(run_one(failures[i].what, &op, device, &err));
        T_EQ_INT(err.code, failures[i].code);
        T_HAS(err.msg, failures[i].words);
        unsetenv("STAND_IN_FAIL"); // it continues without a trace of the fault
        T_OK(run_one(failures[i].what, &op, device, &err));
    }
    at_device_free(device);
}

T_TEST(ios_tools_that_are_missing)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    setenv("PATH", "/nowhere", 1);
    T_NOT(run_one(OPEN, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "'xcrun' is not in PATH");
    T_NOT(run_one(SNAPSHOT, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "brew install cameroncooke/axe/axe");
    at_device_free(device);
}

T_TEST(ios_axe_is_where_it_was_said_to_be)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    char cwd[1024];
    ios_rig_set_up();
    T_OK(getcwd(cwd, sizeof(cwd)) != NULL);
    struct at_device *device = ios_rig_open(NULL);
    setenv("MOBILE_DEV_AGENT_AXE_PATH", "tests/stand-ins/axe", 1);
    T_NOT(run_one(TAP, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "is 'tests/stand-ins/axe', which is not an absolute path");
    setenv("MOBILE_DEV_AGENT_AXE_PATH", "/dev/null", 1);
    T_NOT(run_one(TAP, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "not a program that can be run");
    char *axe = at_strfmt("%s/tests/stand-ins/axe", cwd);
    setenv("MOBILE_DEV_AGENT_AXE_PATH", axe, 1);
    setenv("PATH", ios_rig_path(), 1);
    T_OK(run_one(TAP, &op, device, &err));
    unsetenv("MOBILE_DEV_AGENT_AXE_PATH");
    // A bundled one goes before PATH: beside the program, or in its share.
    static const char *const programs[] = {"mda", "bin/mda"};
    static const char *const bundled[] = {"bundled",
                                          "share/mobile-dev-agent/bundled"};
    for (size_t i = 0; i < T_LEN(programs); i++) {
        char *program = at_strfmt("%s/p%zu/%s", ios_rig_dir(), i, programs[i]);
        char *bin = at_strfmt("%s/p%zu/bin", ios_rig_dir(), i);
        char *folder = at_strfmt("%s/p%zu/%s", ios_rig_dir(), i, bundled[i]);
        char *link = at_strfmt("%s/axe", folder);
        T_ROW(link);
        T_OK(at_folder_make(bin, NULL));
        T_OK(at_folder_make(folder, NULL));
        T_OK(at_file_write(program, AT_STR("#!/bin/sh\n"), NULL));
        T_OK(at_file_write(
            link, AT_STR("#!/bin/sh\necho bundled >&2\nexit 5\n"), NULL));
        T_EQ_INT(chmod(link, 0700), 0);
        at_ios_set_program(program);
        T_NOT(run_one(TAP, &op, device, &err));
        T_HAS(err.msg, "status 5: bundled");
        free(link);
        free(folder);
        free(bin);
        free(program);
    }
    at_ios_set_program("/nowhere/at/all");
    free(axe);
    at_device_free(device);
}

static bool
dies_soon(json_int_t pid)
{
    struct at_op op = ios_rig_within(5000);
    while (kill((pid_t)pid, 0) == 0) {
        int64_t then_ns = at_now_ns() + 5 * AT_NS_PER_MS;
        if (!at_op_wait_until(&op, then_ns, NULL))
            return false;
    }
    return true;
}

T_TEST(ios_what_hangs_is_ended)
{
    static const char *const orders[] = {"axe describe-ui: hang",
                                         "xcrun simctl launch: hang"};
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    for (size_t i = 0; i < T_LEN(orders); i++) {
        struct at_op op = ios_rig_within(1000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(orders[i]);
        setenv("STAND_IN_FAIL", orders[i], 1);
        T_NOT(run_one(i == 0 ? SNAPSHOT : LAUNCH, &op, device, &err));
        T_EQ_INT(err.code, AT_ETIMEOUT);
        T_OK(at_now_ns() - op.deadline_ns < 2000 * AT_NS_PER_MS);
        char *text = ios_rig_read("hang.json");
        T_OK(text != NULL);
        json_t *pids = at_json_parse(at_str(text), &err);
        T_OK(dies_soon(json_integer_value(json_object_get(pids, "pid"))));
        T_OK(dies_soon(json_integer_value(json_object_get(pids, "child"))));
        json_decref(pids);
        free(text);
    }
    at_device_free(device);
}

struct heard {
    struct at_buf text;
};

static void
hear_start(void *user, const struct at_proc_opts *opts, long pid)
{
    struct heard *heard = user;
    T_OK(pid > 0);
    at_buf_add_fmt(&heard->text, "%s %s\n", opts->tool, opts->action);
}

static void
hear_piece(void *user, bool is_err, struct at_str piece)
{
    (void)user;
    (void)is_err;
    (void)piece;
}

static void
hear_end(void *user, int exit_status, const struct at_err *why)
{
    struct heard *heard = user;
    at_buf_add_fmt(&heard->text, "ended %d%s\n", exit_status,
                   why ? " before its time" : "");
}

T_TEST(ios_reports_its_tools)
{
    struct heard heard = {.text = AT_BUF_INIT(4096)};
    const struct at_proc_listener listener = {hear_start, hear_piece, hear_end,
                                              &heard};
    struct at_op op = ios_rig_within(20000);
    const struct at_platform_call call = {&op, &listener};
    const struct at_input text = {.kind = AT_INPUT_TEXT,
                                  .text = AT_STR("secret")};
    struct at_device *device;
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    T_OK(at_ios_platform.open(&call, NULL, &device, &err));
    T_OK(at_device_input(&op, device, &text, &err));
    T_OK(at_device_launch(&op, device, LOGIN, &err));
    T_EQ_TEXT(at_buf_text(&heard.text), "simctl list\nended 0\n"
                                        "axe type\nended 0\n"
                                        "simctl launch\nended 0\n");
    at_device_free(device);
    at_buf_deinit(&heard.text);
}

T_TEST(ios_leaves_nothing)
{
    ios_rig_tear_down();
}

T_MAIN()
