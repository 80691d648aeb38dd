// record_test.c: a simulator's screen as video, by the stand-in simctl
#include "device/record.h"

#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "tests/t.h"
#include "tests/unit/device/ios/ios_rig.h"
#include "wire/json.h"

// One test's state: temporary files lie in its own folder too.
static struct at_device *device;
static char folder[256];

static void
set_up(const char *order)
{
    ios_rig_set_up();
    setenv("TMPDIR", ios_rig_dir(), 1);
    snprintf(folder, sizeof(folder), "%s/video", ios_rig_dir());
    T_OK(at_folder_make(folder, NULL));
    device = ios_rig_open(NULL);
    if (order)
        setenv("STAND_IN_FAIL", order, 1);
}

static long
recorder_pid(const char *file)
{
    char *text = ios_rig_read(file);
    T_OK(text != NULL);
    json_t *row = at_json_parse(at_str(text), NULL);
    long pid = (long)json_integer_value(json_object_get(row, "pid"));
    json_decref(row);
    free(text);
    return pid;
}

static void
check_ended(long pid)
{
    struct at_op op = ios_rig_within(5000);
    while (at_proc_is_alive(pid))
        T_OK(at_op_wait_until(&op, at_now_ns() + 5 * AT_NS_PER_MS, NULL));
}

static void
check_nothing_left(void)
{
    char *path = at_strfmt("%s/agentest-%ld/video-" BOOTED ".mp4",
                           ios_rig_dir(), (long)getuid());
    T_NOT(at_file_exists(path));
    free(path);
}

static void
start(void)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    if (!at_device_record_start(&op, device, folder, &err))
        fail_msg("%s", err.msg);
    T_OK(at_proc_is_alive(recorder_pid("recording.json")));
}

static bool
stop(const struct at_op *op, struct at_recorded *out_files, struct at_err *err)
{
    bool ok = at_device_record_stop(op, device, folder, out_files, err);
    check_nothing_left();
    return ok;
}

static void
check_movie(const struct at_recorded *files)
{
    struct at_buf bytes = AT_BUF_INIT(AT_MIB);
    char *path = at_strfmt("%s/chunk-001.mp4", folder);
    T_EQ_SIZE(files->names.count, 1);
    T_EQ_TEXT(files->names.words[0], "chunk-001.mp4");
    T_OK(at_file_read(path, &bytes, NULL));
    T_OK(at_str_starts(at_str_skip(at_buf_str(&bytes), 4), AT_STR("ftyp")));
    T_OK(at_str_has(at_buf_str(&bytes), AT_STR("moov")));
    T_EQ_INT(unlink(path), 0);
    at_buf_deinit(&bytes);
    free(path);
}

static void
check_no_file(struct at_recorded *files)
{
    struct at_folder_list list;
    T_EQ_SIZE(files->names.count, 0);
    T_OK(at_folder_list(folder, &list, NULL));
    T_EQ_SIZE(list.count, 0);
    at_folder_list_deinit(&list);
    at_recorded_deinit(files);
}

T_TEST(a_recording_is_whole_and_nothing_else_is_left)
{
    set_up(NULL);
    for (int i = 0; i < 2; i++) {
        struct at_op op = ios_rig_within(20000);
        struct at_recorded files = AT_RECORDED_INIT;
        struct at_err err = AT_ERR_INIT;
        start();
        long pid = recorder_pid("recording.json");
        if (!stop(&op, &files, &err))
            fail_msg("%s", err.msg);
        check_ended(pid);
        check_movie(&files);
        at_recorded_deinit(&files);
    }
    ios_rig_check_ran("\"io\", \"" BOOTED "\", \"recordVideo\", "
                      "\"--codec=h264\", \"--force\", ");
    at_device_free(device);
}

