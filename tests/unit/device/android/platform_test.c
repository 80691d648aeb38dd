#include "device/platform.h"

#include <signal.h>
#include <sys/stat.h>

#include "tests/unit/device/android/adb_rig.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/adb.h"
#include "device/android/android.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "tests/t.h"

static struct adb_rig rig;
static struct adb_rig_device device;
static const struct at_platform *const android = &at_android_platform;

static struct at_platform_call
call_of(struct at_op *op, int64_t ms)
{
    *op = rig_op(ms);
    return (struct at_platform_call){.op = op};
}

static const struct at_device_entry *
find_entry(const struct at_device_list *list, const char *id)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->entries[i].id, id) == 0)
            return &list->entries[i];
    return NULL;
}

T_TEST(the_list_has_devices_and_avds)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 20000);
    struct at_device_list list;
    struct at_err err = AT_ERR_INIT;
    T_OK(android->list(&call, &list, &err));
    const struct at_device_entry *entry = find_entry(&list, device.serial);
    T_OK(entry);
    T_EQ_TEXT(entry->kind, "emulator");
    T_EQ_TEXT(entry->state, "device");
    T_EQ_TEXT(entry->name, "First");
    T_EQ_TEXT(entry->os, "Android 14");
    T_OK(entry->usable && !entry->bootable && !entry->remedy[0]);
    entry = find_entry(&list, "First");
    T_EQ_TEXT(entry->kind, "avd");
    T_HAS(entry->state, device.serial);
    T_OK(!entry->usable && !entry->bootable);
    entry = find_entry(&list, "Second_API_33");
    T_EQ_TEXT(entry->state, "stopped");
    T_EQ_TEXT(entry->os, "API 33");
    T_OK(!entry->usable && entry->bootable);
    T_HAS(entry->remedy, "Second_API_33");
    at_device_list_deinit(&list);
}

static const struct {
    const char *selector;
    enum at_code code;
    const char *says;
} opens[] = {
    {NULL, AT_OK, ""},
    {"", AT_OK, ""},
    {"booted", AT_OK, ""},
    {"First", AT_OK, ""},
    {"Second_API_33", AT_ENODEV, "AVD 'Second_API_33' is not running"},
    {"emulator-1", AT_ENODEV, "available: emulator-"},
};

T_TEST(devices_are_opened_by_selector)
{
    for (size_t i = 0; i < T_LEN(opens); i++) {
        struct at_op op;
        struct at_platform_call call = call_of(&op, 20000);
        struct at_device *opened;
        struct at_err err = AT_ERR_INIT;

        T_ROW(opens[i].selector ? opens[i].selector : "NULL");
        bool ok = android->open(&call, opens[i].selector, &opened, &err);
        T_EQ_INT(err.code, opens[i].code);
        T_HAS(err.msg, opens[i].says);
        if (ok)
            T_EQ_TEXT(opened->serial, device.serial);
        at_device_free(ok ? opened : NULL);
    }
}

static void
add_progress(void *user, const char *text)
{
    at_buf_add_fmt(user, "%s|", text);
}

static char log_path[300];

static struct at_boot_opts
boot_opts(const char *avd, struct at_buf *told)
{
    return (struct at_boot_opts){
        .avd = avd,
        .wait = true,
        .headless = true,
        .log_path = log_path,
        .progress = add_progress,
        .user = told,
    };
}

static size_t
count_starts(void)
{
    char *log = adb_rig_read(&rig, "emulator.log");
    size_t count = 0;
    for (const char *at = log; at && (at = strstr(at, "-avd")); at++)
        count++;
    free(log);
    return count;
}

// From nothing to a device that can be used, found again, and ended.
T_TEST(an_avd_is_started_and_ended)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 40000);
    struct at_buf told = AT_BUF_INIT(4096);
    struct at_boot_opts opts = boot_opts("Second_API_33", &told);
    struct at_device_list list;
    struct at_err err = AT_ERR_INIT;
    char id[128];
    char again[128];
    setenv("STAND_IN_BOOT_MS", "700", 1);
    bool ok = android->boot(&call, &opts, id, &err);
    T_EQ_TEXT(err.msg, "");
    T_OK(ok);
    unsetenv("STAND_IN_BOOT_MS");
    T_HAS(at_buf_text(&told), "Second_API_33: starting the emulator|");
    T_HAS(at_buf_text(&told), "waiting for Android to start|");
    T_OK(strcmp(id, device.serial) != 0);
    char *log = adb_rig_read(&rig, "emulator.log");
    T_HAS(log, "-avd Second_API_33 -no-window -no-audio\n");
    free(log);

    size_t starts = count_starts();
    T_OK(android->boot(&call, &opts, again, &err));
    T_EQ_TEXT(again, id);
    T_EQ_SIZE(count_starts(), starts);

    T_OK(android->shutdown(&call, "Second_API_33", again, &err));
    T_EQ_TEXT(again, id);
    T_OK(android->list(&call, &list, &err));
    T_NULL(find_entry(&list, id));
    at_device_list_deinit(&list);
    at_buf_deinit(&told);
}

