// source.h: scrcpy's server as a source of packets
#ifndef AT_DEVICE_ANDROID_SCRCPY_SOURCE_H
#define AT_DEVICE_ANDROID_SCRCPY_SOURCE_H

#include "device/android/adb/client/adb.h"
#include "device/video.h"

// Open the stream of a device; device is copied. See at_video_open().
AT_CHECKED bool at_scrcpy_video(const struct at_op *op,
                                const struct at_adb_device *device,
                                const struct at_video_opts *opts,
                                struct at_video **out, struct at_err *err);

#endif
