// keepalive.h: a thread that sends the helper a sign of life every 20 s
#ifndef AT_DEVICE_ANDROID_HELPER_KEEPALIVE_H
#define AT_DEVICE_ANDROID_HELPER_KEEPALIVE_H

#include "device/android/helper/link.h"

struct at_helper_keepalive;

enum { AT_HELPER_KEEPALIVE_MS = 20000 }; // a third of the helper's patience

// dial is copied and called from the thread. The caller owns *out.
AT_CHECKED bool at_helper_keepalive_start(const struct at_helper_dial *dial,
                                          const char *token, int64_t every_ms,
                                          struct at_helper_keepalive **out,
                                          struct at_err *err);
void at_helper_keepalive_free(
    struct at_helper_keepalive *keepalive); // NULL is allowed

#endif
