// adb_reply.h: framing between a client and the adb server
//
// Text travels in blocks: a length of four hex digits, then the bytes. A
// request is one block. The answer is a status; a service that returns text
// then sends another block. Facts: AOSP packages/modules/adb,
// docs/dev/protocol.md and adb_io.cpp.
#ifndef AT_WIRE_ADB_REPLY_H
#define AT_WIRE_ADB_REPLY_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/parse.h"

// The maximum of a length with four hex digits.
#define AT_ADB_BLOCK_MAX_BYTES ((size_t)0xffff)

// Parse a block: a request, or the text after an OKAY. The hex digits may be
// upper or lower case. *out is borrowed from in.
enum at_parse at_adb_block_parse(struct at_str in, struct at_str *out,
                                 size_t *used);

// Return false and append nothing if text is too long for a block or out is
// full.
AT_CHECKED bool at_adb_block_write(struct at_buf *out, struct at_str text);

struct at_adb_status {
    bool okay;
    struct at_str reason; // FAIL only; borrowed from the input
};

// Parse "OKAY", or "FAIL" and a block with the reason. Input after an OKAY
// belongs to the service and is not consumed.
enum at_parse at_adb_status_parse(struct at_str in, struct at_adb_status *out,
                                  size_t *used);

#endif
