// zip.h: reading a ZIP archive that lies in memory
//
// Only what an APK uses: stored and deflated entries, no encryption, no ZIP64,
// no second disk (APPNOTE.TXT 4.3). The archive is a peer's: offsets, sizes and
// names are checked before use, and nothing is unpacked beyond the limit of the
// caller's buffer. A bad archive is AT_EUSAGE, one that uses bytes left out
// AT_EUNSUPPORTED, one that is too large AT_ELIMIT.
#ifndef AT_WIRE_ZIP_H
#define AT_WIRE_ZIP_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct at_zip {
    struct at_str bytes;     // borrowed: the whole archive
    struct at_str directory; // its central directory
    size_t directory_at;     // where that starts in bytes
    size_t count;            // entries
};

struct at_zip_entry {
    struct at_str name; // borrowed from the archive; any bytes
    uint16_t flags;
    uint16_t method; // 0 stored, 8 deflated
    uint32_t crc;
    size_t packed_len;
    size_t len;       // as declared; at_zip_read() holds it to that
    size_t header_at; // of the local header
};

// bytes is borrowed for as long as out is used.
AT_CHECKED bool at_zip_open(struct at_str bytes, struct at_zip *out,
                            struct at_err *err);

// The entries in directory order. Start with *at 0; false at the end.
bool at_zip_next(const struct at_zip *zip, size_t *at,
                 struct at_zip_entry *out);

// Fails if name is absent, and where it is there twice: tools disagree about
// which one counts.
AT_CHECKED bool at_zip_find(const struct at_zip *zip, struct at_str name,
                            struct at_zip_entry *out, struct at_err *err);

// Append the entry's content to out; on failure out is as it was. Costs a
// walk over the directory, to refuse an entry that shares bytes with another.
AT_CHECKED bool at_zip_read(const struct at_zip *zip,
                            const struct at_zip_entry *entry,
                            struct at_buf *out, struct at_err *err);

#endif
