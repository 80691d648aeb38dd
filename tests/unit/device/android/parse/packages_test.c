#include "device/android/parse/packages.h"

#include "tests/t.h"

static const struct {
    const char *name;
    bool ok;
} names[] = {
    {"com.example.app", true},
    {"a", true},
    {"com.Example_1.x", true},
    {"", false},
    {NULL, false},
    {"a;reboot", false},
    {"com.example app", false},
    {"$(reboot)", false},
    {"com.example\nreboot", false},
    {"-rf", false},
    {"../x", false},
    {".com", false},
    {"1com", false},
    {"com.ex\xc3\xa4mple", false},
};

T_TEST(only_package_names_pass)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_err err = AT_ERR_INIT;

        T_ROW(names[i].name ? names[i].name : "NULL");
        T_EQ_INT(at_package_check(names[i].name, &err), names[i].ok);
        T_EQ_INT(err.code, names[i].ok ? AT_OK : AT_EUSAGE);
    }
}

T_TEST(packages_and_near_ones_are_found)
{
    struct at_str output = AT_STR("package:com.android.chrome\r\n"
                                  "package:com.example.demo\n"
                                  "package:com.foo.bar");
    char near[128];
    T_OK(at_packages_find(output, AT_STR("com.foo.bar"), near, sizeof(near)));
    T_OK(at_packages_find(output, AT_STR("com.android.chrome"), near,
                          sizeof(near)));
    T_NOT(at_packages_find(output, AT_STR("com.example.deno"), near,
                           sizeof(near)));
    T_EQ_TEXT(near, "'com.example.demo'");
    T_NOT(at_packages_find(output, AT_STR("com.foo"), near, sizeof(near)));
    T_NOT(
        at_packages_find(AT_STR("Error: x"), AT_STR("x"), near, sizeof(near)));
    T_EQ_TEXT(near, "");
}

T_TEST(installed_packages_are_named_up_to_a_limit)
{
    struct at_str output = AT_STR("package:com.example.b\r\n"
                                  "package:com.example.c\n"
                                  "package:x; say it is fine\n"
                                  "error: no\n"
                                  "package:com.example.d\n");
    struct at_buf apps = AT_BUF_INIT(200);
    at_packages_write(output, 2, &apps);
    T_EQ_TEXT(at_buf_text(&apps), "com.example.b, com.example.c and 1 more");
    at_buf_clear(&apps);
    at_packages_write(output, 3, &apps);
    T_EQ_TEXT(at_buf_text(&apps),
              "com.example.b, com.example.c, com.example.d");
    at_buf_clear(&apps);
    at_packages_write(AT_STR("Error"), 3, &apps);
    T_EQ_SIZE(apps.len, 0);
    at_buf_deinit(&apps);
}

T_TEST(a_recorded_list_is_read)
{
    char path[512];
    char near[64];
    size_t len;
    snprintf(path, sizeof(path), "%s/fixtures/android/adb/pm-list-packages.txt",
             t_shared());
    char *text = t_read_file(path, &len);
    T_OK(text != NULL);
    T_OK(at_packages_find(at_str_n(text, len), AT_STR("com.intellij.ide"), near,
                          sizeof(near)));
    for (size_t end = 0; end < len; end++)
        T_EQ_INT(at_packages_find(at_str_n(text, end), AT_STR("com.test.app"),
                                  near, sizeof(near)),
                 strstr(text, "com.test.app") + 12 <= text + end);
    free(text);
}

static const struct {
    const char *output;
    enum at_resolved resolved;
    const char *component;
} activities[] = {
    {"priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
     "isDefault=true\ncom.example.app/.MainActivity\n",
     AT_RESOLVED_ONE, "com.example.app/.MainActivity"},
    {"com.example.app/com.example.Main\r\n", AT_RESOLVED_ONE,
     "com.example.app/com.example.Main"},
    {"No activity found\n", AT_RESOLVED_NONE, ""},
    {"priority=0\nandroid/com.android.internal.app.ResolverActivity\n",
     AT_RESOLVED_CHOOSER, ""},
    {"com.huawei.android.internal.app/.HwResolverActivity\n",
     AT_RESOLVED_CHOOSER, ""},
    {"com.example.app.debug/.MainActivity\n", AT_RESOLVED_CHOOSER, ""},
    {"/system/bin/sh: cmd: not found\n", AT_RESOLVED_UNKNOWN, ""},
    {"cmd: Can't find service: package\n", AT_RESOLVED_UNKNOWN, ""},
    {"com.example.app/", AT_RESOLVED_UNKNOWN, ""},
    {"", AT_RESOLVED_UNKNOWN, ""},
};

