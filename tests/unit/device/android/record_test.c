// record_test.c: the screen as video, through a real adb server, on
// virtual-android: whole files in order, and nothing is left on the device
#include "device/record.h"

#include "base/limits.h"
#include "device/android/adb/shell.h"
#include "device/android/android.h"
#include "sys/cancel.h"
#include "sys/file.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

static struct adb_rig rig;
static struct adb_rig_device now; // Android 14
static struct adb_rig_device old; // API 23: no shell v2

static struct at_device *
open_device(const struct adb_rig_device *of, int64_t file_s)
{
    struct at_op op = rig_op(20000);
    struct at_device *device;
    struct at_err err = AT_ERR_INIT;
    if (!at_android_open(&op, of->serial, &device, &err) ||
        !at_device_use_backend(&op, device, AT_STR("adb"), &err))
        fail_msg("%s", err.msg);
    at_android_of(device)->record_file_s = file_s;
    return device;
}

static struct at_buf
shell(struct at_device *device, const char *command)
{
    struct at_op op = rig_op(20000);
    struct at_adb_result result;
    struct at_err err = AT_ERR_INIT;
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    if (!at_shell_run(&op, at_android_of(device), command, &result, &err))
        fail_msg("%s", err.msg);
    at_buf_add_str(&out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return out;
}

static bool
has(struct at_device *device, const char *command, const char *word)
{
    struct at_buf out = shell(device, command);
    bool found = at_str_has(at_buf_str(&out), at_str(word));
    at_buf_deinit(&out);
    return found;
}

static void
await(struct at_device *device, const char *command, const char *word)
{
    struct at_op op = rig_op(20000);
    while (!has(device, command, word))
        rig_reread(&op, word);
}

// A device that is lost is looked for a few times only, by each command.
static void
await_online(struct at_device *device)
{
    struct at_op op = rig_op(20000);
    struct at_adb_result result;
    bool ok = false;
    while (!ok) {
        ok = at_shell_run(&op, at_android_of(device), "true", &result, NULL);
        at_adb_result_deinit(&result);
        if (!ok)
            rig_reread(&op, "the device is back");
    }
}

// A process that was killed is in the list for a moment more.
static void
check_nothing_left(struct at_device *device)
{
    struct at_op op = rig_op(20000);
    while (has(device, "ps -A", "screenrecord"))
        rig_reread(&op, "that screenrecord has ended");
    T_NOT(has(device, "ls /data/local/tmp", "agentest-video"));
}

static void
start(struct at_device *device)
{
    struct at_op op = rig_op(20000);
    struct at_err err = AT_ERR_INIT;
    if (!at_device_record_start(&op, device, rig.home, &err))
        fail_msg("%s", err.msg);
}

// The chunks are there, each with a movie header, and no other file is.
static void
check_files(const struct at_recorded *files, size_t at_least)
{
    T_OK(files->names.count >= at_least);
    for (size_t i = 0; i < files->names.count; i++) {
        char name[32];
        char path[512];
        struct at_buf bytes = AT_BUF_INIT(AT_MIB);
        snprintf(name, sizeof(name), "chunk-%03zu.mp4", i + 1);
        snprintf(path, sizeof(path), "%s/%s", rig.home, name);
        T_ROW(name);
        T_EQ_TEXT(files->names.words[i], name);
        T_OK(at_file_read(path, &bytes, NULL));
        T_OK(at_str_has(at_buf_str(&bytes), AT_STR("ftypmp42")));
        T_OK(at_str_has(at_buf_str(&bytes), AT_STR("moov")));
        T_EQ_INT(remove(path), 0);
        at_buf_deinit(&bytes);
    }
}

static void
stop(struct at_device *device, size_t at_least)
{
    struct at_op op = rig_op(20000);
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    if (!at_device_record_stop(&op, device, rig.home, &files, &err))
        fail_msg("%s", err.msg);
    check_files(&files, at_least);
    check_nothing_left(device);
    at_recorded_deinit(&files);
}

static void
check_one_file(const struct adb_rig_device *of)
{
    struct at_device *device = open_device(of, 0);
    start(device);
    await(device, "ps -A", "screenrecord");
    stop(device, 1);
    start(device);
    await(device, "ps -A", "screenrecord");
    stop(device, 1);
    at_device_free(device);
}

T_TEST(a_recording_is_brought_and_removed)
{
    check_one_file(&now);
}

T_TEST(a_recording_of_an_old_device)
{
    check_one_file(&old);
}

T_TEST(a_file_that_is_full_is_followed_by_another)
{
    struct at_device *device = open_device(&now, 1);
    start(device);
    await(device, "ls /data/local/tmp", "agentest-video-003.mp4");
    stop(device, 2);
    at_device_free(device);
}

T_TEST(one_recording_at_a_time)
{
    struct at_device *device = open_device(&now, 0);
    struct at_op op = rig_op(20000);
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_device_record_stop(&op, device, rig.home, &files, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    start(device);
    T_NOT(at_device_record_start(&op, device, rig.home, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    await(device, "ps -A", "screenrecord");
    stop(device, 1);
    at_device_free(device);
}

T_TEST(a_device_without_an_encoder_says_so)
{
    struct at_device *device = open_device(&now, 0);
    struct at_op op = rig_op(20000);
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    adb_rig_console(&now, "virtual fault screenrecord-codec 1");
    start(device);
    T_NOT(at_device_record_stop(&op, device, rig.home, &files, &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_EQ_SIZE(files.names.count, 0);
    check_nothing_left(device);
    adb_rig_console(&now, "virtual fault screenrecord-codec 0");
    at_device_free(device);
}

// As a device does that reconnects: the stream of screenrecord is cut.
T_TEST(a_lost_connection_leaves_nothing)
{
    struct at_device *device = open_device(&now, 0);
    start(device);
    await(device, "ps -A", "screenrecord");
    adb_rig_console(&now, "virtual fault vanish 1");
    adb_rig_console(&now, "virtual fault vanish 0");
    await_online(device);
    await(device, "ls /data/local/tmp", "agentest-video-002.mp4");
    stop(device, 2);
    at_device_free(device);
}

static void
stop_cancelled(struct at_device *device)
{
    struct at_recorded files = AT_RECORDED_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    struct at_op op = {rig_op(20000).deadline_ns, cancel};
    at_cancel_fire(cancel);
    T_NOT(at_device_record_stop(&op, device, rig.home, &files, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_EQ_SIZE(files.names.count, 0);
    at_cancel_free(cancel);
}

T_TEST(a_cancelled_stop_leaves_nothing)
{
    struct at_device *device = open_device(&now, 0);
    start(device);
    await(device, "ls /data/local/tmp", "agentest-video");
    stop_cancelled(device);
    check_nothing_left(device);
    at_device_free(device);
}

// It has begun, and has not made its file yet.
T_TEST(a_stop_cancelled_before_there_is_a_file_leaves_nothing)
{
    struct at_device *device = open_device(&now, 0);
    adb_rig_console(&now, "virtual fault screenrecord-late 1");
    start(device);
    await(device, "ps -A", "screenrecord");
    stop_cancelled(device);
    check_nothing_left(device);
    at_device_free(device);
}

T_TEST(a_device_that_is_freed_drops_its_recording)
{
    struct at_device *device = open_device(&now, 0);
    start(device);
    await(device, "ps -A", "screenrecord");
    at_device_free(device);
    device = open_device(&now, 0);
    check_nothing_left(device);
    at_device_free(device);
}

// A process that was killed while it recorded left its file.
T_TEST(the_next_recording_removes_what_was_left)
{
    struct at_device *device = open_device(&now, 0);
    struct at_buf none = shell(device, "echo x > /data/local/tmp/"
                                       "agentest-video-077.mp4");
    at_buf_deinit(&none);
    start(device);
    await(device, "ps -A", "screenrecord");
    T_NOT(has(device, "ls /data/local/tmp", "agentest-video-077"));
    stop(device, 1);
    at_device_free(device);
}

int
main(int argc, char **argv)
{
    static const char *const api23[] = {"--api", "23", NULL};
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    now = adb_rig_start(&rig, NULL);
    old = adb_rig_start(&rig, api23);
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
