// adb_sync.h: frames of adb's sync service, both directions, versions 1 and 2
//
// Frames are little endian and start with an id of four letters. The next frame
// follows from the request, so the caller knows which parser to call. Facts:
// AOSP packages/modules/adb, docs/dev/sync.md and file_sync_protocol.h.
#ifndef AT_WIRE_ADB_SYNC_H
#define AT_WIRE_ADB_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/parse.h"

#define AT_ADB_SYNC_ID(a, b, c, d)                                             \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 |                \
     (uint32_t)(d) << 24)

#define AT_ADB_SYNC_STAT AT_ADB_SYNC_ID('S', 'T', 'A', 'T') // lstat
#define AT_SYNC_STA2 AT_ADB_SYNC_ID('S', 'T', 'A', '2')
#define AT_SYNC_LST2 AT_ADB_SYNC_ID('L', 'S', 'T', '2')
#define AT_ADB_SYNC_LIST AT_ADB_SYNC_ID('L', 'I', 'S', 'T')
#define AT_SYNC_LIS2 AT_ADB_SYNC_ID('L', 'I', 'S', '2')
#define AT_ADB_SYNC_DENT AT_ADB_SYNC_ID('D', 'E', 'N', 'T')
#define AT_SYNC_DNT2 AT_ADB_SYNC_ID('D', 'N', 'T', '2')
#define AT_ADB_SYNC_RECV AT_ADB_SYNC_ID('R', 'E', 'C', 'V')
#define AT_SYNC_RCV2 AT_ADB_SYNC_ID('R', 'C', 'V', '2')
#define AT_ADB_SYNC_SEND AT_ADB_SYNC_ID('S', 'E', 'N', 'D')
#define AT_SYNC_SND2 AT_ADB_SYNC_ID('S', 'N', 'D', '2')
#define AT_ADB_SYNC_DATA AT_ADB_SYNC_ID('D', 'A', 'T', 'A')
#define AT_ADB_SYNC_DONE AT_ADB_SYNC_ID('D', 'O', 'N', 'E')
#define AT_ADB_SYNC_OKAY AT_ADB_SYNC_ID('O', 'K', 'A', 'Y')
#define AT_ADB_SYNC_FAIL AT_ADB_SYNC_ID('F', 'A', 'I', 'L')
#define AT_ADB_SYNC_QUIT AT_ADB_SYNC_ID('Q', 'U', 'I', 'T')

// A request: id, length, path. The path of SEND is "path,mode" with a decimal
// mode; that of QUIT is empty. AT_PARSE_BAD if the path is longer than
// AT_ADB_SYNC_PATH_MAX_BYTES or contains a NUL, or the id is unknown.
struct at_adb_sync_request {
    uint32_t id;
    struct at_str path; // borrowed from the input
};
enum at_parse at_adb_sync_request_parse(struct at_str in,
                                        struct at_adb_sync_request *out,
                                        size_t *used);
AT_CHECKED bool at_adb_sync_request_write(struct at_buf *out, uint32_t id,
                                          struct at_str path);

// The second packet of the requests RCV2 (flags) and SND2 (mode, flags).
enum at_adb_sync_flag {
    AT_ADB_SYNC_FLAG_BROTLI = 1,
    AT_ADB_SYNC_FLAG_LZ4 = 2,
    AT_ADB_SYNC_FLAG_ZSTD = 4,
};
#define AT_ADB_SYNC_FLAG_DRY_RUN UINT32_C(0x80000000)
struct at_adb_sync_setup {
    uint32_t id;
    uint32_t mode; // 0 for RCV2
    uint32_t flags;
};
enum at_parse at_adb_sync_setup_parse(struct at_str in,
                                      struct at_adb_sync_setup *out,
                                      size_t *used);
AT_CHECKED bool at_adb_sync_setup_write(struct at_buf *out,
                                        const struct at_adb_sync_setup *setup);

// A step of a transfer in either direction: DATA and FAIL carry bytes, DONE and
// OKAY a number (DONE of a sender: the modification time). AT_PARSE_BAD if DATA
// or FAIL is longer than AT_ADB_SYNC_CHUNK_MAX_BYTES, or the id is another one.
struct at_adb_sync_chunk {
    uint32_t id;
    uint32_t value;     // DONE and OKAY only, else 0
    struct at_str data; // DATA and FAIL only; borrowed from the input
};
enum at_parse at_adb_sync_chunk_parse(struct at_str in,
                                      struct at_adb_sync_chunk *out,
                                      size_t *used);
AT_CHECKED bool at_adb_sync_chunk_write(struct at_buf *out,
                                        const struct at_adb_sync_chunk *chunk);

// The device's description of a file: the answer to STAT, STA2 and LST2 (with
// the request's id) or, with a name, one row of a listing (DENT, DNT2). The
// older forms (STAT, DENT) have only mode, size (32 bits) and mtime; mode 0
// means that the file does not exist.
struct at_adb_sync_stat {
    uint32_t id;
    uint32_t error; // errno with Linux values, 0 for none
    uint64_t dev;
    uint64_t ino;
    uint32_t mode;
    uint32_t nlink;
    uint32_t uid;
    uint32_t gid;
    uint64_t size;
    int64_t atime_s;
    int64_t mtime_s;
    int64_t ctime_s;
    struct at_str name; // DENT, DNT2 only; borrowed from the input
};
enum at_parse at_adb_sync_stat_parse(struct at_str in,
                                     struct at_adb_sync_stat *out,
                                     size_t *used);
// Write a stat frame, ignoring name.
AT_CHECKED bool at_adb_sync_stat_write(struct at_buf *out,
                                       const struct at_adb_sync_stat *stat);

// A row of the answer to LIST (version2 false) or LIS2 (true): DENT or DNT2, or
// the final DONE, padded to the same length. Names have the limit of paths.
enum at_parse at_adb_sync_entry_parse(struct at_str in, bool version2,
                                      struct at_adb_sync_stat *out,
                                      size_t *used);
AT_CHECKED bool at_adb_sync_entry_write(struct at_buf *out, bool version2,
                                        const struct at_adb_sync_stat *stat);

#endif
