// keeper.h: a thread that tells the helper from time to time that we are there
#ifndef AT_DEVICE_ANDROID_HELPER_KEEPER_H
#define AT_DEVICE_ANDROID_HELPER_KEEPER_H

#include "device/android/helper/link.h"

struct at_helper_keeper;

enum { AT_HELPER_KEEP_MS = 20000 }; // the helper waits for three times that

// dial is copied, and called from the thread. The caller owns *out.
AT_CHECKED bool at_helper_keeper_start(const struct at_helper_dial *dial,
                                       const char *token, int64_t every_ms,
                                       struct at_helper_keeper **out,
                                       struct at_err *err);
void at_helper_keeper_free(struct at_helper_keeper *keeper); // NULL is allowed

#endif
