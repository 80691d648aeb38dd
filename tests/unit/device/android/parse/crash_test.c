#include "device/android/parse/crash.h"

#include "tests/t.h"

static const char native_log[] =
    "11-21 10:00:00.100  4321  4333 F libc    : Fatal signal 11 (SIGSEGV), "
    "code 1 (SEGV_MAPERR), fault addr 0x0 in tid 4333 (RenderThread), pid 4321 "
    "(com.example.app)\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : *** *** *** *** *** *** *** "
    "*** *** *** *** *** *** *** *** ***\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : Build fingerprint: 'x'\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : pid: 4321, tid: 4333, name: "
    "RenderThread  >>> com.example.app <<<\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : signal 11 (SIGSEGV), code 1 "
    "(SEGV_MAPERR), fault addr 0x0\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : backtrace:\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   :       #00 pc 0001 "
    "/system/lib64/libc.so (abort+12)\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   :       #01 pc 0002 "
    "/data/app/~~x==/com.example.app-y==/lib/arm64/libgame.so (draw+8)\n";

static const char abort_log[] =
    "11-21 10:00:00.200  4400  4400 F DEBUG   : *** *** *** *** *** *** ***\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : pid: 1, tid: 1, name: a  >>> "
    "com.example.app:remote <<<\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : signal 6 (SIGABRT), code -1 "
    "(SI_QUEUE), fault addr --------\n"
    "11-21 10:00:00.200  4400  4400 F DEBUG   : Abort message: 'no surface'\n";

static const char anr_log[] =
    "11-21 10:00:00.100   600   700 E ActivityManager: ANR in com.example.app "
    "(com.example.app/.MainActivity)\n"
    "11-21 10:00:00.100   600   700 E ActivityManager: PID: 4321\n"
    "11-21 10:00:00.100   600   700 E ActivityManager: Reason: Input "
    "dispatching timed out (waited 5001ms for MotionEvent)\n"
    "11-21 10:00:00.100   600   700 E ActivityManager: Load: 1.0 / 1.0 / 1.0\n";

static const char two_log[] =
    "11-21 10:00:00.100  1  1 E AndroidRuntime: FATAL EXCEPTION: main\n"
    "11-21 10:00:00.100  1  1 E AndroidRuntime: Process: com.example.app, PID: "
    "1\n"
    "11-21 10:00:00.100  1  1 E AndroidRuntime: "
    "java.lang.IllegalStateException: first\n"
    "11-21 10:00:00.100  1  1 E AndroidRuntime: \tat "
    "com.example.A.a(A.java:1)\n"
    "11-21 10:00:01.000  7  7 I Other: between\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: FATAL EXCEPTION: worker\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: Process: com.example.app, PID: "
    "2\n"
    "11-21 10:00:02.000  9  9 E AndroidRuntime: a line of another process\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: kotlin.KotlinNullPointer\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: \tat "
    "android.os.Handler.run(Handler.java:1)\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: Caused by: "
    "java.io.IOException: "
    "deep\n"
    "11-21 10:00:02.000  2  2 E AndroidRuntime: \tat "
    "com.example.app.B.b(B.kt:2)\n"
    "11-21 10:00:03.000  3  3 E AndroidRuntime: FATAL EXCEPTION: main\n"
    "11-21 10:00:03.000  3  3 E AndroidRuntime: Process: com.other, PID: 3\n"
    "11-21 10:00:03.000  3  3 E AndroidRuntime: java.lang.Error: theirs\n"
    "second line\n";

static const char studio_log[] =
    "2026-11-21 10:00:00.100 5-5/com.x E/AndroidRuntime: FATAL EXCEPTION: "
    "main\n"
    "    Process: com.x, PID: 5\n"
    "    com.x.Bad: it's\n"
    "      over\n"
    "2026-11-21 10:00:00.100 6-6/com.y W/System.err: java.lang.Other: theirs\n"
    "        at com.x.Not.ours(Not.java:1)\n"
    "2026-11-21 10:00:00.100 5-5/com.x E/AndroidRuntime:     at "
    "com.x.Ours.ours(Ours.java:1)\n"
    "        ... 21 more\n"
    "2026-11-21 10:00:00.101 5-5/com.x E/AndroidRuntime: Error reporting "
    "crash\n";

