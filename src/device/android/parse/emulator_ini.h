// emulator_ini.h: a running emulator's description of itself, pid_N.ini; pure
#ifndef AT_DEVICE_ANDROID_PARSE_EMULATOR_INI_H
#define AT_DEVICE_ANDROID_PARSE_EMULATOR_INI_H

#include "base/err.h"
#include "base/str.h"

// Views are borrowed from the text; empty if the file does not have them.
struct at_emulator_ini {
    int console_port; // its serial is emulator-N; 0: unknown
    int grpc_port;    // 0: it serves no gRPC
    struct at_str token;
    struct at_str jwks; // a folder of keys: tokens signed by them are accepted
    struct at_str jwk_active; // the file that lists the keys in use
    struct at_str allowlist;  // file with the calls allowed per issuer
    struct at_str cert;       // it speaks TLS
};

// Read lines "key=value", split at the first '='. Other lines and unknown keys
// are skipped; the last of several lines with one key counts. AT_EPROTO if a
// port is not a number, or if the token cannot be part of a header.
AT_CHECKED bool at_emulator_ini_parse(struct at_str text,
                                      struct at_emulator_ini *out,
                                      struct at_err *err);

// Return N of "pid_N.ini"; 0 for other names.
long at_emulator_ini_pid(struct at_str file_name);

#endif
