// emulator_rig.h: the gRPC server of ../shared that answers as an emulator
#ifndef TESTS_UNIT_EMULATOR_RIG_H
#define TESTS_UNIT_EMULATOR_RIG_H

#include <stdbool.h>

#include "tests/unit/rig.h"
#include "wire/json.h"

struct emulator_rig {
    char home[64]; // a temporary folder, where it leaves its files
    long pid;      // -1: does not run
    int starts;
};

// Where AT_SHARED or the tests' node is absent: false.
bool emulator_rig_init(struct emulator_rig *rig);
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

#endif
