// discovery.h: where a running emulator's gRPC server is, and what it asks for
#ifndef AT_DEVICE_ANDROID_EMULATOR_DISCOVERY_H
#define AT_DEVICE_ANDROID_EMULATOR_DISCOVERY_H

#include <stddef.h>

#include "base/err.h"

enum { AT_EMULATOR_ROOTS_MAX = 10 };

// Folders below which emulators leave avd/running/pid_N.ini: all that Linux's
// and macOS's rules can lead to, since who started the emulator may have had
// other variables set.
struct at_emulator_roots {
    char *paths[AT_EMULATOR_ROOTS_MAX]; // owned
    size_t count;
};
void at_emulator_roots_init(struct at_emulator_roots *roots);
void at_emulator_roots_deinit(struct at_emulator_roots *roots);

struct at_emulator_place {
    int grpc_port;
    // Each owned. It takes this token, and tokens signed with keys that it
    // finds in the folder jwks, where it is told; where neither is, it asks
    // for none.
    char *token; // never logged
    char *jwks;
    char *jwk_active; // where it lists those keys; NULL where jwks is
    char *allowlist;  // its file of who may call what; NULL: not told
};
void at_emulator_place_deinit(struct at_emulator_place *place);
bool at_emulator_place_eq(const struct at_emulator_place *a,
                          const struct at_emulator_place *b);

// The newest file of a process that lives and is "emulator-PORT". Files that
// are another user's count for nothing: they would tell us where to send what
// is typed. AT_EGRPC with the reason where there is no such emulator, or none
// that this program can talk to.
AT_CHECKED bool at_emulator_find_grpc(const struct at_emulator_roots *roots,
                                      const char *serial,
                                      struct at_emulator_place *out,
                                      struct at_err *err);

#endif
