// requests.h: requests to the helper that only tests make on their own
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_REQUESTS_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_REQUESTS_H

#include "base/limits.h"
#include "device/android/helper/exchange.h"
#include "device/android/helper/requests.h"

static inline bool
helper_tap(const struct at_op *op, struct at_helper *helper, struct at_err *err)
{
    struct at_helper_action tap = {.kind = AT_HELPER_TAP, .at = {1, 2}};
    return at_helper_perform(op, helper, &tap, err);
}

static inline bool
helper_status(const struct at_op *op, struct at_helper *helper,
              struct at_helper_status *out, struct at_err *err)
{
    return at_helper_request_status(op, helper, 3000, out, err);
}

static inline bool
helper_wait_idle(const struct at_op *op, struct at_helper *helper,
                 const struct at_helper_idle_options *ask,
                 struct at_helper_idle *out, struct at_err *err)
{
    struct at_helper_request call = {.method = "POST",
                                     .path = "/wait-idle",
                                     .body = at_helper_write_idle(ask, err),
                                     .max_ms = ask->timeout_ms + 5000,
                                     .max_bytes = AT_HELPER_ANSWER_MAX_BYTES,
                                     .reads = true};
    json_t *json = NULL;
    bool ok = call.body &&
              at_helper_exchange(op, helper, &call, NULL, &json, err) &&
              at_helper_read_idle(json, out, err);
    json_decref(json);
    return ok;
}

#endif
