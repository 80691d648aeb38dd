// keys.c: key codes and their names, as android.view.KeyEvent has them
#include "virtual-android/model/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

static const struct {
    int code;
    const char *name;
    char typed;
} keys[] = {
    {0, "KEYCODE_UNKNOWN", 0},
    {1, "KEYCODE_SOFT_LEFT", 0},
    {2, "KEYCODE_SOFT_RIGHT", 0},
    {3, "KEYCODE_HOME", 0},
    {4, "KEYCODE_BACK", 0},
    {5, "KEYCODE_CALL", 0},
    {6, "KEYCODE_ENDCALL", 0},
    {7, "KEYCODE_0", '0'},
    {8, "KEYCODE_1", '1'},
    {9, "KEYCODE_2", '2'},
    {10, "KEYCODE_3", '3'},
    {11, "KEYCODE_4", '4'},
    {12, "KEYCODE_5", '5'},
    {13, "KEYCODE_6", '6'},
    {14, "KEYCODE_7", '7'},
    {15, "KEYCODE_8", '8'},
    {16, "KEYCODE_9", '9'},
    {17, "KEYCODE_STAR", '*'},
    {18, "KEYCODE_POUND", '#'},
    {19, "KEYCODE_DPAD_UP", 0},
    {20, "KEYCODE_DPAD_DOWN", 0},
    {21, "KEYCODE_DPAD_LEFT", 0},
    {22, "KEYCODE_DPAD_RIGHT", 0},
    {23, "KEYCODE_DPAD_CENTER", 0},
    {24, "KEYCODE_VOLUME_UP", 0},
    {25, "KEYCODE_VOLUME_DOWN", 0},
    {26, "KEYCODE_POWER", 0},
    {27, "KEYCODE_CAMERA", 0},
    {28, "KEYCODE_CLEAR", 0},
    {29, "KEYCODE_A", 'a'},
    {30, "KEYCODE_B", 'b'},
    {31, "KEYCODE_C", 'c'},
    {32, "KEYCODE_D", 'd'},
    {33, "KEYCODE_E", 'e'},
    {34, "KEYCODE_F", 'f'},
    {35, "KEYCODE_G", 'g'},
    {36, "KEYCODE_H", 'h'},
    {37, "KEYCODE_I", 'i'},
    {38, "KEYCODE_J", 'j'},
    {39, "KEYCODE_K", 'k'},
    {40, "KEYCODE_L", 'l'},
    {41, "KEYCODE_M", 'm'},
    {42, "KEYCODE_N", 'n'},
    {43, "KEYCODE_O", 'o'},
    {44, "KEYCODE_P", 'p'},
    {45, "KEYCODE_Q", 'q'},
    {46, "KEYCODE_R", 'r'},
    {47, "KEYCODE_S", 's'},
    {48, "KEYCODE_T", 't'},
    {49, "KEYCODE_U", 'u'},
    {50, "KEYCODE_V", 'v'},
    {51, "KEYCODE_W", 'w'},
    {52, "KEYCODE_X", 'x'},
    {53, "KEYCODE_Y", 'y'},
    {54, "KEYCODE_Z", 'z'},
    {55, "KEYCODE_COMMA", ','},
    {56, "KEYCODE_PERIOD", '.'},
    {57, "KEYCODE_ALT_LEFT", 0},
    {58, "KEYCODE_ALT_RIGHT", 0},
    {59, "KEYCODE_SHIFT_LEFT", 0},
    {60, "KEYCODE_SHIFT_RIGHT", 0},
    {61, "KEYCODE_TAB", 0},
    {62, "KEYCODE_SPACE", ' '},
    {63, "KEYCODE_SYM", 0},
    {64, "KEYCODE_EXPLORER", 0},
    {65, "KEYCODE_ENVELOPE", 0},
    {66, "KEYCODE_ENTER", 0},
    {67, "KEYCODE_DEL", 0},
    {68, "KEYCODE_GRAVE", '`'},
    {69, "KEYCODE_MINUS", '-'},
    {70, "KEYCODE_EQUALS", '='},
    {71, "KEYCODE_LEFT_BRACKET", '['},
    {72, "KEYCODE_RIGHT_BRACKET", ']'},
    {73, "KEYCODE_BACKSLASH", '\\'},
    {74, "KEYCODE_SEMICOLON", ';'},
    {75, "KEYCODE_APOSTROPHE", '\''},
    {76, "KEYCODE_SLASH", '/'},
    {77, "KEYCODE_AT", '@'},
    {78, "KEYCODE_NUM", 0},
    {79, "KEYCODE_HEADSETHOOK", 0},
    {80, "KEYCODE_FOCUS", 0},
    {81, "KEYCODE_PLUS", '+'},
    {82, "KEYCODE_MENU", 0},
    {83, "KEYCODE_NOTIFICATION", 0},
    {84, "KEYCODE_SEARCH", 0},
    {85, "KEYCODE_MEDIA_PLAY_PAUSE", 0},
    {86, "KEYCODE_MEDIA_STOP", 0},
    {87, "KEYCODE_MEDIA_NEXT", 0},
    {88, "KEYCODE_MEDIA_PREVIOUS", 0},
    {89, "KEYCODE_MEDIA_REWIND", 0},
    {90, "KEYCODE_MEDIA_FAST_FORWARD", 0},
    {91, "KEYCODE_MUTE", 0},
    {92, "KEYCODE_PAGE_UP", 0},
    {93, "KEYCODE_PAGE_DOWN", 0},
    {111, "KEYCODE_ESCAPE", 0},
    {112, "KEYCODE_FORWARD_DEL", 0},
    {113, "KEYCODE_CTRL_LEFT", 0},
    {114, "KEYCODE_CTRL_RIGHT", 0},
    {115, "KEYCODE_CAPS_LOCK", 0},
    {116, "KEYCODE_SCROLL_LOCK", 0},
    {122, "KEYCODE_MOVE_HOME", 0},
    {123, "KEYCODE_MOVE_END", 0},
    {124, "KEYCODE_INSERT", 0},
    {126, "KEYCODE_MEDIA_PLAY", 0},
    {127, "KEYCODE_MEDIA_PAUSE", 0},
    {131, "KEYCODE_F1", 0},
    {132, "KEYCODE_F2", 0},
    {133, "KEYCODE_F3", 0},
    {134, "KEYCODE_F4", 0},
    {135, "KEYCODE_F5", 0},
    {136, "KEYCODE_F6", 0},
    {137, "KEYCODE_F7", 0},
    {138, "KEYCODE_F8", 0},
    {139, "KEYCODE_F9", 0},
    {140, "KEYCODE_F10", 0},
    {141, "KEYCODE_F11", 0},
    {142, "KEYCODE_F12", 0},
    {144, "KEYCODE_NUMPAD_0", '0'},
    {145, "KEYCODE_NUMPAD_1", '1'},
    {146, "KEYCODE_NUMPAD_2", '2'},
    {147, "KEYCODE_NUMPAD_3", '3'},
    {148, "KEYCODE_NUMPAD_4", '4'},
    {149, "KEYCODE_NUMPAD_5", '5'},
    {150, "KEYCODE_NUMPAD_6", '6'},
    {151, "KEYCODE_NUMPAD_7", '7'},
    {152, "KEYCODE_NUMPAD_8", '8'},
    {153, "KEYCODE_NUMPAD_9", '9'},
    {160, "KEYCODE_NUMPAD_ENTER", 0},
    {164, "KEYCODE_VOLUME_MUTE", 0},
    {176, "KEYCODE_SETTINGS", 0},
    {187, "KEYCODE_APP_SWITCH", 0},
    {207, "KEYCODE_CONTACTS", 0},
    {208, "KEYCODE_CALENDAR", 0},
    {209, "KEYCODE_MUSIC", 0},
    {210, "KEYCODE_CALCULATOR", 0},
    {219, "KEYCODE_ASSIST", 0},
    {220, "KEYCODE_BRIGHTNESS_DOWN", 0},
    {221, "KEYCODE_BRIGHTNESS_UP", 0},
    {223, "KEYCODE_SLEEP", 0},
    {224, "KEYCODE_WAKEUP", 0},
    {229, "KEYCODE_LAST_CHANNEL", 0},
    {276, "KEYCODE_SOFT_SLEEP", 0},
    {277, "KEYCODE_CUT", 0},
    {278, "KEYCODE_COPY", 0},
    {279, "KEYCODE_PASTE", 0},
    {284, "KEYCODE_ALL_APPS", 0},
};

int
vd_key_code(const char *name)
{
    int64_t code = 0;
    if (at_str_to_i64(at_str(name), 0, 1000, &code))
        return (int)code;
    char full[64];
    bool whole = strncmp(name, "KEYCODE_", 8) == 0;
    snprintf(full, sizeof(full), "%s%s", whole ? "" : "KEYCODE_", name);
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (at_str_eq_nocase(at_str(keys[i].name), at_str(full)))
            return keys[i].code;
    }
    return -1;
}

const char *
vd_key_name(int code)
{
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (keys[i].code == code)
            return keys[i].name;
    }
    return "KEYCODE_UNKNOWN";
}

char
vd_key_char(int code)
{
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (keys[i].code == code)
            return keys[i].typed;
    }
    return 0;
}
