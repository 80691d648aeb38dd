// locale_test.c: a simulator's locale is read from its preferences
#include "device/ios/locale.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"

#define PLIST(body) "<plist version=\"1.0\"><dict>" body "</dict></plist>"
#define FOLDER                                                                 \
    "/Library/Developer/CoreSimulator/Devices/U-1/data/Library/Pre"            \
    "ferences"

static const struct {
    const char *preferences;
    const char *locale;
} rows[] = {
    {PLIST("<key>AppleLanguages</key><array><string>de-DE</string>"
           "<string>en</string></array>"
           "<key>AppleLocale</key><string>en_US</string>"),
     "de-DE"},
    {PLIST("<key>AppleLocale</key><string>fr_CA</string>"), "fr-CA"},
    {PLIST("<key>Other</key><string>x</string>"), ""},
    {"broken", ""},
};

T_TEST(the_first_language_is_the_locale)
{
    char home[] = "/tmp/at-locale-XXXXXX";
    char locale[32];
    T_OK(mkdtemp(home) != NULL);
    char *folder = at_strfmt("%s" FOLDER, home);
    char *file = at_strfmt("%s/.GlobalPreferences.plist", folder);
    T_OK(setenv("HOME", home, 1) == 0);
    at_sim_locale("U-1", locale);
    T_EQ_TEXT(locale, ""); // no such file
    T_OK(at_folder_make(folder, NULL));
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].preferences);
        T_OK(at_file_write(file, at_str(rows[i].preferences), NULL));
        at_sim_locale("U-1", locale);
        T_EQ_TEXT(locale, rows[i].locale);
    }
    at_sim_locale("../U-1", locale);
    T_EQ_TEXT(locale, "");
    T_OK(at_folder_remove(home, NULL));
    free(folder);
    free(file);
}

T_MAIN()
