// activity_test.c: the resumed activity and an app's locale
#include "device/android/parse/activity.h"

#include "tests/t.h"

static const struct {
    const char *output;
    const char *package;
} resumed[] = {
    {"", ""},
    {"    mResumedActivity: null\n", ""},
    {"    topResumedActivity=ActivityRecord{81ab2d4 u0 com.example/.Main "
     "t12}\n",
     "com.example"},
    {"  ResumedActivity: ActivityRecord{9 u10 com.example.a/com.b.Main t9 f}\n",
     "com.example.a"},
    // Android 9 and before; another display has none.
    {"    mResumedActivity: null\n"
     "    mResumedActivity: ActivityRecord{9 u0 com.example/.Main t1}\n",
     "com.example"},
    {"  mFocusedApp=ActivityRecord{9 u0 com.example/.Main t1}\n", ""},
    {"  ResumedActivity: /", ""},
};

T_TEST(the_resumed_activity_is_found)
{
    for (size_t i = 0; i < T_LEN(resumed); i++) {
        T_ROW(resumed[i].output);
        T_EQ_STR(at_resumed_package(at_str(resumed[i].output)),
                 resumed[i].package);
    }
}

static const struct {
    const char *output;
    const char *locale; // NULL: another text
} locales[] = {
    {"Locales for com.example for user 0 are []\n", ""},
    {"Locales for com.example for user 0 are [de-DE]\n", "de-DE"},
    {"Locales for com.example for user 0 are [de-DE,fr]\n", "de-DE"},
    {"cmd: Can't find service: locale\n", NULL},
    {"Locales for com.example for user 0 are [de", NULL},
    {"", NULL},
};

T_TEST(the_locale_is_read)
{
    for (size_t i = 0; i < T_LEN(locales); i++) {
        struct at_str locale = {0};
        T_ROW(locales[i].output);
        T_EQ_INT(at_app_locale(at_str(locales[i].output), &locale),
                 locales[i].locale != NULL);
        if (locales[i].locale)
            T_EQ_STR(locale, locales[i].locale);
    }
}

T_MAIN()
