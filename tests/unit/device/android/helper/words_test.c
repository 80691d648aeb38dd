// words_test.c: the output of am and pm while the helper is opened
#include "device/android/parse/instrument.h"
#include "device/android/parse/listing.h"
#include "device/android/parse/version.h"
#include "tests/t.h"

#define STAGE(name)                                                            \
    "INSTRUMENTATION_STATUS: stage=" name "\nINSTRUMENTATION_STATUS_CODE: 0\n"
#define SERVING                                                                \
    "INSTRUMENTATION_STATUS: port=8765\nINSTRUMENTATION_STATUS: "              \
    "stage=serving\nINSTRUMENTATION_STATUS: versionCode=1\n"                   \
    "INSTRUMENTATION_STATUS_CODE: 0\n"
#define RESULT(text) "INSTRUMENTATION_RESULT: " text "\n"
#define CODE(n) "INSTRUMENTATION_CODE: " #n "\n"

static const struct {
    const char *name;
    const char *printed;
    bool serving;
    bool over;
    enum at_helper_stage stage; // the stage that failed
    enum at_code code;
    const char *says;
} rows[] = {
    {"nothing", "", false, false, AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "without a word"},
    {"serves", STAGE("uiautomation") STAGE("events") STAGE("listen") SERVING,
     true, false, AT_HELPER_STAGE_READY, AT_EDEVICE, "ended"},
    {"CR LF",
     "INSTRUMENTATION_STATUS: stage=serving\r\n"
     "INSTRUMENTATION_STATUS_CODE: 0\r\n",
     true, false, AT_HELPER_STAGE_READY, AT_EDEVICE, "ended"},
    {"ended in order",
     SERVING RESULT("stage=serving") RESULT("reason=host gone") CODE(-1), true,
     true, AT_HELPER_STAGE_READY, AT_EDEVICE, "host gone"},
    {"held",
     STAGE("uiautomation") RESULT("stage=uiautomation")
         RESULT("error=UiAutomationService x@1already registered!") CODE(0),
     false, true, AT_HELPER_STAGE_UIAUTOMATION, AT_EBUSY, "held by HOLDER"},
    {"not connected",
     STAGE("uiautomation") STAGE("events")
         RESULT("error=UiAutomation is not connected") CODE(0),
     false, true, AT_HELPER_STAGE_UIAUTOMATION, AT_EDEVICE, "not connected"},
    {"port in use",
     STAGE("uiautomation") STAGE("events") STAGE("listen")
         RESULT("error=bind failed: EADDRINUSE") CODE(0),
     false, true, AT_HELPER_STAGE_LISTEN, AT_EDEVICE, "EADDRINUSE"},
    {"bad words",
     RESULT("stage=arguments") RESULT("error=start with -e token") CODE(0),
     false, true, AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "-e token"},
    {"crashed", RESULT("shortMsg=Process crashed.") CODE(0), false, true,
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "Process crashed"},
    {"crashed, at length",
     RESULT("shortMsg=java.lang.X") RESULT("longMsg=java.lang.X: no") CODE(0),
     false, true, AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "X: no"},
    {"not installed",
     "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
     "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: "
     "ComponentInfo{x}\nINSTRUMENTATION_STATUS_CODE: -1\n"
     "android.util.AndroidException: INSTRUMENTATION_FAILED: x\n"
     "\tat com.android.commands.am.Instrument.run(Instrument.java:519)\n",
     false, false, AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "Unable to find"},
    {"failed", "INSTRUMENTATION_FAILED: com.x/.Y\n", false, true,
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "ended"},
    {"aborted", "INSTRUMENTATION_ABORTED: System has crashed.\n", false, true,
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "ended"},
    {"no am", "/system/bin/sh: am: not found\n", false, false,
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "am: not found"},
    {"an exception of am",
     "Error: Could not access the Activity Manager. Is the system running?\n",
     false, false, AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "Is the system running"},
};

