// options.h: command line options of scrcpy's server
//
// Facts: scrcpy's server at 1.25, 2.7, 3.3 and 4.1, Options.java. The versions
// differ in names, in the bits of a packet's header and in the preamble.
#ifndef VIRTUAL_ANDROID_SCRCPY_OPTIONS_H
#define VIRTUAL_ANDROID_SCRCPY_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct vd_scrcpy_options {
    int major;           // major version
    int32_t scid;        // -1: none
    int32_t max_size_px; // 0: any
    int32_t bit_rate;
    double max_fps; // 0: any
    bool video;
    bool audio;
    bool control;
    bool tunnel_forward;
    bool device_meta; // the device's name first
    bool frame_meta;  // a header before each packet
    bool dummy_byte;  // one byte before all
    bool stream_meta; // the codec, and the size
    char unknown[64]; // an option that this version does not have; "": none
};

// words: the client's version, then key=value. Fails with the exception's text.
AT_CHECKED bool vd_scrcpy_parse(const char *version, char *const *words,
                                size_t count, struct vd_scrcpy_options *out,
                                struct at_err *err);

#endif
