#include "tests/unit/device/android/adb_rig.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/adb.h"
#include "net/conn.h"
#include "sys/file.h"
#include "sys/folder.h"

static char *
folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? at_strndup(path, (size_t)(slash - path)) : at_strdup(".");
}

// Programs by their real paths, since a test's folder is the project's.
static bool
set_programs(struct adb_rig *rig, const char *argv0)
{
    struct at_err err = AT_ERR_INIT;
    char cwd[512];
    char *self = at_proc_self(argv0);
    char *folder = folder_of(self);
    char *build = folder_of(folder);
    char *device = at_strfmt("%s/virtual-android", build);
    char *sdk = at_strfmt("%s/sdk/emulator", rig->home);
    char *link = at_strfmt("%s/emulator", sdk);
    bool ok = at_file_is_executable(device);
    rig_need(getcwd(cwd, sizeof(cwd)) && at_folder_make(sdk, &err), sdk, &err);
    char *stand_in = at_strfmt("%s/tests/stand-ins/emulator", cwd);
    rig_need(symlink(stand_in, link) == 0, link, NULL);
    setenv("VIRTUAL_ANDROID", device, 1);
    free(stand_in);
    free(link);
    free(sdk);
    free(device);
    free(build);
    free(folder);
    free(self);
    return ok;
}

static void
set_environment(struct adb_rig *rig)
{
    static const char *const cleared[] = {
        "ANDROID_SERIAL",       "ADB_SERVER_SOCKET",
        "ANDROID_SDK_ROOT",     "ANDROID_AVD_HOME",
        "ANDROID_USER_HOME",    "ANDROID_EMULATOR_HOME",
        "ANDROID_SDK_HOME",     "ANDROID_ADB_SERVER_ADDRESS",
        "STAND_IN_FAIL",        "STAND_IN_BOOT_MS",
        "VIRTUAL_ANDROID_APPS", "AGENTEST_COMMAND_TIMEOUT_MS"};
    char text[300];
    for (size_t i = 0; i < AT_LEN(cleared); i++)
        unsetenv(cleared[i]);
    setenv("STAND_IN_DIR", rig->home, 1);
    snprintf(text, sizeof(text), "%s/sdk", rig->home);
    setenv("ANDROID_HOME", text, 1);
    snprintf(text, sizeof(text), "%d", rig->port);
    setenv("ANDROID_ADB_SERVER_PORT", text, 1);
    setenv("ADB_LOCAL_TRANSPORT_MAX_PORT", "1", 1);
    setenv("ADB_USB", "0", 1);
    setenv("ADB_MDNS", "0", 1);
    setenv("SCRCPY_SERVER_PATH", "", 1); // whatever this machine has
    setenv("AGENTEST_HELPER_APK_DIR", "android/prebuilt", 1);
}

static void
choose_port(struct adb_rig *rig)
{
    struct at_err err = AT_ERR_INIT;
    uint16_t port;
    int fd;
    rig_need(at_listen_tcp("127.0.0.1", 0, &fd, &port, &err), "port", &err);
    close(fd);
    rig->port = port;
}

static void
start_server(struct adb_rig *rig)
{
    char port[16];
    char log[300];
    const char *argv[] = {"adb", "-P", port, "nodaemon", "server", NULL};
    struct at_proc_opts opts = {.argv = argv};
    struct at_op op = rig_op(RIG_START_MS);
    struct at_conn *conn;
    char *endpoint = at_strfmt("tcp:127.0.0.1:%d", rig->port);
    snprintf(port, sizeof(port), "%d", rig->port);
    snprintf(log, sizeof(log), "%s/adb.log", rig->home);
    rig->server = rig_launch(&opts, log);
    while (!at_conn_open(&op, endpoint, &conn, NULL))
        rig_reread(&op, "adb server");
    at_conn_free(conn);
    free(endpoint);
}

bool
adb_rig_init(struct adb_rig *rig, const char *argv0)
{
    char *adb = at_proc_find("adb");
    bool has_adb = adb != NULL;
    *rig = (struct adb_rig){.server = -1};
    free(adb);
    rig_make_home(rig->home, sizeof(rig->home));
    if (!has_adb || !set_programs(rig, argv0)) {
        rig_remove_home(rig->home);
        return false;
    }
    choose_port(rig);
    set_environment(rig);
    start_server(rig);
    return true;
}

