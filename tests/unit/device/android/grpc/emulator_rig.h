// emulator_rig.h: the gRPC server of ../shared that answers as an emulator
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_GRPC_EMULATOR_RIG_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_GRPC_EMULATOR_RIG_H

#include <stdbool.h>

#include "device/android/grpc/emulator.h"
#include "tests/unit/rig.h"
#include "wire/json.h"

struct emulator_rig {
    char home[64]; // a temporary folder, where it leaves its files
    bool is_there;
    long pid; // -1: does not run
    int starts;
};

// is_there is false where AT_SHARED or the tests' node is absent.
void emulator_rig_init(struct emulator_rig *rig);
void emulator_rig_deinit(struct emulator_rig *rig);

// Start a server as emulator-5554, with more of its options, up to NULL, and
// wait until it serves.
void emulator_rig_start(struct emulator_rig *rig, const char *const *options);
void emulator_rig_stop(struct emulator_rig *rig); // does nothing where none is
void emulator_rig_signal(struct emulator_rig *rig, int signal);

// The calls of that method since the server started, oldest first: objects
// with "request" and "outcome". json_decref() it.
json_t *emulator_rig_calls(struct emulator_rig *rig, const char *method);

// The text of the running server's pid_N.ini; replace it.
char *emulator_rig_ini(struct emulator_rig *rig); // free() it
void emulator_rig_set_ini(struct emulator_rig *rig, const char *text);

// The same text with that value behind the key.
void emulator_rig_change_ini(struct emulator_rig *rig, const char *key,
                             const char *value);

struct at_op ten_seconds(void);

// Skip the test if there is no server to start. Call it before any allocation:
// a skipped test does not return.
void need_rig(const struct emulator_rig *rig);
// In a test: start a server and open it; skips as need_rig() does.
struct at_emulator *open_rig(struct emulator_rig *rig,
                             const char *const *options);
void close_rig(struct emulator_rig *rig, struct at_emulator *emulator);

// In a test that has an err.
#define OK(call) check_ok((call), &err, __FILE__, __LINE__)
void check_ok(bool ok, const struct at_err *err, const char *file, int line);

int number(const json_t *object, const char *key);
// The touches of the n-th call of sendTouch; borrowed from calls.
json_t *touches_of(const json_t *calls, size_t n);
// Return true if that finger is at that place.
void eq_touch(const json_t *calls, size_t n, size_t finger, struct at_point at,
              bool down);
// Each finger that went down has been lifted, and none twice.
void eq_all_lifted(const json_t *calls);

#endif