static const struct {
    const char *name;
    const char *avd;
    const char *fail; // the stand-in's failure
    const char *sdk;  // ANDROID_HOME; NULL: the rig's
    int64_t ms;
    enum at_code code;
    const char *says[3];
} refused[] = {
    {"unknown",
     "Third",
     NULL,
     NULL,
     20000,
     AT_ENODEV,
     {"no AVD 'Third'", "'First'", "'Second_API_33'"}},
    {"no emulator",
     "Second_API_33",
     NULL,
     "/nowhere",
     20000,
     AT_ENOTOOL,
     {"the emulator program was not found", "/nowhere/emulator/emulator",
      "sdkmanager"}},
    {"it dies",
     "Second_API_33",
     "emulator: exit 1 PANIC: no KVM here",
     NULL,
     20000,
     AT_EDEVICE,
     {"ended with status 1", "PANIC: no KVM here", ""}},
    {"it hangs",
     "Second_API_33",
     "emulator: hang",
     NULL,
     1500,
     AT_ETIMEOUT,
     {"waiting for the emulator to appear", "continues to start", "boot.log"}},
};

// The one that hangs is this test's to end.
static void
end_stand_in(void)
{
    char *text = adb_rig_read(&rig, "emulator.pid");
    int64_t pid;
    if (text && at_str_to_i64(at_str_trim(at_str(text)), 2, INT32_MAX, &pid))
        kill((pid_t)pid, SIGKILL);
    free(text);
}

T_TEST(failed_starts_have_a_reason)
{
    char *home = at_strdup(getenv("ANDROID_HOME"));
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_op op;
        struct at_platform_call call = call_of(&op, refused[i].ms);
        struct at_buf told = AT_BUF_INIT(4096);
        struct at_boot_opts opts = boot_opts(refused[i].avd, &told);
        struct at_err err = AT_ERR_INIT;
        char id[128];

        T_ROW(refused[i].name);
        if (refused[i].fail)
            setenv("STAND_IN_FAIL", refused[i].fail, 1);
        setenv("ANDROID_HOME", refused[i].sdk ? refused[i].sdk : home, 1);
        bool ok = android->boot(&call, &opts, id, &err);
        unsetenv("STAND_IN_FAIL");
        setenv("ANDROID_HOME", home, 1);
        if (refused[i].code == AT_ETIMEOUT)
            end_stand_in();
        T_NOT(ok);
        T_EQ_INT(err.code, refused[i].code);
        for (size_t j = 0; j < T_LEN(refused[i].says); j++)
            T_HAS(err.msg, refused[i].says[j]);
        at_buf_deinit(&told);
    }
    free(home);
}

