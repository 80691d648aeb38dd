// discovery.h: find a running emulator's gRPC server and the token it needs
#ifndef AT_DEVICE_ANDROID_GRPC_DISCOVERY_H
#define AT_DEVICE_ANDROID_GRPC_DISCOVERY_H

#include <stddef.h>

#include "base/err.h"

enum { AT_EMULATOR_ROOTS_MAX = 10 };

// Folders below which emulators leave avd/running/pid_N.ini: all that the rules
// of Linux and macOS can lead to, because the emulator may have been started
// with other variables.
struct at_emulator_roots {
    char *paths[AT_EMULATOR_ROOTS_MAX]; // owned
    size_t count;
};
void at_emulator_roots_init(struct at_emulator_roots *roots);
void at_emulator_roots_deinit(struct at_emulator_roots *roots);

struct at_emulator_place {
    int grpc_port;
    // All owned. The emulator accepts this token, and tokens signed with keys
    // that it finds in the folder jwks. If both are NULL it needs no token.
    char *token; // never logged
    char *jwks;
    char *jwk_active; // the file that lists those keys; NULL if jwks is NULL
    char *allowlist;  // its file of permitted calls; NULL: unknown
};
void at_emulator_place_deinit(struct at_emulator_place *place);
bool at_emulator_place_eq(const struct at_emulator_place *a,
                          const struct at_emulator_place *b);

// Find the newest file of a living process that is "emulator-PORT". Files of
// other users are ignored, because they could redirect typed text. AT_EGRPC
// with the reason if it does not exist, or if this program cannot talk to
// it.
AT_CHECKED bool at_emulator_find_grpc(const struct at_emulator_roots *roots,
                                      const char *serial,
                                      struct at_emulator_place *out,
                                      struct at_err *err);

#endif
