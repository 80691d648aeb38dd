#include "device/ios/locale.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "wire/json.h"
#include "wire/plist.h"

static struct at_str
locale_of(const json_t *preferences)
{
    const json_t *languages = json_object_get(preferences, "AppleLanguages");
    struct at_str first = at_json_str(json_array_get(languages, 0));
    return first.len > 0 ? first : at_json_get_str(preferences, "AppleLocale");
}

void
at_sim_locale(const char *udid, char out[32])
{
    const char *home = getenv("HOME");
    struct at_buf bytes = AT_BUF_INIT(AT_PLIST_MAX_BYTES);
    json_t *preferences = NULL;
    out[0] = '\0';
    if (!home || !udid[0] || strchr(udid, '/'))
        return;
    char *path = at_strfmt("%s/Library/Developer/CoreSimulator/Devices/%s/data/"
                           "Library/Preferences/.GlobalPreferences.plist",
                           home, udid);
    if (at_file_exists(path) && at_file_read(path, &bytes, NULL))
        preferences = at_plist_parse(at_buf_str(&bytes), NULL);
    at_str_cut(out, 32, locale_of(preferences));
    for (char *c = out; *c; c++)
        *c = *c == '_' ? '-' : *c; // AppleLocale: "de_DE"
    json_decref(preferences);
    at_buf_deinit(&bytes);
    free(path);
}