static const struct {
    const char *name;
    const char *log;
    const char *package;
    const char *mark;
    bool found;
    bool anr;
    const char *process;
    const char *exception;
    const char *message;
    const char *frame; // the first
} rows[] = {
    {"native", native_log, "com.example.app", "", true, false,
     "com.example.app", "signal 11 (SIGSEGV)",
     "code 1 (SEGV_MAPERR), fault addr 0x0",
     "#01 pc 0002 /data/app/~~x==/com.example.app-y==/lib/arm64/libgame.so "
     "(draw+8)"},
    {"native, another process of the app", abort_log, "com.example.app", "",
     true, false, "com.example.app:remote", "signal 6 (SIGABRT)",
     "'no surface'", ""},
    {"native, another app", native_log, "com.example", "", false, false, "", "",
     "", ""},
    {"anr", anr_log, "com.example.app", "", true, true, "com.example.app",
     "Input dispatching timed out (waited 5001ms for MotionEvent)", "", ""},
    {"anr, not after the mark", anr_log, "com.example.app",
     "11-21 10:00:00.100", false, false, "", "", "", ""},
    {"the newest", two_log, "com.example.app", "", true, false,
     "com.example.app", "kotlin.KotlinNullPointer",
     "Caused by: java.io.IOException: deep", "com.example.app.B.b(B.kt:2)"},
    {"the newest after a mark", two_log, "com.example.app",
     "11-21 10:00:00.500", true, false, "com.example.app",
     "kotlin.KotlinNullPointer", "Caused by: java.io.IOException: deep",
     "com.example.app.B.b(B.kt:2)"},
    {"none after a mark", two_log, "com.example.app", "11-21 10:00:02.500",
     false, false, "", "", "", ""},
    {"any package", two_log, "", "", true, false, "com.other",
     "java.lang.Error", "theirs\nsecond line", ""},
    {"studio, with other lines between", studio_log, "com.x", "", true, false,
     "com.x", "com.x.Bad", "it's\nover", "com.x.Ours.ours(Ours.java:1)"},
    {"empty", "", "com.example.app", "", false, false, "", "", "", ""},
};

T_TEST(crashes_are_found)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_crash crash = {0};

        T_ROW(rows[i].name);
        bool found =
            at_crash_parse(at_str(rows[i].log), at_str(rows[i].package),
                           at_str(rows[i].mark), &crash);
        T_EQ_INT(found, rows[i].found);
        T_EQ_INT(crash.anr, rows[i].anr);
        T_EQ_TEXT(crash.process, rows[i].process);
        T_EQ_TEXT(crash.exception, rows[i].exception);
        T_EQ_TEXT(crash.message, rows[i].message);
        T_EQ_TEXT(crash.frames[0], rows[i].frame);
    }
}

T_TEST(cut_logs_give_what_is_there)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        for (size_t len = 0; len < strlen(rows[i].log); len++) {
            struct at_crash crash = {0};
            char *cut = malloc(len + 1);

            memcpy(cut, rows[i].log, len);
            if (at_crash_parse(at_str_n(cut, len), at_str(rows[i].package),
                               at_str(rows[i].mark), &crash))
                T_OK(rows[i].found);
            free(cut);
        }
    }
}

static const struct {
    const char *file;
    const char *package;
    bool found;
    const char *exception;
    const char *message; // a part of it
    const char *frame;
} recorded[] = {
    {"logcat-fatal-threadtime-markor.txt", "net.gsantner.markor", true,
     "java.lang.NoClassDefFoundError",
     "Failed resolution of: Ljava/util/function/Consumer;",
     "net.gsantner.opoc.ui.FilesystemViewerFragment$1.onFsViewerSelected("
     "FilesystemViewerFragment.java:579)"},
    {"logcat-fatal-threadtime-markor.txt", "net.gsantner", false, "", "", ""},
    {"logcat-fatal-threadtime-nextcloud.txt", "com.nextcloud.client", true,
     "java.lang.ClassCastException", "cannot be cast to",
     "com.owncloud.android.ui.preview.PreviewImageFragment."
     "onOptionsItemSelected(PreviewImageFragment.java:432)"},
    {"logcat-fatal-time-flutter-oom.txt", "com.risa.app", true,
     "java.lang.OutOfMemoryError", "Failed to allocate a 24 byte allocation",
     "android.util.Log.printlns(Log.java:627)"},
    {"logcat-fatal-time-uiautomator.txt", "", true,
     "java.lang.IllegalStateException", "already registered!",
     "android.os.Parcel.createExceptionOrNull(Parcel.java:3065)"},
    {"logcat-fatal-studio-format-markor.txt", "net.gsantner.markor_test", true,
     "java.lang.IllegalArgumentException", "Receiver not registered: ",
     "net.gsantner.markor.ui.fsearch.FileSearchDialog.lambda$buildDialog$1("
     "FileSearchDialog.java:98)"},
    {"logcat-dart-vm-service-time.txt", "", false, "", "", ""},
};

