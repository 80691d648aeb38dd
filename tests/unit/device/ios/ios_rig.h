// ios_rig.h: the stand-ins of tests/stand-ins in PATH, with separate state
#ifndef AT_TESTS_UNIT_DEVICE_IOS_IOS_RIG_H
#define AT_TESTS_UNIT_DEVICE_IOS_IOS_RIG_H

#include "base/op.h"
#include "device/ios/ios.h"

// Their first state (tests/stand-ins/simulators.py).
#define BOOTED "11111111-1111-4111-8111-111111111111"
#define PRO "22222222-2222-4222-8222-222222222222"
#define IPAD "33333333-3333-4333-8333-333333333333"
#define OLD "55555555-5555-4555-8555-555555555555"
#define LOGIN "com.example.login"

// A new state and no ordered failures. Call at the start of each test.
void ios_rig_set_up(void);
// PATH as it was, and nothing left. As the last test.
void ios_rig_tear_down(void);
const char *ios_rig_dir(void);  // their STAND_IN_DIR
const char *ios_rig_path(void); // PATH without them

struct at_op ios_rig_within(int64_t ms);

// A file in their folder; NULL where it is not there. free() it.
char *ios_rig_read(const char *name);
void ios_rig_write(const char *name, const char *text);
// Fails the test unless this part of a line is in the journal.
void ios_rig_check_ran(const char *json);

// Fails the test where it cannot be opened.
struct at_device *ios_rig_open(const char *selector);
struct at_snapshot ios_rig_snapshot(struct at_device *device);
void ios_rig_put_back(struct at_snapshot *snapshot);

#endif
