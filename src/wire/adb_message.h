// adb_message.h: messages between an adb server and a device
//
// Six little-endian words, then data. The checksum is the plain sum of the
// data's bytes; peers of version 0x01000001 or later ignore it and may send 0,
// so checking it is left to the caller. Facts: AOSP packages/modules/adb,
// docs/dev/protocol.md.
#ifndef AT_WIRE_ADB_MESSAGE_H
#define AT_WIRE_ADB_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"

#define AT_ADB_VERSION UINT32_C(0x01000001)

enum {
    AT_ADB_HEADER_BYTES = 24,
    AT_ADB_EARLY_MAX_BYTES = 4096, // limit of a packet's data before CNXN
};

enum at_adb_command {
    AT_ADB_CNXN = 0x4e584e43, // version, maximum data; banner
    AT_ADB_AUTH = 0x48545541, // kind; token, signature or key
    AT_ADB_OPEN = 0x4e45504f, // sender's id; service and NUL
    AT_ADB_OKAY = 0x59414b4f, // sender's id, receiver's id
    AT_ADB_CLSE = 0x45534c43, // sender's id, receiver's id
    AT_ADB_WRTE = 0x45545257, // sender's id, receiver's id; bytes
    AT_ADB_STLS = 0x534c5453, // version
};

struct at_adb_message {
    uint32_t command; // enum at_adb_command
    uint32_t arg0;
    uint32_t arg1;
    uint32_t sum;       // as read; at_adb_message_write() computes it
    struct at_str data; // borrowed from the input
};

// Return AT_PARSE_BAD if the command is unknown, the magic word does not match
// it or the data is longer than max_data.
enum at_parse at_adb_message_parse(struct at_str in, size_t max_data,
                                   struct at_adb_message *out, size_t *used);

// Find the length of the message at the start of in, including the header: DONE
// and *out_len as soon as the header is complete, otherwise as above.
enum at_parse at_adb_message_len(struct at_str in, size_t max_data,
                                 size_t *out_len);

// Return false and append nothing if out is full or the data is longer than
// AT_ADB_PACKET_MAX_BYTES.
AT_CHECKED bool at_adb_message_write(struct at_buf *out,
                                     const struct at_adb_message *message);

#endif
