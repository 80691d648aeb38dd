// helper_requests.h: code common to the backends of our program on the device
//
// They differ in how the program is started; all requests are the same.
#ifndef AT_DEVICE_ANDROID_BACKENDS_HELPER_REQUESTS_H
#define AT_DEVICE_ANDROID_BACKENDS_HELPER_REQUESTS_H

#include "device/android/android_priv.h"
#include "device/android/backends/backend.h"
#include "device/android/helper/helper.h"

// Create the self of a backend called name (a literal) with an open helper,
// taking ownership of it.
void *at_helper_requests_new(const char *name, struct at_android *android,
                             struct at_helper *opened);
struct at_helper *at_helper_requests_helper(void *self); // borrowed
void at_helper_requests_close(void *self);
enum at_backend_health at_helper_requests_health(const void *self,
                                                 enum at_request_kind kind,
                                                 const struct at_err *err);
AT_CHECKED bool at_helper_requests_run(const struct at_op *op, void *self,
                                       const struct at_request *request,
                                       struct at_err *err);

// The run functions of a row.
#define AT_HELPER_REQUESTS                                                     \
    {                                                                          \
        [AT_REQUEST_TREE] = at_helper_requests_run,                            \
        [AT_REQUEST_STEP] = at_helper_requests_run,                            \
        [AT_REQUEST_SCREENSHOT] = at_helper_requests_run,                      \
        [AT_REQUEST_INPUT] = at_helper_requests_run,                           \
        [AT_REQUEST_TEXT] = at_helper_requests_run,                            \
        [AT_REQUEST_FRAMEWORK] = at_helper_requests_run,                       \
    }

#endif