T_TEST(one_recording_at_a_time)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    set_up(NULL);
    struct at_op op = ios_rig_within(20000);
    T_NOT(stop(&op, &files, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    start();
    T_NOT(at_device_record_start(&op, device, folder, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(stop(&op, &files, &err));
    check_movie(&files);
    at_recorded_deinit(&files);
    at_device_free(device);
}

static const struct {
    const char *order;
    int64_t within_ms;
    enum at_code code;
    const char *words;
} starts[] = {
    {"xcrun simctl io: exit 60 An error was encountered processing the command "
     "(domain=NSPOSIXErrorDomain, code=60):\\nOperation timed out",
     20000, AT_EDEVICE, "simctl io failed with status 60: Operation timed out"},
    {"xcrun simctl io: exit 0", 20000, AT_EDEVICE, "ended on its own"},
    {"xcrun: missing", 20000, AT_ENOTOOL, "xcrun has no simctl"},
    {"xcrun simctl io: hang", 1000, AT_ETIMEOUT, "has not begun to record"},
};

T_TEST(a_recording_that_does_not_begin)
{
    for (size_t i = 0; i < T_LEN(starts); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(starts[i].order);
        set_up(starts[i].order);
        struct at_op op = ios_rig_within(starts[i].within_ms);
        T_NOT(at_device_record_start(&op, device, folder, &err));
        T_EQ_INT(err.code, starts[i].code);
        T_HAS(err.msg, starts[i].words);
        T_HAS(err.msg, BOOTED);
        T_OK(at_now_ns() - op.deadline_ns < 2000 * AT_NS_PER_MS);
        if (err.code == AT_ETIMEOUT)
            check_ended(recorder_pid("hang.json"));
        check_nothing_left();
        unsetenv("STAND_IN_FAIL"); // the next one works as usual
        start();
        at_device_free(device);
    }
}

// As when the simulator is shut down: simctl is gone, its file is not whole.
T_TEST(a_recorder_that_dies_is_reported_at_the_end)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    set_up(NULL);
    struct at_op op = ios_rig_within(20000);
    start();
    long pid = recorder_pid("recording.json");
    T_EQ_INT(kill((pid_t)pid, SIGKILL), 0);
    check_ended(pid);
    T_NOT(stop(&op, &files, &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_HAS(err.msg, "simctl io failed with status 137");
    check_no_file(&files);
    at_device_free(device);
}

// Its file is whole, so it is kept, but it is not all of what was asked for.
T_TEST(a_recorder_that_ends_early_leaves_what_it_has)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    set_up(NULL);
    struct at_op op = ios_rig_within(20000);
    start();
    long pid = recorder_pid("recording.json");
    T_EQ_INT(kill((pid_t)pid, SIGINT), 0);
    check_ended(pid);
    T_NOT(stop(&op, &files, &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_HAS(err.msg, "ended before it was stopped");
    check_movie(&files);
    at_recorded_deinit(&files);
    at_device_free(device);
}

T_TEST(a_recorder_that_ignores_sigint_is_killed)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    set_up("xcrun simctl io: deaf");
    struct at_op op = ios_rig_within(20000);
    start();
    long pid = recorder_pid("recording.json");
    op = ios_rig_within(300);
    T_NOT(stop(&op, &files, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_OK(at_now_ns() - op.deadline_ns < 2000 * AT_NS_PER_MS);
    check_ended(pid);
    check_no_file(&files);
    at_device_free(device);
}

T_TEST(a_cancelled_stop_leaves_nothing)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    set_up("xcrun simctl io: deaf");
    struct at_op op = {AT_NEVER_NS, cancel};
    start();
    long pid = recorder_pid("recording.json");
    at_cancel_fire(cancel);
    T_NOT(stop(&op, &files, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    check_ended(pid);
    check_no_file(&files);
    at_cancel_free(cancel);
    at_device_free(device);
}

T_TEST(a_device_that_is_freed_drops_its_recording)
{
    set_up(NULL);
    start();
    long pid = recorder_pid("recording.json");
    at_device_free(device);
    check_ended(pid);
    check_nothing_left();
}

T_TEST(ios_leaves_nothing)
{
    ios_rig_tear_down();
}

T_MAIN()
