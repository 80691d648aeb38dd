// permissions_test.c: Maestro's names of permissions
#include "maestro/run/permissions.h"

#include "tests/t.h"

T_TEST(names_mean_one_or_several)
{
    static const struct {
        const char *name;
        size_t count;
        const char *first;
    } rows[] = {
        {"bluetooth", 2, "android.permission.BLUETOOTH_CONNECT"},
        {"calendar", 2, "android.permission.WRITE_CALENDAR"},
        {"camera", 1, "android.permission.CAMERA"},
        {"contacts", 2, "android.permission.READ_CONTACTS"},
        {"location", 2, "android.permission.ACCESS_FINE_LOCATION"},
        {"medialibrary", 5, "android.permission.WRITE_EXTERNAL_STORAGE"},
        {"microphone", 1, "android.permission.RECORD_AUDIO"},
        {"notifications", 1, "android.permission.POST_NOTIFICATIONS"},
        {"phone", 2, "android.permission.CALL_PHONE"},
        {"sms", 3, "android.permission.READ_SMS"},
        {"storage", 2, "android.permission.WRITE_EXTERNAL_STORAGE"},
        {"android.permission.NFC", 1, "android.permission.NFC"},
        {"Camera", 1, "Camera"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv full = AT_ARGV_INIT;
        t_row(rows[i].name);
        at_maestro_permission_names(at_str(rows[i].name), &full);
        T_EQ_SIZE(full.count, rows[i].count);
        T_EQ_TEXT(full.words[0], rows[i].first);
        at_argv_deinit(&full);
    }
}

T_MAIN()