static const struct {
    const char *name;
    const char *printed;
    enum at_helper_stage stage;
    enum at_code code;
    const char *says;
    int exit_status; // 0: not known
    enum at_helper_fault fault;
} faults[] = {
    {"a constructor that is not there",
     STAGE("uiautomation") RESULT("stage=uiautomation")
         RESULT("error=No direct method <init>(LX;)V in class LY;") CODE(0),
     AT_HELPER_STAGE_UIAUTOMATION, AT_EDEVICE, "this build", 1,
     AT_HELPER_FAULT_LINKAGE},
    {"a hidden method that is not there",
     STAGE("uiautomation") RESULT("error=this Android has no a.B.c()V: x")
         CODE(0),
     AT_HELPER_STAGE_UIAUTOMATION, AT_EDEVICE, "this build", 1,
     AT_HELPER_FAULT_LINKAGE},
    {"a permission that the shell lacks",
     STAGE("uiautomation") RESULT("error=You do not have "
                                  "android.permission.RETRIEVE_WINDOW_CONTENT")
         CODE(0),
     AT_HELPER_STAGE_UIAUTOMATION, AT_EDEVICE, "forbids", 1,
     AT_HELPER_FAULT_FORBIDDEN},
    {"killed at once", "", AT_HELPER_STAGE_LAUNCH, AT_EBUSY, "held by HOLDER",
     137, AT_HELPER_FAULT_KILLED},
    {"killed as it connects", STAGE("uiautomation"),
     AT_HELPER_STAGE_UIAUTOMATION, AT_EBUSY, "held by HOLDER", 137,
     AT_HELPER_FAULT_KILLED},
    {"killed, says the shell", "Killed \n", AT_HELPER_STAGE_LAUNCH, AT_EBUSY,
     "held by HOLDER", 0, AT_HELPER_FAULT_KILLED},
    {"no app_process", "sh: app_process: not found\n", AT_HELPER_STAGE_LAUNCH,
     AT_EDEVICE, "let the shell start it: sh:", 127,
     AT_HELPER_FAULT_NO_PROGRAM},
    {"no app_process, no status",
     "/system/bin/sh: app_process: inaccessible or not found\n",
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "let the shell start it", 0,
     AT_HELPER_FAULT_NO_PROGRAM},
    {"app_process may not be run", "", AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "no such program", 126, AT_HELPER_FAULT_NO_PROGRAM},
    {"ended without a word", "", AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "without a word", 134, AT_HELPER_FAULT_DIED},
    {"ended without a word, no status", "", AT_HELPER_STAGE_LAUNCH, AT_EDEVICE,
     "without a word", 0, AT_HELPER_FAULT_DIED},
    {"ended without a word as it connects", STAGE("uiautomation"),
     AT_HELPER_STAGE_UIAUTOMATION, AT_EDEVICE, "without a word", 139,
     AT_HELPER_FAULT_DIED},
    {"no such class, says the runtime",
     "Error: Could not find class 'com.agentest.helper.Main'\n",
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "Could not find class", 1,
     AT_HELPER_FAULT_DIED},
    {"no such class, says an exception",
     "java.lang.ClassNotFoundException: com.agentest.helper.Main\n",
     AT_HELPER_STAGE_LAUNCH, AT_EDEVICE, "ClassNotFound", 134,
     AT_HELPER_FAULT_DIED},
    {"it could not listen", STAGE("listen") RESULT("error=EADDRINUSE") CODE(0),
     AT_HELPER_STAGE_LISTEN, AT_EDEVICE, "listen", 1, AT_HELPER_FAULT_NONE},
};

T_TEST(faults_are_distinguished)
{
    for (size_t i = 0; i < T_LEN(faults); i++) {
        struct at_instrument in;
        struct at_err err = AT_ERR_INIT;
        enum at_helper_stage stage;
        T_ROW(faults[i].name);
        at_instrument_init(&in);
        at_instrument_take(&in, at_str(faults[i].printed));
        if (faults[i].exit_status > 0)
            in.report.exit_status = faults[i].exit_status;
        T_EQ_INT(at_instrument_fault(&in.report), faults[i].fault);
        T_NOT(at_instrument_fail(&in.report, "HOLDER", &stage, &err));
        T_EQ_INT(stage, faults[i].stage);
        T_EQ_INT(err.code, faults[i].code);
        T_HAS(err.msg, faults[i].says);
        at_instrument_deinit(&in);
    }
}

static void
check_row(size_t i, size_t piece_len)
{
    struct at_instrument in;
    struct at_str rest = at_str(rows[i].printed);
    struct at_err err = AT_ERR_INIT;
    enum at_helper_stage stage;
    at_instrument_init(&in);
    while (rest.len > 0) {
        at_instrument_take(&in, at_str_head(rest, piece_len));
        rest = at_str_skip(rest, piece_len);
    }
    T_EQ_INT(in.report.serving, rows[i].serving);
    T_EQ_INT(in.report.over, rows[i].over);
    T_NOT(at_instrument_fail(&in.report, "HOLDER", &stage, &err));
    T_EQ_INT(stage, rows[i].stage);
    T_EQ_INT(err.code, rows[i].code);
    T_HAS(err.msg, rows[i].says);
    at_instrument_deinit(&in);
}

T_TEST(stages_however_they_are_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        for (size_t len = 1; len <= strlen(rows[i].printed) + 1; len++)
            check_row(i, len);
    }
}

T_TEST(a_port_is_reported)
{
    struct at_instrument in;
    at_instrument_init(&in);
    at_instrument_take(&in, AT_STR(SERVING));
    T_EQ_INT(in.report.port, 8765);
    at_instrument_take(&in, AT_STR("INSTRUMENTATION_STATUS: port=99999\n"));
    T_EQ_INT(in.report.port, 8765);
    at_instrument_deinit(&in);
}

