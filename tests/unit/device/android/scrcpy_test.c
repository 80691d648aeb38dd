// scrcpy_test.c: the screen as H.264, through a real adb server, from what
// plays scrcpy's server on virtual-android, with a real encoder
#include "device/android/scrcpy/source.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/android.h"
#include "device/android/scrcpy/server_file.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/device/android/adb_rig.h"

#define PLACE "/data/local/tmp/agentest.scrcpy-"
#define SERVER "com.genymobile.scrcpy.Server"

static struct adb_rig rig;
static struct adb_rig_device now; // Android 14
static struct adb_rig_device old; // API 23: no shell v2

static struct at_adb_device
device_of(const struct adb_rig_device *of)
{
    struct at_adb_device device = {.features_known = false};
    struct at_err err = AT_ERR_INIT;
    if (!at_adb_init_env(&device.adb, &err))
        fail_msg("%s", err.msg);
    at_str_cut(device.serial, sizeof(device.serial), at_str(of->serial));
    return device;
}

static bool
has(const struct adb_rig_device *of, const char *command, const char *word)
{
    struct at_adb_device device = device_of(of);
    struct at_op op = rig_op(20000);
    struct at_adb_result result;
    struct at_err err = AT_ERR_INIT;
    at_adb_result_init(&result, AT_MIB);
    if (!at_adb_shell(&op, &device, command, &result, &err))
        fail_msg("%s", err.msg);
    bool found = at_str_has(at_buf_str(&result.out), at_str(word));
    at_adb_result_deinit(&result);
    return found;
}

// The device notices the end of a stream a moment later.
static void
await_gone(const struct adb_rig_device *of)
{
    struct at_op op = rig_op(20000);
    while (has(of, "ps -A -o PID,ARGS", SERVER))
        rig_reread(&op, "the server ends");
}

static void
choose(const char *version)
{
    char path[64];
    snprintf(path, sizeof(path), "tests/data/scrcpy/%s.jar", version);
    setenv("SCRCPY_SERVER_PATH", path, 1);
}

static bool
open_stream(const struct adb_rig_device *of, int32_t max_side_px,
            struct at_video **out, struct at_err *err)
{
    const struct at_video_opts opts = {.max_side_px = max_side_px};
    struct at_op op = rig_op(20000);
    return at_android_platform.video(&op, of->serial, &opts, out, err);
}

static struct at_video *
must_open(const struct adb_rig_device *of)
{
    struct at_video *video;
    struct at_err err = AT_ERR_INIT;
    if (!open_stream(of, 480, &video, &err))
        fail_msg("%s", err.msg);
    return video;
}

static struct at_video_packet
read_next(struct at_video_reader *reader)
{
    struct at_op op = rig_op(20000);
    struct at_video_packet packet;
    struct at_err err = AT_ERR_INIT;
    if (!at_video_next(&op, reader, &packet, &err))
        fail_msg("%s", err.msg);
    return packet;
}

static void
check_stream(const struct adb_rig_device *of, const char *version)
{
    choose(version);
    T_ROW(version);
    struct at_video *video = must_open(of);
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet = read_next(reader);
    T_OK(packet.key);
    T_EQ_INT(packet.segment, 1);
    T_EQ_INT(packet.height_px, 480);
    T_OK(packet.width_px < 480 && packet.width_px > 100);
    T_OK(has(of, "ps -A -o PID,ARGS", SERVER));
    int64_t pts_us = packet.pts_us;
    packet = read_next(reader);
    T_NOT(packet.key);
    T_OK(packet.pts_us > pts_us);
    at_video_reader_close(reader);
    at_video_close(video);
    await_gone(of);
}

T_TEST(each_version_is_spoken_with_in_its_own_words)
{
    static const char *const versions[] = {"1.25", "2.4", "3.3.4", "4.1"};
    for (size_t i = 0; i < T_LEN(versions); i++)
        check_stream(&now, versions[i]);
}

T_TEST(an_old_device)
{
    check_stream(&old, "4.1");
}