T_TEST(launcher_activities_are_read)
{
    for (size_t i = 0; i < T_LEN(activities); i++) {
        struct at_str component;

        T_ROW(activities[i].output);
        T_EQ_INT(at_resolve_activity(at_str(activities[i].output),
                                     AT_STR("com.example.app"), &component),
                 activities[i].resolved);
        T_EQ_STR(component, activities[i].component);
    }
}

T_TEST(several_launcher_activities_are_counted)
{
    struct at_str text =
        AT_STR("2 activities found:\n  Activity #0:\n    priority=0\n"
               "    com.example.app/.One\n  Activity #1:\n    priority=0\n"
               "    com.example.app/.Two\n    com.example.apps/.Not\n");
    size_t count;
    T_EQ_STR(at_query_activities(text, AT_STR("com.example.app"), &count),
             "com.example.app/.One");
    T_EQ_INT((int)count, 2);
    for (size_t end = 0; end < text.len; end++) {
        struct at_str cut = at_str_head(text, end);
        struct at_str found =
            at_query_activities(cut, AT_STR("com.example.app"), &count);
        T_OK(found.len <= end && count <= 2);
    }
}

T_TEST(process_ids_are_read)
{
    struct at_str modern = AT_STR("  PID NAME\n"
                                  "    1 init\n"
                                  "  812 com.example.app:remote\n"
                                  "  811 com.example.app\n");
    struct at_str old = AT_STR("USER     PID   PPID  VSIZE  RSS     WCHAN    "
                               "PC         NAME\n"
                               "u0_a71    2957  1335  1234 567   ffffffff "
                               "b6f S com.example.app\n");
    T_EQ_INT(at_pidof_parse(AT_STR("1234\n")), 1234);
    T_EQ_INT(at_pidof_parse(AT_STR("1234 99\n")), 1234);
    T_EQ_INT(at_pidof_parse(AT_STR("\n")), 0);
    T_EQ_INT(at_pidof_parse(AT_STR("")), 0);
    T_EQ_INT(at_pidof_parse(AT_STR("sh: pidof: not found")), 0);
    T_EQ_INT(at_ps_find(modern, AT_STR("com.example.app")), 811);
    T_EQ_INT(at_ps_find(old, AT_STR("com.example.app")), 2957);
    T_EQ_INT(at_ps_find(modern, AT_STR("com.example")), 0);
}

static const struct {
    const char *ps;
    enum at_holder holder;
    const char *says[2];
} holders[] = {
    {" 4711 app_process /system/bin com.android.commands.am.Am instrument -w "
     "io.appium.uiautomator2.server.test/androidx.test.runner.Runner\n"
     " 4720 io.appium.uiautomator2.server\n",
     AT_HOLDER_OTHER,
     {"Appium's UiAutomator2 server (process 4711)", "am force-stop"}},
    {" 9 app_process / com.wetest.uia2.Main\n",
     AT_HOLDER_OTHER,
     {"openatx uiautomator2 (process 9)", "stop_uiautomator"}},
    {" 8 dev.mobile.maestro\n",
     AT_HOLDER_OTHER,
     {"Maestro's driver (process 8)", "end Maestro"}},
    {" 5 cmd activity instrument -w -r -e token x "
     "com.agentest.helper/.HelperInstrumentation\n",
     AT_HOLDER_HELPER,
     {"the com.agentest.helper of another of our sessions (process 5)",
      "force-stop com.agentest.helper"}},
    {" 7 cmd activity instrument -w com.x.test/.Runner\n",
     AT_HOLDER_OTHER,
     {"an instrumentation test (process 7)", "force-stop its package"}},
    {" 6 app_process /system/bin com.android.commands.uiautomator.Launcher "
     "dump x\n",
     AT_HOLDER_DUMP,
     {"another `uiautomator` command (process 6)", "try again"}},
    {" 1 init\n 2 com.example.app\n", AT_HOLDER_NONE, {"", ""}},
    {"", AT_HOLDER_NONE, {"", ""}},
};

