// scrcpy.h: packets of scrcpy's server, for all its versions
//
// Twelve bytes (flags and time in 64 bits, length in 32, big endian), then the
// packet made by the device's encoder. Facts: scrcpy, doc/develop.md and
// Streamer.java of each version. Other headers are disabled by our request.
#ifndef AT_WIRE_SCRCPY_H
#define AT_WIRE_SCRCPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/parse.h"
#include "base/str.h"

enum at_scrcpy_flags {
    AT_SCRCPY_FLAGS_1, // 1.23 to 3.x: config is bit 63, key bit 62
    AT_SCRCPY_FLAGS_4, // from 4.0: bits 62 and 61; 63 marks an unwanted packet
};

struct at_scrcpy_packet {
    bool config;        // parameter sets, without a time
    bool key;           // key frame, according to the encoder
    int64_t pts_us;     // device clock, or time since the server's start
    struct at_str data; // borrowed from in
};

// Parse a packet. Return AT_PARSE_BAD as soon as the header shows a packet that
// is empty, longer than AT_VIDEO_PACKET_MAX_BYTES, or of an unrequested kind.
enum at_parse at_scrcpy_parse(struct at_str in, enum at_scrcpy_flags flags,
                              struct at_scrcpy_packet *out, size_t *used);

#endif
