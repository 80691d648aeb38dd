// scrcpy.h: options for each version of scrcpy's server
//
// The wire and the options may change with every version, and a server refuses
// clients of other versions, so unknown versions are refused here.
#ifndef AT_DEVICE_ANDROID_PARSE_SCRCPY_H
#define AT_DEVICE_ANDROID_PARSE_SCRCPY_H

#include "base/buf.h"
#include "base/err.h"
#include "wire/scrcpy.h"

enum { AT_SCRCPY_VERSION_MAX = 24 };

// Find a server's version in its classes.dex. Every build has it in one string,
// the message to other clients ("The server version (3.1) does not match …").
// Return false if it is missing.
bool at_scrcpy_version_find(struct at_str dex,
                            char out_version[AT_SCRCPY_VERSION_MAX]);

// The protocol of the versions of one row.
struct at_scrcpy_dialect {
    enum at_scrcpy_flags flags;
    bool has_scid;            // its socket has a number of ours
    const char *bit_rate;     // the name of that option
    const char *only_packets; // options that leave out other headers and audio
};

// AT_EUNSUPPORTED names the versions that are known.
AT_CHECKED bool at_scrcpy_dialect_of(const char *version,
                                     const struct at_scrcpy_dialect **out,
                                     struct at_err *err);

struct at_scrcpy_start {
    const char *version;
    const char *jar;     // its path on the device
    uint32_t scid;       // at most 31 bits
    int32_t max_side_px; // 0: as large as the screen
    int32_t max_fps;     // 0: no limit
    int32_t bits_per_s;
};

// Append the command line that starts it.
void at_scrcpy_command(const struct at_scrcpy_dialect *dialect,
                       const struct at_scrcpy_start *start, struct at_buf *out);
// Append the adb service of its socket.
void at_scrcpy_service(const struct at_scrcpy_dialect *dialect, uint32_t scid,
                       struct at_buf *out);

// Return the first line of the server's output that reports an error, without
// its mark "[server] ERROR: …", else the first line; may be empty.
struct at_str at_scrcpy_complaint(struct at_str printed);

#endif
