// record.h: the screen as video
//
// A recording makes several files, which are not joined: a device that records
// at most three minutes in a file begins another, as does one whose screen is
// turned. The recording goes on by itself, in a thread of its own, while other
// operations run. A device that is freed while it records ends the recording
// and drops it.
#ifndef AT_DEVICE_RECORD_H
#define AT_DEVICE_RECORD_H

#include "base/argv.h"
#include "base/limits.h"
#include "device/device.h"

// What a recording has made.
struct at_recorded {
    struct at_argv names;                 // "chunk-001.mp4" and so on, in order
    int64_t began_ms[AT_VIDEO_FILES_MAX]; // wall clock, of each one's beginning
};
#define AT_RECORDED_INIT                                                       \
    {                                                                          \
        .names = AT_ARGV_INIT                                                  \
    }
void at_recorded_deinit(struct at_recorded *recorded);
// For the implementation of a device: add one more file, of at most
// AT_VIDEO_FILES_MAX.
void at_recorded_add(struct at_recorded *recorded, const char *name,
                     int64_t began_ms);

// Returns once the recording has begun. folder exists until it is stopped; a
// device may write there meanwhile, so that a program that dies leaves what was
// recorded. AT_EUSAGE if one runs already.
AT_CHECKED bool at_device_record_start(const struct at_op *op,
                                       struct at_device *device,
                                       const char *folder, struct at_err *err);

// End the recording and bring its files into the folder that it was started
// with. They are added to out as far as they are whole, also on failure.
// Whatever happens, no recording runs any more, and nothing is left on a device
// that can be reached. AT_EUSAGE if none runs.
AT_CHECKED bool at_device_record_stop(const struct at_op *op,
                                      struct at_device *device,
                                      const char *folder,
                                      struct at_recorded *out,
                                      struct at_err *err);

#endif