T_TEST(a_device_is_waited_for_by_its_serial)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 20000);
    struct at_buf told = AT_BUF_INIT(4096);
    struct at_boot_opts opts = boot_opts(NULL, &told);
    struct at_err err = AT_ERR_INIT;
    char id[128];
    int64_t began_ns = at_now_ns();
    adb_rig_console(&device, "virtual boot 600");
    opts.device = device.serial;
    T_OK(android->boot(&call, &opts, id, &err));
    T_OK(at_now_ns() - began_ns >= 600 * AT_NS_PER_MS);
    T_EQ_TEXT(id, device.serial);
    // Not waited for: it is there.
    adb_rig_console(&device, "virtual boot 60000");
    opts.wait = false;
    opts.device = NULL;
    T_OK(android->boot(&call, &opts, id, &err));
    T_EQ_TEXT(id, device.serial);
    // Waited for in vain.
    opts.wait = true;
    call = call_of(&op, 700);
    T_NOT(android->boot(&call, &opts, id, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_HAS(err.msg, "waiting for Android to start");
    adb_rig_console(&device, "virtual boot 0");
    opts.device = "emulator-1";
    call = call_of(&op, 5000);
    T_NOT(android->boot(&call, &opts, id, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    at_buf_deinit(&told);
}

T_TEST(only_emulators_are_ended)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 20000);
    struct at_buf out = AT_BUF_INIT(4096);
    struct at_err err = AT_ERR_INIT;
    struct at_adb adb;
    char id[128];
    char *address = at_strfmt("127.0.0.1:%d", device.console_port + 1);
    char *request = at_strfmt("host:connect:%s", address);
    T_OK(at_adb_init_env(&adb, &err));
    T_OK(at_adb_query(&op, &adb, request, &out, &err));
    T_NOT(android->shutdown(&call, address, id, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "not an emulator");
    T_NOT(android->shutdown(&call, "emulator-1", id, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    free(request);
    request = at_strfmt("host:disconnect:%s", address);
    T_OK(at_adb_query(&op, &adb, request, &out, &err));
    free(request);
    free(address);
    at_buf_deinit(&out);
}

static const struct {
    const char *path;
    enum at_code code;
    const char *id;
} apks[] = {
    {"tests/data/apk/aapt.apk", AT_OK, "com.example.tiny"},
    {"tests/data/apk/aapt2.apk", AT_OK, "com.example.tiny"},
    {"tests/data/apk/README.md", AT_EUSAGE, NULL},
    {"tests/data/apk/none.apk", AT_EIO, NULL},
    {"tests/data/apk", AT_EIO, NULL},
};

T_TEST(an_apk_has_its_id)
{
    for (size_t i = 0; i < T_LEN(apks); i++) {
        struct at_err err = AT_ERR_INIT;
        char *id;

        T_ROW(apks[i].path);
        bool ok = android->app_id(apks[i].path, &id, &err);
        T_EQ_INT(err.code, apks[i].code);
        if (ok)
            T_EQ_TEXT(id, apks[i].id);
        else
            T_HAS(err.msg, apks[i].path);
        free(id);
    }
}

static const struct at_check *
find_check(const struct at_check *checks, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(checks[i].name, name) == 0)
            return &checks[i];
    return NULL;
}

T_TEST(doctor_lists_what_exists)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 60000);
    struct at_check checks[AT_PLATFORM_CHECKS_MAX];
    size_t count = android->check(&call, checks);
    T_OK(android->present());
    for (size_t i = 0; i < count; i++) {
        T_ROW(checks[i].name);
        T_OK(checks[i].text[0]);
        T_OK(checks[i].level == AT_CHECK_OK || checks[i].remedy[0]);
    }
    const struct at_check *adb = find_check(checks, count, "adb");
    T_EQ_INT(adb->level, AT_CHECK_OK);
    T_OK(adb->version[0] && adb->path[0] == '/');
    T_EQ_INT(find_check(checks, count, "adb server")->level, AT_CHECK_OK);
    T_EQ_TEXT(find_check(checks, count, "emulator")->version, "34.1.20.0");
    T_HAS(find_check(checks, count, "devices")->text, device.serial);
    T_HAS(find_check(checks, count, "tree")->text, "nodes in");
    T_HAS(find_check(checks, count, "tree")->text, device.serial);
}

T_TEST(doctor_lists_what_is_missing)
{
    struct at_op op;
    struct at_platform_call call = call_of(&op, 60000);
    struct at_check checks[AT_PLATFORM_CHECKS_MAX];
    char *path = at_strdup(getenv("PATH"));
    char *home = at_strdup(getenv("ANDROID_HOME"));
    char *port = at_strdup(getenv("ANDROID_ADB_SERVER_PORT"));
    setenv("PATH", "/nowhere", 1);
    setenv("ANDROID_HOME", "/nowhere", 1);
    size_t with_server = android->check(&call, checks);
    T_OK(with_server > 3);
    T_EQ_INT(checks[0].level, AT_CHECK_WARN); // a server runs
    T_EQ_INT(find_check(checks, with_server, "emulator")->level, AT_CHECK_WARN);
    setenv("ANDROID_ADB_SERVER_PORT", "9", 1);
    size_t without = android->check(&call, checks);
    bool present = android->present();
    setenv("ANDROID_ADB_SERVER_PORT", port, 1);
    setenv("ANDROID_HOME", home, 1);
    setenv("PATH", path, 1);
    T_EQ_SIZE(without, 3);
    T_NOT(present);
    T_EQ_INT(checks[0].level, AT_CHECK_MISSING);
    T_HAS(checks[0].text, "adb program was not found");
    T_EQ_INT(find_check(checks, without, "adb server")->level, AT_CHECK_BAD);
    free(port);
    free(home);
    free(path);
}

int
main(int argc, char **argv)
{
    static const char *const options[] = {"--avd", "First", NULL};
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    adb_rig_add_avd(&rig, "First", 34);
    adb_rig_add_avd(&rig, "Second_API_33", 33);
    snprintf(log_path, sizeof(log_path), "%s/boot.log", rig.home);
    device = adb_rig_start(&rig, options);
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
