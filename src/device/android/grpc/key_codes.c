// key_codes.c: Android's key codes and the emulator's
#include "device/android/grpc/key_codes.h"

#include <stddef.h>

#include "base/compiler.h"

// Sorted by Android's code (android.view.KeyEvent). The second code is that of
// linux/input-event-codes.h, by AOSP's
// frameworks/base/data/keyboards/Generic.kl.
static const struct {
    short android;
    short evdev;
} rows[] = {
    {3, 172},   // HOME: KEY_HOMEPAGE; KEY_HOME is MOVE_HOME
    {4, 158},   // BACK
    {7, 11},    // 0
    {8, 2},     // 1
    {9, 3},     // 2
    {10, 4},    // 3
    {11, 5},    // 4
    {12, 6},    // 5
    {13, 7},    // 6
    {14, 8},    // 7
    {15, 9},    // 8
    {16, 10},   // 9
    {19, 103},  // DPAD_UP
    {20, 108},  // DPAD_DOWN
    {21, 105},  // DPAD_LEFT
    {22, 106},  // DPAD_RIGHT
    {23, 353},  // DPAD_CENTER: KEY_SELECT
    {24, 115},  // VOLUME_UP
    {25, 114},  // VOLUME_DOWN
    {26, 116},  // POWER
    {29, 30},   // A
    {30, 48},   // B
    {31, 46},   // C
    {32, 32},   // D
    {33, 18},   // E
    {34, 33},   // F
    {35, 34},   // G
    {36, 35},   // H
    {37, 23},   // I
    {38, 36},   // J
    {39, 37},   // K
    {40, 38},   // L
    {41, 50},   // M
    {42, 49},   // N
    {43, 24},   // O
    {44, 25},   // P
    {45, 16},   // Q
    {46, 19},   // R
    {47, 31},   // S
    {48, 20},   // T
    {49, 22},   // U
    {50, 47},   // V
    {51, 17},   // W
    {52, 45},   // X
    {53, 21},   // Y
    {54, 44},   // Z
    {55, 51},   // COMMA
    {56, 52},   // PERIOD
    {61, 15},   // TAB
    {62, 57},   // SPACE
    {66, 28},   // ENTER
    {67, 14},   // DEL: the key above ENTER
    {68, 41},   // GRAVE
    {69, 12},   // MINUS
    {70, 13},   // EQUALS
    {71, 26},   // LEFT_BRACKET
    {72, 27},   // RIGHT_BRACKET
    {73, 43},   // BACKSLASH
    {74, 39},   // SEMICOLON
    {75, 40},   // APOSTROPHE
    {76, 53},   // SLASH
    {82, 139},  // MENU
    {84, 217},  // SEARCH
    {92, 104},  // PAGE_UP
    {93, 109},  // PAGE_DOWN
    {111, 1},   // ESCAPE
    {112, 111}, // FORWARD_DEL
    {122, 102}, // MOVE_HOME
    {123, 107}, // MOVE_END
    {124, 110}, // INSERT
    {164, 113}, // VOLUME_MUTE
    {187, 580}, // APP_SWITCH: KEY_APPSELECT
    {223, 142}, // SLEEP
    {224, 143}, // WAKEUP
    {277, 137}, // CUT
    {278, 133}, // COPY
    {279, 135}, // PASTE
};

int
at_emulator_evdev_code(int android_code)
{
    for (size_t i = 0; i < AT_LEN(rows); i++)
        if (rows[i].android == android_code)
            return rows[i].evdev;
    return 0;
}
