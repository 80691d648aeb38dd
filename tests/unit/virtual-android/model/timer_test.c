// Timers, movement and launches on a clock that the test sets.
#include "tests/t.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "base/limits.h"
#include "tests/unit/virtual-android/vd_rig.h"
#include "virtual-android/model/logring.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"

static const char late_nodes[] =
    "{\"kind\": \"text\", \"id\": \"late\", \"hidden\": true}, "
    "{\"kind\": \"text\", \"id\": \"n\", \"text\": \"${n}\"}, "
    "{\"kind\": \"button\", \"id\": \"b\", \"move\": {\"dx\": 0, \"dy\": 500, "
    "\"ms\": 500}}";
static const char late_keys[] =
    "\"timers\": [{\"after\": 1500, \"do\": [{\"show\": \"late\"}]}, "
    "{\"every\": 2000, \"do\": [{\"add\": {\"n\": 1}}]}],";

static const struct {
    int64_t after_ms;
    const char *late; // index, "" while it is not there
    const char *n;
    int64_t quiet_ms;
    const char *button;
} rows[] = {
    {0, "", "0", 0, "[0,621][1080,747]"},
    {250, "", "0", 0, "[0,371][1080,497]"},
    {500, "", "0", 0, "[0,121][1080,247]"},
    {1499, "", "0", 999, "[0,121][1080,247]"},
    {1500, "0", "0", 0, "[0,179][1080,305]"},
    {1999, "0", "0", 499, "[0,179][1080,305]"},
    {2000, "0", "1", 0, "[0,179][1080,305]"},
    {4100, "0", "2", 100, "[0,179][1080,305]"},
    {7000, "0", "3", 1000, "[0,179][1080,305]"},
};

T_TEST(the_rows)
{
    char *app = vd_rig_app(late_nodes, late_keys);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct vd_rig rig;
        vd_rig_init(&rig, app);
        vd_rig_attr(&rig, "n", "text"); // reads it at 0
        rig.now_ms += rows[i].after_ms;
        assert_string_equal(vd_rig_attr(&rig, "late", "index"), rows[i].late);
        assert_string_equal(vd_rig_attr(&rig, "n", "text"), rows[i].n);
        assert_string_equal(vd_rig_attr(&rig, "b", "bounds"), rows[i].button);
        assert_int_equal(vd_device_quiet_ms(rig.device), rows[i].quiet_ms);
        vd_rig_deinit(&rig);
    }
    free(app);
}

// The sample app: log in, wait for the spinner, and see the list.
T_TEST(login)
{
    struct vd_rig rig;
    bool warm;
    vd_rig_init_file(&rig, "virtual-android/apps/com.example.notes.json");
    assert_true(vd_device_launch(rig.device, "com.example.notes", NULL, &warm));
    assert_false(warm);
    vd_rig_tap(&rig, "email");
    vd_device_type(rig.device, AT_STR("demo@example.com"));
    vd_rig_tap(&rig, "password");
    vd_device_type(rig.device, AT_STR("wrong"));
    vd_device_key(rig.device, 4, false);
    vd_rig_tap(&rig, "login_button");
    assert_string_equal(vd_rig_attr(&rig, "login_error", "text"),
                        "Wrong e-mail or password");
    vd_rig_tap(&rig, "password");
    vd_device_key(rig.device, 28, false);
    vd_device_type(rig.device, AT_STR("secret123"));
    vd_device_key(rig.device, 4, false);
    vd_rig_tap(&rig, "login_button");
    rig.now_ms += 599;
    assert_string_equal(vd_rig_attr(&rig, "login_progress", "class"),
                        "android.widget.ProgressBar");
    rig.now_ms += 1;
    assert_string_equal(vd_rig_attr(&rig, "note_title", "text"),
                        "Note 1 Meeting");
    assert_int_equal(vd_rig_run(&rig, "run-as com.example.notes cat "
                                      "shared_prefs/user_prefs.xml"),
                     0);
    assert_non_null(strstr(at_buf_text(&rig.out), "demo@example.com"));
    // It stays logged in, until its data is cleared.
    vd_device_stop(rig.device, "com.example.notes");
    assert_true(vd_device_launch(rig.device, "com.example.notes", NULL, &warm));
    assert_string_equal(vd_rig_attr(&rig, "note_title", "text"),
                        "Note 1 Meeting");
    assert_true(vd_device_clear(rig.device, "com.example.notes"));
    assert_true(vd_device_launch(rig.device, "com.example.notes", NULL, &warm));
    assert_string_equal(vd_rig_attr(&rig, "login_title", "text"),
                        "Welcome to Notes");
    vd_rig_deinit(&rig);
}

