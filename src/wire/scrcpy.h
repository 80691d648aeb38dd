// scrcpy.h: the packets of scrcpy's server, as its versions send them
//
// Twelve bytes and the packet that the device's encoder made: flags and time
// (64 bits), length (32 bits), big endian. Facts: scrcpy, doc/develop.md and
// Streamer.java of each version. We ask for no other headers.
#ifndef AT_WIRE_SCRCPY_H
#define AT_WIRE_SCRCPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/parse.h"
#include "base/str.h"

enum at_scrcpy_flags {
    AT_SCRCPY_FLAGS_1, // 1.23 to 3.x: config is bit 63, key bit 62
    AT_SCRCPY_FLAGS_4, // from 4.0: bit 62 and 61; 63 is a packet we never want
};

struct at_scrcpy_packet {
    bool config;        // parameter sets, without a time
    bool key;           // as the encoder says
    int64_t pts_us;     // of the device's clock, or since the server's start
    struct at_str data; // borrowed from in
};

// BAD: a packet that is empty, longer than AT_VIDEO_PACKET_MAX_BYTES, or of a
// kind that was not asked for; said as soon as its header is there.
enum at_parse at_scrcpy_parse(struct at_str in, enum at_scrcpy_flags flags,
                              struct at_scrcpy_packet *out, size_t *used);

#endif
