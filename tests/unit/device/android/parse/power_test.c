#include "device/android/parse/power.h"

#include "tests/t.h"

static const struct {
    const char *says; // the release
    const char *output;
    enum at_wakefulness wakefulness;
    bool keyguard;
} rows[] = {
    {"nothing", "", AT_WAKEFULNESS_UNKNOWN, false},
    {"a device without these services", "sh: dumpsys: not found\n",
     AT_WAKEFULNESS_UNKNOWN, false},
    {"Android 5, awake",
     "  mWakefulness=Awake\nDisplay Power: state=ON\n"
     "    mShowingLockscreen=false mShowingDream=false "
     "mDreamingLockscreen=false mDreamingSleepToken=null\n"
     "    isStatusBarKeyguard=false\n",
     AT_WAKEFULNESS_AWAKE, false},
    {"Android 5, locked",
     "  mWakefulness=Awake\n    mShowingLockscreen=true mShowingDream=false\n",
     AT_WAKEFULNESS_AWAKE, true},
    {"Android 6, the bar is the keyguard's",
     "  mWakefulness=Awake\n    isStatusBarKeyguard=true mNavigationBar=null\n",
     AT_WAKEFULNESS_AWAKE, true},
    {"Android 9, asleep and locked",
     "  mWakefulness=Asleep\n  mWakefulnessChanging=false\n"
     "Display Power: state=OFF\n    KeyguardServiceDelegate\n"
     "      showing=true\n      showingAndNotOccluded=true\n"
     "      inputRestricted=false\n      occluded=false\n      secure=true\n"
     "      interactiveState=INTERACTIVE_STATE_SLEEP\n",
     AT_WAKEFULNESS_ASLEEP, true},
    {"Android 12, an alarm over the keyguard",
     "  mWakefulness=Awake\n      showing=true\n      occluded=true\n",
     AT_WAKEFULNESS_AWAKE, false},
    {"Android 14, always-on display",
     "  mWakefulness=Dozing\nDisplay Power: state=DOZE_SUSPEND\n"
     "        mIsShowing=true\r\n",
     AT_WAKEFULNESS_DOZING, true},
    {"a screen saver", "  mWakefulness=Dreaming\n      showing=false\n",
     AT_WAKEFULNESS_DREAMING, false},
    {"the first group of displays is the device's own",
     "  mWakefulness=Awake\n    mWakefulness=Asleep\n", AT_WAKEFULNESS_AWAKE,
     false},
    {"a build whose power service is silent",
     "      interactiveState=INTERACTIVE_STATE_SLEEP\n", AT_WAKEFULNESS_ASLEEP,
     false},
    {"the display alone", "Display Power: state=OFF\n", AT_WAKEFULNESS_ASLEEP,
     false},
    {"the display is not asked before the service",
     "Display Power: state=OFF\n  mWakefulness=Awake\n", AT_WAKEFULNESS_AWAKE,
     false},
    {"a value of later releases", "  mWakefulness=Napping\n",
     AT_WAKEFULNESS_UNKNOWN, false},
    {"a vendor's word", "  isKeyguardShowing=true\n", AT_WAKEFULNESS_UNKNOWN,
     true},
    {"words that only begin alike",
     "  mWakefulnessChanging=Asleep notshowing=true showingx=true =true\n",
     AT_WAKEFULNESS_UNKNOWN, false},
};

T_TEST(screen_states_of_devices)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_power power;
        T_ROW(rows[i].says);
        at_power_parse(at_str(rows[i].output), &power);
        T_EQ_INT(power.wakefulness, rows[i].wakefulness);
        T_EQ_INT(power.keyguard, rows[i].keyguard);
        for (size_t cut = 0; cut <= strlen(rows[i].output); cut++)
            at_power_parse(at_str_n(rows[i].output, cut), &power);
    }
}

T_TEST(only_awake_is_not_asleep)
{
    static const bool asleep[] = {
        [AT_WAKEFULNESS_UNKNOWN] = false, [AT_WAKEFULNESS_AWAKE] = false,
        [AT_WAKEFULNESS_ASLEEP] = true,   [AT_WAKEFULNESS_DOZING] = true,
        [AT_WAKEFULNESS_DREAMING] = true,
    };
    for (size_t i = 0; i < T_LEN(asleep); i++) {
        const struct at_power power = {.wakefulness = (enum at_wakefulness)i};
        T_EQ_INT(at_power_is_asleep(&power), asleep[i]);
    }
}

T_MAIN()
