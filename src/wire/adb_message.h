// adb_message.h: messages between an adb server and a device
//
// Six little-endian words, then data. The check sum is the plain sum of the
// data's bytes; a peer of version 0x01000001 or later does not look at it and
// may send 0, so it is read and left to the caller. Facts: AOSP
// packages/modules/adb, docs/dev/protocol.md.
#ifndef AT_WIRE_ADB_MESSAGE_H
#define AT_WIRE_ADB_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"

#define AT_ADB_VERSION UINT32_C(0x01000001)

enum {
    AT_ADB_HEADER_BYTES = 24,
    AT_ADB_EARLY_MAX_BYTES = 4096, // a packet's data before CNXN came
};

enum at_adb_command {
    AT_ADB_CNXN = 0x4e584e43, // version, longest data; banner
    AT_ADB_AUTH = 0x48545541, // kind; token, signature or key
    AT_ADB_OPEN = 0x4e45504f, // sender's id; service and NUL
    AT_ADB_OKAY = 0x59414b4f, // sender's id, receiver's id
    AT_ADB_CLSE = 0x45534c43, // the same
    AT_ADB_WRTE = 0x45545257, // the same; bytes
    AT_ADB_STLS = 0x534c5453, // version
};

struct at_adb_message {
    uint32_t command; // an enum at_adb_command
    uint32_t arg0;
    uint32_t arg1;
    uint32_t sum;       // as read; at_adb_message_write() works it out
    struct at_str data; // borrowed from the input
};

// AT_PARSE_BAD if the command is unknown, the magic word does not fit it or the
// data is longer than max_data.
enum at_parse at_adb_message_parse(struct at_str in, size_t max_data,
                                   struct at_adb_message *out, size_t *used);

// Return the length of the message that begins with in: DONE with *out_len,
// header included, as soon as the header is there; otherwise as above.
enum at_parse at_adb_message_len(struct at_str in, size_t max_data,
                                 size_t *out_len);

// false, with nothing appended, where out is full or the data is longer than
// AT_ADB_PACKET_MAX_BYTES.
AT_CHECKED bool at_adb_message_write(struct at_buf *out,
                                     const struct at_adb_message *message);

#endif