T_TEST(a_block_that_is_not_over_does_not_serve)
{
    struct at_instrument in;
    at_instrument_init(&in);
    at_instrument_take(&in, AT_STR("INSTRUMENTATION_STATUS: stage=serving\n"));
    T_NOT(in.report.serving);
    at_instrument_deinit(&in);
}

static const struct {
    const char *name;
    const char *printed;
    int64_t version;
} versions[] = {
    {"nothing", "", -1},
    {"pm", "package:com.a versionCode:7\n", 7},
    {"pm, with a uid", "package:com.a versionCode:12 uid:10\n", 12},
    {"a longer name", "package:com.a.b versionCode:7\n", -1},
    {"after a longer one",
     "package:com.a.b versionCode:7\npackage:com.a versionCode:8\n", 8},
    {"pm of API 25", "package:com.a\n", -1},
    {"an error", "Error: Unknown option: --show-versioncode\n", -1},
    {"dumpsys",
     "Packages:\n  Package [com.a] (1f):\n    userId=10086\n"
     "    versionCode=3 minSdk=21 targetSdk=29\n",
     3},
    {"dumpsys of a system app that was updated",
     "  Package [com.a] (1f):\n    versionCode=3 minSdk=21\n"
     "Hidden system packages:\n  Package [com.a] (2f):\n"
     "    versionCode=2 minSdk=21\n",
     3},
    {"dumpsys of another", "  Package [com.a.b] (1f):\n    versionCode=3 x\n",
     -1},
    {"not there", "Unable to find package: com.a\n", -1},
    {"no number", "package:com.a versionCode:\n", -1},
    {"beyond 64 bits", "package:com.a versionCode:99999999999999999999\n", -1},
};

T_TEST(versions_are_read)
{
    for (size_t i = 0; i < T_LEN(versions); i++) {
        struct at_str in = at_str(versions[i].printed);
        T_ROW(versions[i].name);
        T_EQ_INT(at_package_version(in, AT_STR("com.a")), versions[i].version);
        for (size_t cut = 0; cut < in.len; cut++)
            T_OK(at_package_version(at_str_head(in, cut), AT_STR("com.a")) >=
                 -1);
    }
}

static const struct {
    const char *printed;
    const char *name;
} version_names[] = {
    {"    versionName=2.1\n", "2.1"},
    {"  Package [com.a] (1f):\n    versionName=1.0 (beta)\n"
     "Hidden system packages:\n    versionName=0.9\n",
     "1.0 (beta)"},
    {"    versionName=null\n", ""},
    {"", ""},
    {"    versionCode=3\n", ""},
};

T_TEST(version_names_are_read)
{
    for (size_t i = 0; i < T_LEN(version_names); i++) {
        struct at_str in = at_str(version_names[i].printed);
        T_ROW(version_names[i].printed);
        T_EQ_STR(at_package_version_name(in), version_names[i].name);
        for (size_t cut = 0; cut < in.len; cut++)
            (void)at_package_version_name(at_str_head(in, cut));
    }
}

#define OWN "/data/local/tmp/agentest-ab.jar"

static const struct {
    const char *name;
    const char *printed;
    int64_t size;
    const char *others;
} listings[] = {
    {"nothing", "", -1, ""},
    {"toybox", "-r--r--r-- 1 shell shell 52345 2026-11-23 20:55 " OWN "\n",
     52345, ""},
    {"toolbox, names only",
     "-r--r--r-- shell    shell       52345 2015-01-02 03:04 agentest-ab.jar\n",
     52345, ""},
    {"CR LF", "-r--r--r-- 1 shell shell 7 2026-11-23 20:55 " OWN "\r\n", 7, ""},
    {"older ones, and a part",
     "-r--r--r-- 1 shell shell 5 2026-11-23 20:55 "
     "/data/local/tmp/agentest-cd.jar\n"
     "-rw-r--r-- 1 shell shell 6 2026-11-23 20:55 " OWN ".12ef\n",
     -1,
     " /data/local/tmp/agentest-cd.jar /data/local/tmp/agentest-ab.jar.12ef"},
    {"a name that a shell would read",
     "-r--r--r-- 1 shell shell 5 2026-11-23 20:55 /data/local/tmp/a;b\n", -1,
     ""},
    {"a folder", "drwxr-xr-x 2 shell shell 4096 2026-11-23 20:55 " OWN "\n", -1,
     ""},
    {"not there", "ls: " OWN ": No such file or directory\n", -1, ""},
};

T_TEST(listed_jars)
{
    for (size_t i = 0; i < T_LEN(listings); i++) {
        struct at_str in = at_str(listings[i].printed);
        struct at_buf others = AT_BUF_INIT(1024);
        T_ROW(listings[i].name);
        T_EQ_INT(at_ls_size_of(in, AT_STR(OWN)), listings[i].size);
        at_ls_write_others(in, AT_STR(OWN), &others);
        T_EQ_STR(at_buf_str(&others), listings[i].others);
        at_buf_deinit(&others);
    }
}

T_MAIN()
