#include "device/android/parse/dump.h"

#include "device/android/parse/run_as.h"
#include "tests/t.h"

static const struct {
    const char *output;
    const char *words;
    enum at_dump_verdict verdict;
    enum at_code code;
    const char *says;
} dumps[] = {
    {"<?xml version='1.0'?><hierarchy rotation=\"0\"></hierarchy>",
     "UI hierchary dumped to: /data/local/tmp/x.xml\n", AT_DUMP_XML, AT_OK, ""},
    {"UI hierchary dumped to: x\n<hierarchy rotation=\"0\"></hierarchy>", "",
     AT_DUMP_XML, AT_OK, ""},
    {"", "ERROR: could not get idle state.\n", AT_DUMP_NOT_IDLE, AT_EDEVICE,
     "keeps moving"},
    {"", "ERROR: null root node returned by UiTestAutomationBridge.\n",
     AT_DUMP_NULL_ROOT, AT_EDEVICE, "KEYCODE_WAKEUP"},
    {"ERROR: could not get idle state.\n", "", AT_DUMP_NOT_IDLE, AT_EDEVICE,
     "keeps moving"},
    {"",
     "java.lang.IllegalStateException: UiAutomationService "
     "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@73d"
     "079calready registered!\n",
     AT_DUMP_HELD, AT_EDEVICE, "held by X (process 3)"},
    {"", "Killed \n", AT_DUMP_KILLED, AT_EDEVICE, "held by X (process 3)"},
    {"", "", AT_DUMP_SILENT, AT_EDEVICE, "held by X (process 3)"},
    {"", "sh: uiautomator: inaccessible or not found\n", AT_DUMP_NO_TOOL,
     AT_EUNSUPPORTED, "no uiautomator"},
    {"",
     "java.io.FileNotFoundException: /data/local/tmp/x.xml: open failed: "
     "EACCES (Permission denied)",
     AT_DUMP_NO_FILE, AT_EDEVICE, "EACCES"},
    {"\xff\xfe<\0h", "UI hierchary dumped to: x\n", AT_DUMP_XML, AT_OK, ""},
    {"", "UI hierchary dumped to: x\n", AT_DUMP_NO_FILE, AT_EDEVICE, "dumped"},
    {"", "Something new\n", AT_DUMP_OTHER, AT_EDEVICE, "Something new"},
    {"",
     "java.lang.IllegalArgumentException: Illegal character (U+0)\n\tat "
     "com.android.internal.util.FastXmlSerializer.escape(F.java:1)\n",
     AT_DUMP_CHARACTER, AT_EDEVICE,
     "the helper can read it, or look at a screenshot"},
};

T_TEST(dumps_are_judged)
{
    for (size_t i = 0; i < T_LEN(dumps); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_str words = at_str(dumps[i].words);

        T_ROW(dumps[i].words);
        enum at_dump_verdict verdict =
            at_dump_judge(at_str(dumps[i].output), words);
        T_EQ_INT(verdict, dumps[i].verdict);
        if (verdict == AT_DUMP_XML)
            continue;
        if (words.len == 0)
            words = at_str(dumps[i].output);
        T_NOT(at_dump_fail(verdict, "X (process 3)", words, &err));
        T_EQ_INT(err.code, dumps[i].code);
        T_HAS(err.msg, dumps[i].says);
    }
}

T_TEST(an_unknown_holder_is_guessed_at)
{
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_dump_fail(AT_DUMP_KILLED, NULL, AT_STR("Killed"), &err));
    T_HAS(err.msg, "another automation tool");
}

static const struct {
    const char *words;
    enum at_run_as verdict;
} complaints[] = {
    {"", AT_RUN_AS_FINE},
    {"Error: in prepare, no such column: x\n", AT_RUN_AS_FINE},
    {"run-as: package not debuggable: com.x\n", AT_RUN_AS_NOT_DEBUGGABLE},
    {"run-as: Package 'com.x' is not debuggable\n", AT_RUN_AS_NOT_DEBUGGABLE},
    {"run-as: unknown package: com.x\n", AT_RUN_AS_UNKNOWN_PACKAGE},
    {"run-as: Package 'com.x' is unknown\n", AT_RUN_AS_UNKNOWN_PACKAGE},
    {"run-as: exec failed for sqlite3: No such file or directory\n",
     AT_RUN_AS_NO_PROGRAM},
    {"run-as: exec failed for sqlite3: Permission denied\n",
     AT_RUN_AS_NO_PROGRAM},
    {"sh: sqlite3: inaccessible or not found\n", AT_RUN_AS_NO_PROGRAM},
    {"cat: shared_prefs/x.xml: No such file or directory\n", AT_RUN_AS_NO_FILE},
    {"ls: databases/x.db: No such file or directory\n", AT_RUN_AS_NO_FILE},
    {"run-as: couldn't stat /data/user/0/com.x: Permission denied\n",
     AT_RUN_AS_REFUSED},
};

T_TEST(errors_of_run_as_are_distinguished)
{
    for (size_t i = 0; i < T_LEN(complaints); i++) {
        T_ROW(complaints[i].words);
        T_EQ_INT(at_run_as_judge(at_str(complaints[i].words)),
                 complaints[i].verdict);
    }
}

T_MAIN()
