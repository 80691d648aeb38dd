// shell2.h: packets of the shell protocol, version 2
//
// An id byte, a length of four bytes (little endian), then data. The exit
// packet is the last; a stream without one was cut. Facts: AOSP
// packages/modules/adb, shell_protocol.h.
#ifndef AT_WIRE_SHELL2_H
#define AT_WIRE_SHELL2_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"

enum at_shell2_id {
    AT_SHELL2_STDIN = 0,
    AT_SHELL2_STDOUT = 1,
    AT_SHELL2_STDERR = 2,
    AT_SHELL2_EXIT = 3, // data: one byte, the exit status
    AT_SHELL2_CLOSE_STDIN = 4,
    AT_SHELL2_WINDOW_SIZE = 5,
};

struct at_shell2_packet {
    uint8_t id;         // enum at_shell2_id; ignore unknown ones
    struct at_str data; // borrowed from the input
};

// Return AT_PARSE_BAD if the packet is longer than AT_ADB_PACKET_MAX_BYTES, or
// an exit packet does not contain exactly one byte.
enum at_parse at_shell2_parse(struct at_str in, struct at_shell2_packet *out,
                              size_t *used);

// Return false and append nothing if the packet is too long or out is full.
AT_CHECKED bool at_shell2_write(struct at_buf *out, enum at_shell2_id id,
                                struct at_str data);

#endif
