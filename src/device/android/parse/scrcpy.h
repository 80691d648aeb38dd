// scrcpy.h: what each version of scrcpy's server is told
//
// Its wire and its options may change with every version, and a server refuses
// a client of another one, so a version that no row knows is refused here.
#ifndef AT_DEVICE_ANDROID_PARSE_SCRCPY_H
#define AT_DEVICE_ANDROID_PARSE_SCRCPY_H

#include "base/buf.h"
#include "base/err.h"
#include "wire/scrcpy.h"

enum { AT_SCRCPY_VERSION_MAX = 24 };

// Find the version of a server in its classes.dex, by the text with which it
// refuses other clients ("The server version (3.1) does not match …"), which
// every build of it has as one string. False if there is none.
bool at_scrcpy_version_find(struct at_str dex,
                            char out_version[AT_SCRCPY_VERSION_MAX]);

// How to speak with the versions of one row.
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

// The first line of what the server printed that says what went wrong, without
// its mark: "[server] ERROR: …". Else the first line; empty if it has none.
struct at_str at_scrcpy_complaint(struct at_str printed);

#endif
