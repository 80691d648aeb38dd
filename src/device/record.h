// record.h: video recordings of the screen
//
// A recording consists of several files: a new one starts when the screen
// rotates, and on devices that limit a file to three minutes. Recording happens
// in a separate thread while other operations run. Freeing a device ends its
// recording and drops it.
#ifndef AT_DEVICE_RECORD_H
#define AT_DEVICE_RECORD_H

#include "base/argv.h"
#include "base/limits.h"
#include "device/device.h"

struct at_recorded {
    struct at_argv names;                 // in order: "chunk-001.mp4" and so on
    int64_t began_ms[AT_VIDEO_FILES_MAX]; // wall clock of each start
};
#define AT_RECORDED_INIT                                                       \
    {                                                                          \
        .names = AT_ARGV_INIT                                                  \
    }
void at_recorded_deinit(struct at_recorded *recorded);
// For implementations of a device: add a file; AT_VIDEO_FILES_MAX at most.
void at_recorded_add(struct at_recorded *recorded, const char *name,
                     int64_t began_ms);

// Start a recording and return once it is running. folder must exist until it
// is stopped; a device may write to it in the meantime, so a crash keeps what
// was recorded. AT_EUSAGE if a recording is running.
AT_CHECKED bool at_device_record_start(const struct at_op *op,
                                       struct at_device *device,
                                       const char *folder, struct at_err *err);

// Stop the recording and move its files to the folder given at its start.
// Complete files are added to out, even on failure. In any case no recording is
// running afterwards, and nothing remains on a device that is reachable.
// AT_EUSAGE if none is running.
AT_CHECKED bool at_device_record_stop(const struct at_op *op,
                                      struct at_device *device,
                                      const char *folder,
                                      struct at_recorded *out,
                                      struct at_err *err);

#endif
