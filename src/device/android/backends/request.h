// request.h: one request to a backend
#ifndef AT_DEVICE_ANDROID_BACKENDS_REQUEST_H
#define AT_DEVICE_ANDROID_BACKENDS_REQUEST_H

#include "base/buf.h"
#include "device/facts.h"
#include "device/input.h"

enum at_request_kind {
    AT_REQUEST_TREE,
    AT_REQUEST_STEP,
    AT_REQUEST_SCREENSHOT,
    AT_REQUEST_FRAMEWORK,
    AT_REQUEST_INPUT,
    AT_REQUEST_TEXT, // an input that prefers other backends
    AT_REQUEST_KINDS,
};

struct at_image_info;

// All of it is borrowed.
struct at_request {
    enum at_request_kind kind;
    const struct at_input *input; // INPUT, TEXT
    struct at_snapshot *snapshot; // TREE
    struct at_buf *bytes;         // SCREENSHOT
    // SCREENSHOT: of a small one, in a format of the backend's choice; or NULL.
    const struct at_picture_limits *limits;
    struct at_image_info *info; // info about small_picture
    const struct at_device_step *step;
    struct at_device_step_result *step_result;
    const char *package;            // FRAMEWORK: start to find it out
    struct at_framework *framework; // FRAMEWORK: take the answer
};

// Return a request's inputs, its own or those of its step, and their number.
const struct at_input *at_request_inputs(const struct at_request *request,
                                         size_t *out_count);

// Return the name of a request ("swipe", "tree") or input for replies:
// literals.
const char *at_request_name(const struct at_request *request);
const char *at_request_input_name(const struct at_input *input);

#endif
