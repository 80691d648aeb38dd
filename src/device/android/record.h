// record.h: the screen as video, by the best that device and machine have
#ifndef AT_DEVICE_ANDROID_RECORD_H
#define AT_DEVICE_ANDROID_RECORD_H

#include "device/android/android_priv.h"
#include "device/record.h"

bool at_android_record_start(const struct at_op *op, struct at_device *device,
                             const char *folder, struct at_err *err);
bool at_android_record_stop(const struct at_op *op, struct at_device *device,
                            const char *folder, struct at_recorded *out,
                            struct at_err *err);
// End a recording that was not stopped, and drop it. Best effort, short.
void at_android_record_drop(struct at_android *android);

#endif
