// keys.h: the keys of pressKey, in the order of Maestro's documentation
//
// Each has Maestro's description and the code that Maestro sends to Android.
// Tab is a mistake of Maestro's: 62 is Android's key for Space.
#ifndef AT_MAESTRO_KEYS_H
#define AT_MAESTRO_KEYS_H

#define AT_MAESTRO_KEYS(ROW)                                                   \
    ROW("Enter", 66)                                                           \
    ROW("Backspace", 67)                                                       \
    ROW("Back", 4)                                                             \
    ROW("Home", 3)                                                             \
    ROW("Lock", 276)                                                           \
    ROW("Volume Up", 24)                                                       \
    ROW("Volume Down", 25)                                                     \
    ROW("Escape", 111)                                                         \
    ROW("Power", 26)                                                           \
    ROW("Tab", 62)                                                             \
    ROW("Remote Dpad Up", 19)                                                  \
    ROW("Remote Dpad Down", 20)                                                \
    ROW("Remote Dpad Left", 21)                                                \
    ROW("Remote Dpad Right", 22)                                               \
    ROW("Remote Dpad Center", 23)                                              \
    ROW("Remote Media Play Pause", 85)                                         \
    ROW("Remote Media Stop", 86)                                               \
    ROW("Remote Media Next", 87)                                               \
    ROW("Remote Media Previous", 88)                                           \
    ROW("Remote Media Rewind", 89)                                             \
    ROW("Remote Media Fast Forward", 90)                                       \
    ROW("Remote System Navigation Up", 280)                                    \
    ROW("Remote System Navigation Down", 281)                                  \
    ROW("Remote Button A", 96)                                                 \
    ROW("Remote Button B", 97)                                                 \
    ROW("Remote Menu", 82)                                                     \
    ROW("TV Input", 178)                                                       \
    ROW("TV Input HDMI 1", 243)                                                \
    ROW("TV Input HDMI 2", 244)                                                \
    ROW("TV Input HDMI 3", 245)

#endif
