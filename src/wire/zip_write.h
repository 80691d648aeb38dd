// zip_write.h: writer of a ZIP archive in memory
//
// Entries are deflated where that makes them smaller. Names are UTF-8; files
// are readable by their owner only. No ZIP64: 65534 entries, 4 GiB.
#ifndef AT_WIRE_ZIP_WRITE_H
#define AT_WIRE_ZIP_WRITE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/compiler.h"

struct at_zip_writer {
    struct at_buf *out; // borrowed: the archive; nothing else is appended to it
    struct at_buf directory;
    size_t begin; // offset of the archive in out
    size_t count;
};

void at_zip_writer_init(struct at_zip_writer *writer, struct at_buf *out);
void at_zip_writer_deinit(struct at_zip_writer *writer);

// Append an entry with its time, ms since 1970. Names must differ. Return
// false, with the archive as before, if the whole archive would exceed out's
// max.
AT_CHECKED bool at_zip_writer_add(struct at_zip_writer *writer,
                                  struct at_str name, struct at_str content,
                                  int64_t wall_ms);
// Append the directory, once, after the last entry. There is always room.
void at_zip_writer_end(struct at_zip_writer *writer);

#endif
