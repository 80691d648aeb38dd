// stream.h: the screen as packets of H.264 on a socket, as scrcpy's server
//
// A picture is sent once it is another one, and ten times more at 100 ms each
// while it stays, as Android's encoder repeats it. A turned screen begins a new
// stream: parameter sets of the other size, then a key frame.
#ifndef VIRTUAL_ANDROID_SCRCPY_STREAM_H
#define VIRTUAL_ANDROID_SCRCPY_STREAM_H

#include "base/err.h"
#include "virtual-android/scrcpy/options.h"

struct at_cancel;
struct at_conn;
struct vd_device;

struct vd_scrcpy_stream {
    struct vd_device *device; // borrowed, as all of it is
    const struct vd_scrcpy_options *options;
    struct at_conn *conn;
    struct at_cancel *killed;
};

// Write the preamble, then stream until the peer is gone or the process is
// killed, which is not a failure.
AT_CHECKED bool vd_scrcpy_run(const struct vd_scrcpy_stream *stream,
                              struct at_err *err);

#endif
