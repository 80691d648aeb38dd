// The android commands: their output on stdout and stderr, and their exit
// status.
#include "tests/t.h"

#include "tests/unit/virtual-android/vd_rig.h"

// As many bytes as the value of a property may have.
#define B10 "0123456789"
#define B91 B10 B10 B10 B10 B10 B10 B10 B10 B10 "0"

// All rows run on one device, in this order. out and err must contain the text;
// with "=" before it they must equal it.
static const struct {
    const char *line;
    int status;
    const char *out;
    const char *err;
} rows[] = {
    {"getprop ro.product.model", 0, "=sdk_gphone64_x86_64\n", "="},
    {"getprop no.such", 0, "=\n", "="},
    {"getprop", 0, "[ro.build.version.sdk]: [34]\n", "="},
    {"setprop debug.x 1; getprop debug.x", 0, "=1\n", "="},
    {"setprop ro.product.model x", 1, "=", "Failed to set property"},
    {"setprop debug.x " B91 "; getprop debug.x", 0, "=" B91 "\n", "="},
    {"setprop debug.x " B91 "x; getprop debug.x", 0, "=" B91 "\n",
     "too long; try '" B91 "'\n"},
    {"settings get system screen_brightness", 0, "=102\n", "="},
    {"settings get secure nothing", 0, "=null\n", "="},
    {"settings put --user 0 global a b; settings get global a", 0, "=b\n", "="},
    {"settings delete global a", 0, "=Deleted 1 rows\n", "="},
    {"settings get nowhere x", 255, "=", "Invalid namespace 'nowhere'"},
    {"wm size", 0, "=Physical size: 1080x2400\n", "="},
    {"wm density", 0, "=Physical density: 420\n", "="},
    {"pm list packages -3", 0, "=package:com.example.notes\n", "="},
    {"pm list packages settings", 0, "=package:com.android.settings\n", "="},
    {"cmd package list packages -s -U launcher", 0,
     "=package:com.android.launcher3 uid:10077\n", "="},
    {"pm path com.example.notes", 0,
     "=package:/data/app/~~Vq3u8yT0wA==/com.example.notes-1/base.apk\n", "="},
    {"pm path com.nope", 1, "=", "="},
    {"cmd package resolve-activity --brief com.example.notes", 0,
     "\ncom.example.notes/.LoginActivity\n", "="},
    {"pm nonsense", 255, "=", "Unknown command: nonsense"},
    {"pm install /sdcard/none.apk", 1, "=", "Unable to open file"},
    {"echo x > /sdcard/x.apk; pm install /sdcard/x.apk", 1,
     "Failure [INSTALL_PARSE_FAILED_NOT_APK: ", "="},
    {"monkey -p com.nope -c android.intent.category.LAUNCHER 1", 252,
     "** No activities found to run, monkey aborted.", "="},
    {"am start -n com.nope/.Main", 1, "Starting: Intent { cmp=com.nope/.Main }",
     "Error: Activity class {com.nope/com.nope.Main} does not exist."},
    {"am start -W -n com.example.notes/com.example.notes.LoginActivity", 0,
     "Status: ok\nLaunchState: COLD\nActivity: "
     "com.example.notes/.LoginActivity\n",
     "="},
    {"am start -n com.example.notes/.LoginActivity", 0,
     "Warning: Activity not started, its current task has been brought to the "
     "front",
     "="},
    {"am start -a android.intent.action.VIEW -d nope://x", 1, "Starting",
     "unable to resolve Intent { act=android.intent.action.VIEW dat=nope:... "
     "}"},
    {"dumpsys window", 0,
     " u0 com.example.notes/com.example.notes.LoginActivity}\n  "
     "mFocusedApp=ActivityRecord{81ab2d4 u0 com.example.notes/.LoginActivity ",
     "="},
    {"dumpsys activity activities", 0,
     "mResumedActivity: ActivityRecord{81ab2d4 u0 "
     "com.example.notes/.LoginActivity t12}",
     "="},
    {"dumpsys package com.example.notes", 0,
     "    versionCode=142 minSdk=24 targetSdk=34\n    versionName=1.4.2\n",
     "="},
    {"dumpsys package com.nope", 0, "Unable to find package: com.nope", "="},
    {"dumpsys input_method", 0, "mInputShown=false", "="},
    {"dumpsys nonsense", 0, "=", "Can't find service: nonsense"},
    {"pidof com.example.notes", 0, "", "="},
    {"pidof com.nope", 1, "=", "="},
    {"input text h\xc3\xa9", 255, "=", "java.lang.NullPointerException"},
    {"input keyevent NOPE", 255, "=", "Invalid keycode: NOPE"},
    {"input tap 1", 255, "=", "Usage: input"},
    {"input nonsense", 255, "=", "Error: Unknown command: nonsense"},
    {"input tap 540 360; input text 'a%sb'; dumpsys input_method", 0,
     "mInputShown=true", "="},
    {"uiautomator dump", 0,
     "=UI hierchary dumped to: /sdcard/window_dump.xml\n", "="},
    {"cat /sdcard/window_dump.xml", 0, " text=\"a b\" ", "="},
    {"uiautomator dump /dev/tty", 0,
     "</hierarchy>UI hierchary dumped to: /dev/tty\n", "="},
    {"uiautomator nonsense", 1, "=", "Available subcommands"},
    {"run-as com.android.settings id", 1, "=",
     "run-as: package not debuggable: com.android.settings"},
    {"run-as com.nope id", 1, "=", "run-as: unknown package: com.nope"},
    {"run-as com.example.notes pwd", 0, "=/data/data/com.example.notes\n", "="},
    {"run-as com.example.notes sqlite3 databases/notes.db 'select count(*), "
     "max(id) from notes'",
     0, "=200|200\n", "="},
    {"run-as com.example.notes sqlite3 databases/notes.db 'select * from x'", 1,
     "=", "Error: in prepare, no such table: x"},
    {"run-as com.example.notes sqlite3 -json databases/notes.db 'select id, "
     "title from notes where id = 2'",
     0, "=[{\"id\":2,\"title\":\"Note 2 Idea\"}]\n", "="},
    {"pm grant com.example.notes android.permission.CAMERA; dumpsys package "
     "com.example.notes",
     0, "android.permission.CAMERA: granted=true", "="},
    {"monkey -p com.example.notes 1; pidof com.example.notes", 0,
     "Events injected: 1\n", "="},
    {"pm revoke com.example.notes android.permission.INTERNET; pidof "
     "com.example.notes >/dev/null",
     0, "=", "="},
    {"pm revoke com.example.notes android.permission.CAMERA; pidof "
     "com.example.notes",
     1, "=", "="},
    {"pm grant com.example.notes p.NONE", 255, "=",
     "has not requested permission p.NONE"},
    {"svc wifi disable; cmd wifi status", 0, "Wifi is disabled", "="},
    {"cmd connectivity airplane-mode enable; settings get global "
     "airplane_mode_on",
     0, "=1\n", "="},
    {"cmd nonsense", 20, "=", "cmd: Can't find service: nonsense"},
    {"content query --uri content://settings/global --where "
     "\"name='adb_enabled'\"",
     0, "=Row: 0 _id=1, name=adb_enabled, value=1\n", "="},
    {"am instrument -w com.x/.Y", 1,
     "Unable to find instrumentation info for: ComponentInfo{com.x/com.x.Y}",
     "INSTRUMENTATION_FAILED: com.x/.Y"},
    {"logcat -c; log -t Mine -p w hello; logcat -d -v brief Mine:W '*:S'", 0,
     "W/Mine    ( 2113): hello\n", "="},
    {"log -t Mine -p i quiet; logcat -d -v tag Mine:W '*:S'", 0,
     "=--------- beginning of main\nW/Mine    : hello\n", "="},
    {"logcat -d -t 1 -v raw -s Mine", 0,
     "=--------- beginning of main\nquiet\n", "="},
    {"logcat -d --regex '^he.*o$' -v raw", 0,
     "=--------- beginning of main\nhello\n", "="},
    {"am force-stop com.example.notes; pidof com.example.notes", 1, "=", "="},
    {"pm clear com.example.notes", 0, "=Success\n", "="},
    {"pm uninstall com.example.notes; pm path com.example.notes", 1,
     "=Success\n", "="},
    {"pm uninstall com.example.notes", 1,
     "=Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "="},
    {"pm uninstall com.android.launcher3", 1,
     "=Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "="},
    {"x=" B91 B91 B91 B91 B91 "; x=$x$x$x$x$x$x$x$x$x$x; log -t Mine $x; "
     "logcat -d -v raw -e 0123 -e '^0123' -s Mine | tail -n 1 | wc -c",
     0, "=4062\n", "="},
    {"ime list -s", 0, "LatinIME", "="},
    {"service check window", 0, "=Service window: found\n", "="},
    {"screenrecord --time-limit 1 /sdcard/x.mp4 && "
     "head -c 12 /sdcard/x.mp4 | tail -c 8 && stat -c %s /sdcard/x.mp4",
     0, "=ftypmp42148\n", "="},
    {"screenrecord", 2, "=", "Must specify output file"},
    {"screenrecord --time-limit 181 /sdcard/x.mp4", 2, "=", "outside"},
    {"screenrecord /sdcard", 1, "=", "Unable to open"},
    {"kill -2 4242", 1, "=", "No such process"},
};

static bool
matches(const char *want, const char *have)
{
    return want[0] == '=' ? strcmp(want + 1, have) == 0
                          : strstr(have, want) != NULL;
}

T_TEST(the_rows)
{
    struct vd_rig rig;
    vd_rig_init_file(&rig, "virtual-android/apps/com.example.notes.json");
    for (size_t i = 0; i < T_LEN(rows); i++) {
        int status = vd_rig_run(&rig, rows[i].line);
        const char *out = at_buf_text(&rig.out);
        const char *err = at_buf_text(&rig.err);
        bool fine = status == rows[i].status && matches(rows[i].out, out) &&
                    matches(rows[i].err, err);
        if (!fine)
            print_error("%s\nstatus %d\nout: %s\nerr: %s\n", rows[i].line,
                        status, out, err);
        assert_true(fine);
    }
    vd_rig_deinit(&rig);
}

// The effect of a fault on a dump.
static const struct {
    const char *fault;
    int status;
    const char *out;
    const char *err;
} faults[] = {
    {"null-root", 0, "=",
     "=ERROR: null root node returned by UiTestAutomationBridge.\n"},
    {"idle-error", 0, "=", "=ERROR: could not get idle state.\n"},
    {"killed-dump", 137, "=", "=Killed\n"},
    {"truncate-dump", 0, "<?xml", "="},
    {"garbage-dump", 0, "", "="},
};

T_TEST(faults_spoil_a_dump)
{
    struct vd_rig rig;
    vd_rig_init_file(&rig, NULL);
    for (size_t i = 0; i < T_LEN(faults); i++) {
        assert_true(vd_device_set_fault(rig.device, faults[i].fault, 1, NULL));
        assert_int_equal(vd_rig_run(&rig, "uiautomator dump /dev/tty"),
                         faults[i].status);
        assert_true(matches(faults[i].out, at_buf_text(&rig.out)));
        assert_true(matches(faults[i].err, at_buf_text(&rig.err)));
        assert_null(strstr(at_buf_text(&rig.out), "</hierarchy>"));
        assert_int_equal(vd_rig_run(&rig, "uiautomator dump /dev/tty"), 0);
        assert_non_null(strstr(at_buf_text(&rig.out), "</hierarchy>"));
    }
    vd_rig_deinit(&rig);
}

// A dump takes 900 ms, and 900 ms after the last change at the soonest.
T_TEST(idle)
{
    struct vd_rig rig;
    vd_rig_init_file(&rig, "virtual-android/apps/com.example.notes.json");
    vd_device_set_profile(rig.device, VD_PROFILE_REALISTIC);
    int64_t start = rig.now_ms;
    vd_rig_run(&rig, "uiautomator dump");
    assert_int_equal(rig.now_ms - start, 900);
    vd_rig_run(&rig, "am start -n com.example.notes/.LoginActivity");
    start = rig.now_ms;
    vd_rig_run(&rig, "uiautomator dump");
    assert_int_equal(rig.now_ms - start, 400 + 900);
    vd_rig_run(&rig, "am start -n com.example.notes/.BusyActivity");
    vd_rig_run(&rig, "sleep 1");
    start = rig.now_ms;
    vd_rig_run(&rig, "uiautomator dump");
    assert_string_equal(at_buf_text(&rig.err),
                        "ERROR: could not get idle state.\n");
    assert_in_range(rig.now_ms - start, 9000, 10000);
    vd_rig_deinit(&rig);
}

// Online long before it can be used.
T_TEST(boot)
{
    struct vd_rig rig;
    vd_rig_init_file(&rig, "virtual-android/apps/com.example.notes.json");
    assert_true(vd_device_is_booted(rig.device));
    vd_device_boot(rig.device, 5000);
    vd_rig_run(&rig, "getprop sys.boot_completed; getprop init.svc.bootanim");
    assert_string_equal(at_buf_text(&rig.out), "\nrunning\n");
    assert_int_equal(vd_rig_run(&rig, "pm path com.example.notes"), 20);
    assert_string_equal(at_buf_text(&rig.err),
                        "cmd: Can't find service: package\n");
    rig.now_ms += 4999;
    assert_int_equal(vd_rig_run(&rig, "cmd package path android"), 20);
    rig.now_ms += 1;
    vd_rig_run(&rig, "getprop sys.boot_completed; getprop init.svc.bootanim");
    assert_string_equal(at_buf_text(&rig.out), "1\nstopped\n");
    assert_int_equal(vd_rig_run(&rig, "pm path com.example.notes"), 0);
    vd_rig_deinit(&rig);
}

T_MAIN()
