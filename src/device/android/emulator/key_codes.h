// key_codes.h: Android's keys as the emulator's keyboard has them; pure
#ifndef AT_DEVICE_ANDROID_EMULATOR_KEY_CODES_H
#define AT_DEVICE_ANDROID_EMULATOR_KEY_CODES_H

// The code of linux/input-event-codes.h which Android's Generic.kl turns into
// that key; 0 where that keyboard has no such key, or only with a modifier.
int at_emulator_evdev_code(int android_code);

#endif
