#include "device/android/parse/power.h"

struct word_row {
    int rank; // the lowest that is said decides
    struct at_str key;
    struct at_str value;
    enum at_wakefulness wakefulness;
};

enum { UNSAID = 3 };

static const struct word_row wakefulness_rows[] = {
    {0, AT_STR_ROW("mWakefulness"), AT_STR_ROW("Awake"), AT_WAKEFULNESS_AWAKE},
    {0, AT_STR_ROW("mWakefulness"), AT_STR_ROW("Asleep"),
     AT_WAKEFULNESS_ASLEEP},
    {0, AT_STR_ROW("mWakefulness"), AT_STR_ROW("Dozing"),
     AT_WAKEFULNESS_DOZING},
    {0, AT_STR_ROW("mWakefulness"), AT_STR_ROW("Dreaming"),
     AT_WAKEFULNESS_DREAMING},
    {1, AT_STR_ROW("interactiveState"), AT_STR_ROW("INTERACTIVE_STATE_AWAKE"),
     AT_WAKEFULNESS_AWAKE},
    {1, AT_STR_ROW("interactiveState"), AT_STR_ROW("INTERACTIVE_STATE_SLEEP"),
     AT_WAKEFULNESS_ASLEEP},
    // "Display Power: state=OFF"
    {2, AT_STR_ROW("state"), AT_STR_ROW("ON"), AT_WAKEFULNESS_AWAKE},
    {2, AT_STR_ROW("state"), AT_STR_ROW("OFF"), AT_WAKEFULNESS_ASLEEP},
    {2, AT_STR_ROW("state"), AT_STR_ROW("DOZE"), AT_WAKEFULNESS_DOZING},
    {2, AT_STR_ROW("state"), AT_STR_ROW("DOZE_SUSPEND"), AT_WAKEFULNESS_DOZING},
};

// Any of these that is true: the keyguard shows.
static const struct at_str keyguard_keys[] = {
    AT_STR_ROW("showing"),            // KeyguardServiceDelegate, Android 6 on
    AT_STR_ROW("mIsShowing"),         // KeyguardStateMonitor, Android 7 on
    AT_STR_ROW("isKeyguardShowing"),  // vendors' builds
    AT_STR_ROW("mKeyguardShowing"),   // Android 10 on, some builds
    AT_STR_ROW("mShowingLockscreen"), // up to Android 8
    AT_STR_ROW("isStatusBarKeyguard"),
};

// Any of these: an app shows over it.
static const struct at_str occluded_keys[] = {
    AT_STR_ROW("occluded"),
    AT_STR_ROW("mOccluded"),
    AT_STR_ROW("mKeyguardOccluded"),
};

struct reading {
    int rank; // rank of the deciding row
    struct at_power power;
    bool occluded;
};

static void
take_word(struct reading *reading, struct at_str key, struct at_str value)
{
    bool yes = at_str_is(value, "true");
    for (size_t i = 0; i < AT_LEN(wakefulness_rows); i++) {
        const struct word_row *row = &wakefulness_rows[i];
        if (row->rank >= reading->rank || !at_str_eq(key, row->key) ||
            !at_str_eq(value, row->value))
            continue;
        reading->rank = row->rank;
        reading->power.wakefulness = row->wakefulness;
    }
    if (yes && at_str_in(key, keyguard_keys, AT_LEN(keyguard_keys)))
        reading->power.keyguard = true;
    if (yes && at_str_in(key, occluded_keys, AT_LEN(occluded_keys)))
        reading->occluded = true;
}

void
at_power_parse(struct at_str output, struct at_power *out)
{
    struct reading reading = {.rank = UNSAID};
    struct at_str line;
    struct at_str word;
    struct at_str key;
    while (at_str_next_line(&output, &line)) {
        while (at_str_next(&line, ' ', &word)) {
            if (at_str_has(word, AT_STR("=")) && at_str_next(&word, '=', &key))
                take_word(&reading, key, word);
        }
    }
    *out = reading.power;
    out->keyguard = out->keyguard && !reading.occluded;
}