// Under its hash, whole, once; other versions are removed.
T_TEST(the_file_on_the_device)
{
    struct at_scrcpy_file file;
    struct at_err err = AT_ERR_INIT;
    char name[200];
    choose("2.4");
    at_video_close(must_open(&now));
    choose("4.1");
    T_OK(at_scrcpy_file_find(&file, &err));
    T_EQ_TEXT(file.version, "4.1");
    at_video_close(must_open(&now));
    snprintf(name, sizeof(name), PLACE "%s.jar\n", file.sha256);
    struct at_op op = rig_op(20000);
    struct at_adb_device device = device_of(&now);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    T_OK(at_adb_shell(&op, &device, "ls " PLACE "*", &result, &err));
    T_EQ_TEXT(at_buf_text(&result.out), name);
    at_adb_result_deinit(&result);
    at_scrcpy_file_deinit(&file);
    await_gone(&now);
}

// Make the placed file another one of the same size.
static void
change_placed(const struct at_scrcpy_file *file, const char *path)
{
    struct at_op op = rig_op(20000);
    struct at_adb_device device = device_of(&now);
    struct at_buf other = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    at_buf_add_str(&other, at_buf_str(&file->bytes));
    other.data[other.len / 2] ^= 1;
    T_OK(at_adb_put(&op, &device, at_buf_str(&other), path, 0444, &err));
    at_buf_deinit(&other);
}

T_TEST(another_file_of_the_same_size_is_replaced)
{
    struct at_scrcpy_file file;
    struct at_err err = AT_ERR_INIT;
    char path[200];
    char command[250];
    choose("4.1");
    T_OK(at_scrcpy_file_find(&file, &err));
    snprintf(path, sizeof(path), PLACE "%s.jar", file.sha256);
    snprintf(command, sizeof(command), "sha256sum < %s", path);
    at_video_close(must_open(&now));
    await_gone(&now);
    change_placed(&file, path);
    T_NOT(has(&now, command, file.sha256));
    at_video_close(must_open(&now));
    await_gone(&now);
    T_OK(has(&now, command, file.sha256));
    at_scrcpy_file_deinit(&file);
}

T_TEST(a_turned_screen)
{
    choose("4.1");
    struct at_video *video = must_open(&now);
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet = read_next(reader);
    int32_t width_px = packet.width_px;
    T_NOT(has(&now, "am start -a android.intent.action.VIEW -d turn://page",
              "Error"));
    while (packet.segment == 1)
        packet = read_next(reader);
    T_OK(packet.key);
    T_EQ_INT(packet.segment, 2);
    T_EQ_INT(packet.width_px, 480);
    T_EQ_INT(packet.height_px, width_px);
    T_NOT(has(&now, "am force-stop com.example.turn", "Error"));
    at_video_reader_close(reader);
    at_video_close(video);
    await_gone(&now);
}

T_TEST(a_key_frame_on_demand)
{
    choose("3.3.4");
    struct at_video *video = must_open(&now);
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet = read_next(reader);
    at_video_refresh(video);
    packet = read_next(reader);
    while (!packet.key)
        packet = read_next(reader);
    T_EQ_INT(packet.segment, 1);
    at_video_reader_close(reader);
    at_video_close(video);
    await_gone(&now);
}

// The command and the stream are two connections: a test continues in between.
T_TEST(two_streams_at_once)
{
    choose("4.1");
    struct at_video *one = must_open(&now);
    struct at_video *two = must_open(&now);
    at_video_close(one);
    struct at_video_reader *reader = at_video_reader_open(two);
    T_OK(read_next(reader).key);
    at_video_reader_close(reader);
    at_video_close(two);
    await_gone(&now);
}

static const struct {
    const char *version;
    const char *fault; // NULL: none
    enum at_code code;
    const char *says;
} refusals[] = {
    {"1.22", NULL, AT_EUNSUPPORTED, "1.23 to 1.25, 2.0 to 2.7"},
    {"4.2", NULL, AT_EUNSUPPORTED, "is of version '4.2'"},
    {"none", NULL, AT_EUNSUPPORTED, "it does not contain a version"},
    {"missing", NULL, AT_EUNSUPPORTED, "is not a server of scrcpy"},
    {"README", NULL, AT_EUNSUPPORTED, "is not a server of scrcpy"},
    {"4.1", "scrcpy-no-encoder", AT_EDEVICE,
     "Could not create default video encoder"},
    {"4.1", "no-app-process", AT_EDEVICE, "app_process"},
};

