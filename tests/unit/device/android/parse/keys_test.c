#include "device/android/parse/keys.h"
#include "tests/t.h"

// The contract's keys, by the numbers of linux/input-event-codes.h.
static const struct {
    const char *name;
    int evdev;
} rows[] = {
    {"HOME", 172},      {"BACK", 158},       {"0", 11},
    {"9", 10},          {"A", 30},           {"Q", 16},
    {"Z", 44},          {"DPAD_UP", 103},    {"DPAD_LEFT", 105},
    {"TAB", 15},        {"SPACE", 57},       {"ENTER", 28},
    {"DEL", 14},        {"MENU", 139},       {"SEARCH", 217},
    {"ESCAPE", 1},      {"POWER", 116},      {"PASTE", 135},
    {"VOLUME_UP", 115}, {"MOVE_HOME", 102},  {"MOVE_END", 107},
    {"WAKEUP", 143},    {"APP_SWITCH", 580},
};

T_TEST(emulator_keys_by_name)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        int code = 0;
        struct at_str key = at_str(rows[i].name);
        char digit[16];
        T_ROW(rows[i].name);
        if (key.len == 1 && key.ptr[0] <= '9') { // "0" alone is a number
            snprintf(digit, sizeof(digit), "KEYCODE_%s", rows[i].name);
            key = at_str(digit);
        }
        T_OK(at_keycode_find(key, &code, NULL));
        T_EQ_INT(at_keycode_evdev(code), rows[i].evdev);
    }
}

T_TEST(emulator_keys_are_each_their_own)
{
    for (int a = -1; a <= AT_KEYCODE_MAX; a++)
        for (int b = a + 1; b <= AT_KEYCODE_MAX; b++)
            T_OK(at_keycode_evdev(a) == 0 ||
                 at_keycode_evdev(a) != at_keycode_evdev(b));
    T_EQ_INT(at_keycode_evdev(0), 0);
    T_EQ_INT(at_keycode_evdev(178), 0); // TV_INPUT
}

T_MAIN()
