// record.h: the screen as video
//
// A device that records at most three minutes in a file makes several, which
// are not joined. The recording goes on by itself, in a thread of its own,
// while other operations run. A device that is freed while it records ends the
// recording and drops it.
#ifndef AT_DEVICE_RECORD_H
#define AT_DEVICE_RECORD_H

#include "base/argv.h"
#include "device/device.h"

// Returns once the recording has begun. AT_EUSAGE if one runs already.
AT_CHECKED bool at_device_record_start(const struct at_op *op,
                                       struct at_device *device,
                                       struct at_err *err);

// End the recording and bring its files, "chunk-001.mp4" and so on, into
// folder, which exists. Their names are appended to out_files in order, as far
// as they are whole, also on failure. Whatever happens, no recording runs any
// more, and nothing is left on a device that can be reached. AT_EUSAGE if none
// runs.
AT_CHECKED bool at_device_record_stop(const struct at_op *op,
                                      struct at_device *device,
                                      const char *folder,
                                      struct at_argv *out_files,
                                      struct at_err *err);

#endif