T_TEST(reasons_for_a_missing_stream)
{
    for (size_t i = 0; i < T_LEN(refusals); i++) {
        char words[64];
        struct at_video *video;
        struct at_err err = AT_ERR_INIT;
        choose(refusals[i].version);
        snprintf(words, sizeof(words), "virtual fault %s 1",
                 refusals[i].fault ? refusals[i].fault : "");
        if (refusals[i].fault)
            adb_rig_console(&now, words);
        T_ROW(refusals[i].says);
        T_NOT(open_stream(&now, 480, &video, &err));
        T_EQ_INT(err.code, refusals[i].code);
        T_HAS(err.msg, refusals[i].says);
        T_NULL(video);
        await_gone(&now);
        words[strlen(words) - 1] = '0';
        if (refusals[i].fault)
            adb_rig_console(&now, words);
    }
}

static const struct {
    const char *fault;
    enum at_code code;
    const char *says;
} ends[] = {
    {"scrcpy-dies", AT_EDEVICE, "scrcpy's server ended"},
    {"scrcpy-huge", AT_EPROTO, "a packet that is none"},
    {"scrcpy-stall", AT_EDEVICE, "in the middle of a frame"},
};

// A screen that changes: what is read of a fault comes after a few frames.
T_TEST(a_stream_that_ends)
{
    for (size_t i = 0; i < T_LEN(ends); i++) {
        char words[64];
        struct at_op op = rig_op(20000);
        struct at_video_packet packet;
        struct at_err err = AT_ERR_INIT;
        choose("4.1");
        snprintf(words, sizeof(words), "virtual fault %s 1", ends[i].fault);
        adb_rig_console(&now, words);
        T_ROW(ends[i].fault);
        struct at_video *video = must_open(&now);
        struct at_video_reader *reader = at_video_reader_open(video);
        while (at_video_next(&op, reader, &packet, &err))
            continue;
        T_EQ_INT(err.code, ends[i].code);
        T_HAS(err.msg, ends[i].says);
        at_video_reader_close(reader);
        at_video_close(video);
        await_gone(&now);
        words[strlen(words) - 1] = '0';
        adb_rig_console(&now, words);
    }
}

T_TEST(a_server_that_never_listens_is_given_up)
{
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    const struct at_video_opts opts = {.max_side_px = 480};
    struct at_op op = {at_now_ns() + 1500 * AT_NS_PER_MS, cancel};
    struct at_video *video;
    struct at_err err = AT_ERR_INIT;
    choose("4.1");
    adb_rig_console(&now, "virtual fault scrcpy-silent 1");
    T_NOT(at_android_platform.video(&op, now.serial, &opts, &video, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    await_gone(&now);
    adb_rig_console(&now, "virtual fault scrcpy-silent 0");
    at_cancel_free(cancel);
}

T_TEST(a_device_that_is_lost)
{
    struct at_op op = rig_op(20000);
    struct at_video_packet packet;
    struct at_err err = AT_ERR_INIT;
    choose("4.1");
    struct at_video *video = must_open(&now);
    struct at_video_reader *reader = at_video_reader_open(video);
    adb_rig_console(&now, "virtual fault vanish 1");
    while (at_video_next(&op, reader, &packet, &err))
        continue;
    T_OK(err.code == AT_ENODEV || err.code == AT_EDEVICE);
    at_video_reader_close(reader);
    at_video_close(video);
    adb_rig_console(&now, "virtual fault vanish 0");
}

int
main(int argc, char **argv)
{
    static const char *const turning[] = {"--app",
                                          "tests/data/scrcpy/turn.json", NULL};
    static const char *const api23[] = {"--api", "23", NULL};
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    now = adb_rig_start(&rig, turning);
    old = adb_rig_start(&rig, api23);
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