// The stand-in that was started last: a failed test may have left it.
static void
end_emulator(struct adb_rig *rig)
{
    char *text = adb_rig_read(rig, "emulator.pid");
    int64_t pid;
    if (text && at_str_to_i64(at_str_trim(at_str(text)), 2, INT32_MAX, &pid))
        rig_end((long)pid, SIGTERM); // a child of this process, or an orphan
    free(text);
}

void
adb_rig_deinit(struct adb_rig *rig)
{
    end_emulator(rig);
    for (int i = 0; i < rig->device_count; i++)
        rig_end(rig->devices[i], SIGTERM);
    rig_end(rig->server, SIGKILL);
    rig_remove_home(rig->home);
}

char *
adb_rig_read(struct adb_rig *rig, const char *name)
{
    char *path = at_strfmt("%s/%s", rig->home, name);
    char *text = rig_read(path);
    free(path);
    return text;
}

static bool
asks(const char *request, const char *needle)
{
    struct at_op op = rig_op(RIG_START_MS);
    struct at_buf out = AT_BUF_INIT(AT_ADB_REPLY_MAX_BYTES);
    struct at_adb adb;
    bool found = at_adb_init_env(&adb, NULL) &&
                 at_adb_query(&op, &adb, request, &out, NULL) &&
                 at_str_has(at_buf_str(&out), at_str(needle));
    at_buf_deinit(&out);
    return found;
}

static void
attach(const struct adb_rig_device *device)
{
    struct at_op op = rig_op(RIG_START_MS);
    char *request = at_strfmt("host:emulator:%d", device->console_port + 1);
    char *line = at_strfmt("%s\tdevice", device->serial);
    asks(request, "");
    while (!asks("host:devices", line))
        rig_reread(&op, device->serial);
    free(line);
    free(request);
}

// "virtual-android emulator-5554 console=127.0.0.1:5554 adb=…"
static struct adb_rig_device
read_device(const char *log)
{
    struct adb_rig_device device = {.console_port = 0};
    char *text = rig_await_line(log);
    struct at_str rest = at_str(text);
    struct at_str word = {0};
    int64_t port = 0;
    rig_need(at_str_next(&rest, ' ', &word) && at_str_next(&rest, ' ', &word) &&
                 at_str_to_i64(at_str_skip(word, strlen("emulator-")), 1, 65535,
                               &port),
             text, NULL);
    at_str_cut(device.serial, sizeof(device.serial), word);
    device.console_port = (int)port;
    free(text);
    return device;
}

struct adb_rig_device
adb_rig_start(struct adb_rig *rig, const char *const *options)
{
    const char *argv[16] = {getenv("VIRTUAL_ANDROID"), "--port", "0"};
    struct at_proc_opts opts = {.argv = argv};
    char log[300];
    for (size_t i = 3; options && *options && i + 1 < AT_LEN(argv); i++)
        argv[i] = *options++;
    snprintf(log, sizeof(log), "%s/device%d.log", rig->home, rig->device_count);
    rig_need(rig->device_count < ADB_RIG_DEVICES_MAX, "devices", NULL);
    rig->devices[rig->device_count++] = rig_launch(&opts, log);
    struct adb_rig_device device = read_device(log);
    attach(&device);
    return device;
}

void
adb_rig_console(const struct adb_rig_device *device, const char *words)
{
    struct at_op op = rig_op(RIG_START_MS);
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    struct at_err err = AT_ERR_INIT;
    rig_need(at_adb_console(&op, device->serial, words, &out, &err), words,
             &err);
    at_buf_deinit(&out);
}

void
adb_rig_add_avd(struct adb_rig *rig, const char *name, int api_level)
{
    struct at_err err = AT_ERR_INIT;
    char *folder = at_strfmt("%s/.android/avd", rig->home);
    char *path = at_strfmt("%s/%s.ini", folder, name);
    char *text = at_strfmt("avd.ini.encoding=UTF-8\npath=%s/%s.avd\n"
                           "target=android-%d\n",
                           folder, name, api_level);
    rig_need(at_folder_make(folder, &err), folder, &err);
    rig_need(at_file_write(path, at_str(text), &err), path, &err);
    free(text);
    free(path);
    free(folder);
}
