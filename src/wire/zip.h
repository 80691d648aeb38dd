// zip.h: reader of a ZIP archive in memory
//
// Supports what an APK uses: stored and deflated entries, without encryption,
// ZIP64 or multiple disks (APPNOTE.TXT 4.3). The archive is untrusted: offsets,
// sizes and names are checked before use, and output never exceeds the limit of
// the caller's buffer. A bad archive is AT_EUSAGE, one with unsupported
// features AT_EUNSUPPORTED, one that is too large AT_ELIMIT.
#ifndef AT_WIRE_ZIP_H
#define AT_WIRE_ZIP_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_zip {
    struct at_str bytes;     // borrowed: the complete archive
    struct at_str directory; // central directory
    size_t directory_at;     // offset of the directory in bytes
    size_t count;            // number of entries
};

struct at_zip_entry {
    struct at_str name; // borrowed from the archive; any bytes
    uint16_t flags;
    uint16_t method; // 0 stored, 8 deflated
    uint32_t crc;
    size_t packed_len;
    size_t len;       // declared length; at_zip_read() enforces it
    size_t header_at; // offset of the local header
};

// Open an archive; bytes is borrowed for the lifetime of out.
AT_CHECKED bool at_zip_open(struct at_str bytes, struct at_zip *out,
                            struct at_err *err);

// Iterate over the entries in directory order. Start with *at = 0; returns
// false at the end.
bool at_zip_next(const struct at_zip *zip, size_t *at,
                 struct at_zip_entry *out);

// Find an entry by name. Fails if it is absent or occurs twice, since tools
// disagree about which one counts.
AT_CHECKED bool at_zip_find(const struct at_zip *zip, struct at_str name,
                            struct at_zip_entry *out, struct at_err *err);

// Append the entry's content to out, which is unchanged on failure. Costs a
// walk over the directory, to refuse an entry that shares bytes with another.
AT_CHECKED bool at_zip_read(const struct at_zip *zip,
                            const struct at_zip_entry *entry,
                            struct at_buf *out, struct at_err *err);

#endif