T_TEST(realistic_launch)
{
    struct vd_rig rig;
    struct vd_front front;
    bool warm;
    vd_rig_init_file(&rig, "virtual-android/apps/com.example.shop.json");
    vd_device_set_profile(rig.device, VD_PROFILE_REALISTIC);
    assert_true(vd_device_launch(rig.device, "com.example.shop", NULL, &warm));
    rig.now_ms += 399;
    vd_device_front(rig.device, &front);
    assert_string_equal(front.app, "com.android.launcher3");
    rig.now_ms += 1;
    vd_device_front(rig.device, &front);
    assert_string_equal(front.app, "com.example.shop");
    assert_int_equal(vd_device_quiet_ms(rig.device), 0);
    vd_rig_deinit(&rig);
}

static void
keep_line(void *arg, const struct vd_logline *line)
{
    vd_logline_write(line, VD_LOGFORMAT_TAG, arg);
}

// The timers end with the process; the log says why.
T_TEST(crash)
{
    struct vd_rig rig;
    struct vd_front front;
    struct at_buf log = AT_BUF_INIT(AT_MIB);
    char *app = vd_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"after\": 100, "
        "\"in_background\": true, \"do\": [{\"toast\": \"never\"}]}, "
        "{\"crash\": {\"exception\": \"a.B\", \"message\": \"c ${s}\", "
        "\"stack\": [\"com.example.t.D.e(D.java:1)\"]}}]}",
        "");
    vd_rig_init(&rig, app);
    vd_rig_tap(&rig, "b");
    rig.now_ms += 200;
    vd_device_front(rig.device, &front);
    assert_string_equal(front.app, "com.android.launcher3");
    assert_string_equal(front.toast, "");
    vd_device_each_log(rig.device, 0, keep_line, &log);
    assert_non_null(strstr(log.data, "E/AndroidRuntime: FATAL EXCEPTION: main"
                                     "\nE/AndroidRuntime: Process: "
                                     "com.example.t, PID: "));
    assert_non_null(strstr(log.data,
                           "E/AndroidRuntime: a.B: c x\nE/AndroidRuntime: \tat "
                           "com.example.t.D.e(D.java:1)\nE/AndroidRuntime: "
                           "\tat android.view.View.performClick("));
    at_buf_deinit(&log);
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(permission)
{
    struct vd_rig rig;
    struct vd_front front;
    char *app = vd_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"permission\": "
        "\"p.CAMERA\", \"text\": \"see\", \"granted\": [{\"set\": {\"s\": "
        "\"yes\"}}], \"denied\": [{\"set\": {\"s\": \"no\"}}]}]}, "
        "{\"kind\": \"text\", \"id\": \"t\", \"text\": \"${s} ${?p.CAMERA}\"}",
        "");
    vd_rig_init(&rig, app);
    vd_rig_tap(&rig, "b");
    vd_device_front(rig.device, &front);
    assert_string_equal(front.package,
                        "com.google.android.permissioncontroller");
    assert_string_equal(vd_rig_attr(&rig, "permission_message", "text"),
                        "Allow T to see?");
    vd_rig_tap(&rig, "permission_deny_button");
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "no denied");
    vd_rig_tap(&rig, "b");
    vd_rig_tap(&rig, "permission_allow_button");
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "yes granted");
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(dialog)
{
    struct vd_rig rig;
    char *app = vd_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"dialog\": "
        "{\"title\": \"Sure?\", \"buttons\": [{\"text\": \"OK\", \"do\": "
        "[{\"set\": {\"s\": \"done\"}}]}, {\"text\": \"Cancel\"}]}}]}, "
        "{\"kind\": \"text\", \"id\": \"t\", \"text\": \"${s}\"}",
        "");
    vd_rig_init(&rig, app);
    vd_rig_tap(&rig, "b");
    assert_string_equal(vd_rig_attr(&rig, "alertTitle", "text"), "Sure?");
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "");
    vd_device_tap(rig.device, (struct at_point){10, 200}); // outside of it
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "x");
    vd_rig_tap(&rig, "b");
    vd_rig_tap(&rig, "button2");
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "x");
    vd_rig_tap(&rig, "b");
    vd_rig_tap(&rig, "button1");
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "done");
    free(app);
    vd_rig_deinit(&rig);
}

T_MAIN()
