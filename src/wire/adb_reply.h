// adb_reply.h: framing between a client and the adb server
//
// Text travels in blocks: four hex digits of length, then the bytes. A request
// is one block. The answer is a status, after which a service that returns
// text sends one more block. Facts: AOSP packages/modules/adb,
// docs/dev/protocol.md and adb_io.cpp.
#ifndef AT_WIRE_ADB_REPLY_H
#define AT_WIRE_ADB_REPLY_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/parse.h"

// The length has four digits: no block is longer.
#define AT_ADB_BLOCK_MAX_BYTES ((size_t)0xffff)

// A block: a request, or the text after an OKAY. The digits may be of either
// case. *out is borrowed from in.
enum at_parse at_adb_block_parse(struct at_str in, struct at_str *out,
                                 size_t *used);

// false, with nothing appended, where text is longer than a block can be or
// out is full.
AT_CHECKED bool at_adb_block_write(struct at_buf *out, struct at_str text);

struct at_adb_status {
    bool okay;
    struct at_str reason; // of a FAIL; borrowed from the input
};

// "OKAY", or "FAIL" and a block that says why. What comes after an OKAY
// belongs to the service and is not touched.
enum at_parse at_adb_status_parse(struct at_str in, struct at_adb_status *out,
                                  size_t *used);

#endif
