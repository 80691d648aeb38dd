#include "device/android/backends/request.h"

static bool
stays(const struct at_swipe *swipe)
{
    return swipe->from.x_px == swipe->to.x_px &&
           swipe->from.y_px == swipe->to.y_px;
}

const char *
at_request_input_name(const struct at_input *input)
{
    static const char *const names[] = {
        [AT_INPUT_TAP] = "tap",       [AT_INPUT_DOUBLE_TAP] = "double tap",
        [AT_INPUT_SWIPE] = "swipe",   [AT_INPUT_GESTURE] = "gesture",
        [AT_INPUT_KEY] = "key",       [AT_INPUT_TEXT] = "text",
        [AT_INPUT_SET_TEXT] = "text", [AT_INPUT_VALUE] = "value",
    };
    if (input->kind == AT_INPUT_SWIPE && stays(&input->swipe))
        return "long press";
    return names[input->kind];
}

const struct at_input *
at_request_inputs(const struct at_request *request, size_t *out_count)
{
    *out_count = request->step ? request->step->count : request->input ? 1 : 0;
    return request->step ? request->step->inputs : request->input;
}

const char *
at_request_name(const struct at_request *request)
{
    static const char *const names[] = {
        [AT_REQUEST_TREE] = "tree",
        [AT_REQUEST_STEP] = "step",
        [AT_REQUEST_SCREENSHOT] = "screenshot",
        [AT_REQUEST_FRAMEWORK] = "framework",
        [AT_REQUEST_INPUT] = "input",
        [AT_REQUEST_TEXT] = "text",
    };
    size_t count;
    const struct at_input *inputs = at_request_inputs(request, &count);
    return count > 0 ? at_request_input_name(&inputs[0]) : names[request->kind];
}