static char *
read_recorded(const char *name, size_t *out_len)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/fixtures/android/adb/%s", t_shared(),
             name);
    char *log = t_read_file(path, out_len);
    T_OK(log != NULL);
    return log;
}

T_TEST(recorded_crashes_are_found)
{
    for (size_t i = 0; i < T_LEN(recorded); i++) {
        struct at_crash crash = {0};
        size_t len;
        char *log = read_recorded(recorded[i].file, &len);

        T_ROW(recorded[i].file);
        T_EQ_INT(at_crash_parse(at_str_n(log, len), at_str(recorded[i].package),
                                at_str_n(NULL, 0), &crash),
                 recorded[i].found);
        T_EQ_TEXT(crash.exception, recorded[i].exception);
        T_HAS(crash.message, recorded[i].message);
        T_EQ_TEXT(crash.frames[0], recorded[i].frame);
        free(log);
    }
}

T_TEST(cut_recorded_logs_are_survived)
{
    for (size_t i = 0; i < T_LEN(recorded); i++) {
        size_t len;
        char *log = read_recorded(recorded[i].file, &len);

        T_ROW(recorded[i].file);
        for (size_t end = 0; end < len; end += 7) {
            struct at_crash crash = {0};
            char *cut = malloc(end + 1);

            memcpy(cut, log, end);
            if (at_crash_parse(at_str_n(cut, end), at_str(recorded[i].package),
                               at_str_n(NULL, 0), &crash))
                T_OK(recorded[i].found);
            free(cut);
        }
        free(log);
    }
}

static const struct {
    const char *log;
    const char *mark; // "": none
} marks[] = {
    {"", ""},
    {"--------- beginning of main\n", ""},
    {"11-21 10:00:00.100  1  1 I A: a\n11-21 10:00:00.200  1  1 I A: b\n",
     "11-21 10:00:00.199"},
    {"11-21 10:00:00.200  1  1 I A: b\n    more\n", "11-21 10:00:00.199"},
    {"11-21 10:00:00.000  1  1 I A: b\n", "11-21 10:00:00.000"},
    {"11-21 10:00:00.900  1  1 I A: b\n", "11-21 10:00:00.899"},
    {"11-21 10:00:00.200  1  1 E AndroidRuntime: x\n", "11-21 10:00:00.200"},
    {"11-21 10:00:00.200  1  1 E AndroidRuntime: x\n"
     "11-21 10:00:00.200  1  1 I A: b\n",
     "11-21 10:00:00.200"},
    {"11-21 10:00:00.100  1  1 E AndroidRuntime: x\n"
     "11-21 10:00:00.200  1  1 I A: b\n",
     "11-21 10:00:00.199"},
};

T_TEST(marks_part_old_crashes_from_new)
{
    for (size_t i = 0; i < T_LEN(marks); i++) {
        char mark[64] = "";

        T_ROW(marks[i].log);
        T_EQ_INT(at_crash_mark(at_str(marks[i].log), mark),
                 marks[i].mark[0] != '\0');
        T_EQ_TEXT(mark, marks[i].mark);
    }
}

static const struct {
    const char *mark;
    const char *line;
} steps[] = {
    {"05-30 11:24:10.192", "05-30 11:24:10.193"},
    {"05-30 11:24:10.099", "05-30 11:24:10.100"},
    {"05-30 11:24:10.000", "05-30 11:24:10.001"},
    {"05-30 11:24:10.999", "05-30 11:24:10.999"},
    {"", ""},
};

T_TEST(a_mark_names_the_line_where_it_was_made)
{
    for (size_t i = 0; i < T_LEN(steps); i++) {
        char line[64] = "";
        T_ROW(steps[i].mark);
        at_crash_mark_line(at_str(steps[i].mark), line);
        T_EQ_TEXT(line, steps[i].line);
    }
}

T_MAIN()
