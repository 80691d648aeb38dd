#include "maestro/run/permissions.h"

#include "base/compiler.h"

static const struct {
    const char *name;
    const char *full; // without "android.permission.", with blanks between them
} rows[] = {
    {"bluetooth", "BLUETOOTH_CONNECT BLUETOOTH_SCAN"},
    {"calendar", "WRITE_CALENDAR READ_CALENDAR"},
    {"camera", "CAMERA"},
    {"contacts", "READ_CONTACTS WRITE_CONTACTS"},
    {"location", "ACCESS_FINE_LOCATION ACCESS_COARSE_LOCATION"},
    {"medialibrary", "WRITE_EXTERNAL_STORAGE READ_EXTERNAL_STORAGE "
                     "READ_MEDIA_AUDIO READ_MEDIA_IMAGES READ_MEDIA_VIDEO"},
    {"microphone", "RECORD_AUDIO"},
    {"notifications", "POST_NOTIFICATIONS"},
    {"phone", "CALL_PHONE ANSWER_PHONE_CALLS"},
    {"sms", "READ_SMS RECEIVE_SMS SEND_SMS"},
    {"storage", "WRITE_EXTERNAL_STORAGE READ_EXTERNAL_STORAGE"},
};

void
at_maestro_permission_names(struct at_str name, struct at_argv *out)
{
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct at_str rest = at_str(rows[i].full);
        struct at_str word;
        if (!at_str_is(name, rows[i].name))
            continue;
        while (at_str_next(&rest, ' ', &word))
            at_argv_add_fmt(out, "android.permission.%.*s", AT_STR_ARG(word));
        return;
    }
    at_argv_add_str(out, name);
}
