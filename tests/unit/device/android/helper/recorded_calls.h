// recorded_calls.h: the client's call of each recorded request, with assertions
// on what it makes of the answer
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_RECORDED_CALLS_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_RECORDED_CALLS_H

#include "tests/unit/device/android/helper/recorded.h"
#include "tests/unit/device/android/helper/requests.h"

struct call {
    const struct row *row;
    const struct helper_recorded *r;
    struct at_helper *helper;
    const struct at_op *op;
    struct at_err *err;
};

struct row {
    const char *name;
    bool (*ask)(const struct call *call);
    const void *what; // its argument
    enum at_code code;
    bool may_have_run;
    bool lost;
    const char *as; // the recorded request that our client sends instead
};

// Parse a text that must be JSON; json_decref() it.
json_t *recorded_json(struct at_str text);

bool call_plain(const struct call *call);
bool call_status(const struct call *call);
bool call_tree(const struct call *call);
bool call_idle(const struct call *call);
bool call_picture(const struct call *call);
bool call_frame(const struct call *call);
bool call_idling(const struct call *call);
bool call_framework(const struct call *call);
bool call_act(const struct call *call);
bool call_pinch(const struct call *call);
bool call_step(const struct call *call);
bool call_meant(const struct call *call);
bool call_meant_step(const struct call *call);

#endif
