// parse_ini.h: what a running emulator tells of itself in pid_N.ini; pure
#ifndef AT_DEVICE_ANDROID_EMULATOR_PARSE_INI_H
#define AT_DEVICE_ANDROID_EMULATOR_PARSE_INI_H

#include "base/err.h"
#include "base/str.h"

// Views are borrowed from the text; empty where the file does not say.
struct at_emulator_ini {
    int console_port; // its serial is emulator-N; 0: not told
    int grpc_port;    // 0: it serves no gRPC
    struct at_str token;
    struct at_str jwks;       // a folder: signed tokens are taken as well
    struct at_str jwk_active; // the file that lists whose
    struct at_str allowlist;  // the file that says who may call what
    struct at_str cert;       // it speaks TLS
};

// Lines "key=value", split at the first '='; others, and unknown keys, are
// passed over; of two with one key the last counts. AT_EPROTO where a port is
// none, or the token could not stand in a header.
AT_CHECKED bool at_emulator_ini_parse(struct at_str text,
                                      struct at_emulator_ini *out,
                                      struct at_err *err);

// N of "pid_N.ini"; 0 where the name is another.
long at_emulator_ini_pid(struct at_str file_name);

#endif
