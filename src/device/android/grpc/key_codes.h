// key_codes.h: Android's keys on the emulator's keyboard; pure
#ifndef AT_DEVICE_ANDROID_GRPC_KEY_CODES_H
#define AT_DEVICE_ANDROID_GRPC_KEY_CODES_H

// Return the code of linux/input-event-codes.h that Android's Generic.kl maps
// to the key; 0 if the emulator's keyboard does not have it, or only with a
// modifier.
int at_emulator_evdev_code(int android_code);

#endif