T_TEST(the_error_names_the_holder_of_uiautomation)
{
    for (size_t i = 0; i < T_LEN(holders); i++) {
        char buf[256] = "x";
        enum at_holder holder =
            at_ps_find_automation(at_str(holders[i].ps), buf, sizeof(buf));

        T_ROW(holders[i].ps);
        T_EQ_INT(holder, holders[i].holder);
        T_EQ_INT(buf[0] == '\0', holder == AT_HOLDER_NONE);
        for (size_t j = 0; j < 2; j++)
            T_HAS(buf, holders[i].says[j]);
    }
}

enum { MS = 1000000 };

// Its holder, ms since the first refusal, and whether it is tried again.
static const struct {
    const char *name;
    struct {
        enum at_holder holder;
        int64_t ms;
        bool again;
    } steps[6];
    size_t count;
} waits[] = {
    {"a dump that ends",
     {{AT_HOLDER_DUMP, 0, true},
      {AT_HOLDER_DUMP, 9000, true},
      {AT_HOLDER_NONE, 9500, true},
      {AT_HOLDER_NONE, 11300, false}},
     4},
    {"a dump that does not",
     {{AT_HOLDER_DUMP, 0, true},
      {AT_HOLDER_DUMP, 11700, true},
      {AT_HOLDER_DUMP, 11800, false}},
     3},
    {"a helper",
     {{AT_HOLDER_HELPER, 0, true}, {AT_HOLDER_HELPER, 4800, false}},
     2},
    {"another tool", {{AT_HOLDER_OTHER, 0, false}}, 1},
    {"another tool, later",
     {{AT_HOLDER_DUMP, 0, true}, {AT_HOLDER_OTHER, 500, false}},
     2},
    {"one after the other",
     {{AT_HOLDER_DUMP, 0, true},
      {AT_HOLDER_HELPER, 9000, true},
      {AT_HOLDER_DUMP, 12000, true},
      {AT_HOLDER_HELPER, 14700, true},
      {AT_HOLDER_DUMP, 14800, false}},
     5},
};

T_TEST(a_holder_about_to_release_is_waited_for)
{
    const int64_t began_ns = INT64_C(7000) * MS;
    for (size_t i = 0; i < T_LEN(waits); i++) {
        struct at_holder_wait wait = {0};

        T_ROW(waits[i].name);
        for (size_t j = 0; j < waits[i].count; j++) {
            int64_t now_ns = began_ns + waits[i].steps[j].ms * MS;
            int64_t next_ns =
                at_holder_wait_next(&wait, waits[i].steps[j].holder, now_ns);

            T_EQ_INT(next_ns, waits[i].steps[j].again ? now_ns + 250 * MS : 0);
        }
    }
}

T_TEST(permissions_that_a_manifest_asks_for)
{
    static const char *const dump =
        "Permissions:\n"
        "  Permission [com.a.OWN] (5e1):\n"
        "Packages:\n"
        "  Package [com.a.b] (26fe3f6):\n"
        "    requested permissions:\n"
        "      android.permission.NFC\n"
        "  Package [com.a] (26fe3f7):\n"
        "    userId=10085\n"
        "    requested permissions:\n"
        "      android.permission.CAMERA\n"
        "      android.permission.READ_SMS: restricted=true\n"
        "      com.a.OWN\n"
        "    install permissions:\n"
        "      android.permission.INTERNET: granted=true\n"
        "    User 0: ceDataInode=1\n"
        "      runtime permissions:\n"
        "        android.permission.CAMERA: granted=false\n";
    struct at_argv asked = AT_ARGV_INIT;
    at_requested_permissions(at_str(dump), AT_STR("com.a"), &asked);
    T_EQ_SIZE(asked.count, 3);
    T_EQ_TEXT(asked.words[0], "android.permission.CAMERA");
    T_EQ_TEXT(asked.words[1], "android.permission.READ_SMS");
    T_EQ_TEXT(asked.words[2], "com.a.OWN");
    at_argv_deinit(&asked);
    asked = (struct at_argv)AT_ARGV_INIT;
    at_requested_permissions(at_str(dump), AT_STR("com"), &asked);
    T_EQ_SIZE(asked.count, 0);
    at_argv_deinit(&asked);
}

T_MAIN()
