// input.c: taps, swipes, keys and text by AXe
#include "device/ios/axe_words.h"
#include "device/ios/run_axe.h"
#include "device/ios/sim.h"

// Run the words, if creating them succeeded, and release them.
static bool
run(const struct at_op *op, struct at_device *device, bool made,
    struct at_argv *words, struct at_str text, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    struct at_proc_result result;
    bool ok = made;
    if (made) {
        ok = at_axe_run(&call, words, text, &result, err);
        at_proc_result_deinit(&result);
    }
    at_argv_deinit(words);
    return ok;
}

static bool
tap_at(const struct at_op *op, struct at_device *device, struct at_point at,
       struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_tap(device->serial, at, &words, err);
    return run(op, device, made, &words, AT_STR(""), err);
}

// Return true if AXe found no element or several with the label: our tree's
// text need not be a label. AXe then taps nothing.
static bool
label_failed(const struct at_argv *words, const struct at_proc_result *result)
{
    struct at_str said = at_buf_str(&result->err);
    return at_str_is(at_str(words->words[1]), "--label") &&
           (at_str_has(said, AT_STR("No accessibility element matched")) ||
            at_str_has(said, AT_STR("accessibility elements matched")));
}

static bool
tap(const struct at_op *op, struct at_device *device,
    const struct at_input *input, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    struct at_argv words = AT_ARGV_INIT;
    struct at_proc_result result;
    struct at_err why = AT_ERR_INIT;
    if (!input->node)
        return tap_at(op, device, input->at, err);
    if (!at_axe_tap_node(device->serial, input->tree, input->node, input->at,
                         &words, err))
        return false;
    bool ok = at_axe_run(&call, &words, AT_STR(""), &result, &why);
    if (!ok && label_failed(&words, &result))
        ok = tap_at(op, device, input->at, err);
    else if (!ok && err)
        *err = why;
    at_proc_result_deinit(&result);
    at_argv_deinit(&words);
    return ok;
}

static bool
double_tap(const struct at_op *op, struct at_device *device,
           const struct at_input *input, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_double_tap(device->serial, input->at, input->interval_ms,
                                  &words, err);
    return run(op, device, made, &words, AT_STR(""), err);
}

static bool
swipe(const struct at_op *op, struct at_device *device,
      const struct at_input *input, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_swipe(device->serial, &input->swipe, &words, err);
    return run(op, device, made, &words, AT_STR(""), err);
}

static bool
press(const struct at_op *op, struct at_device *device,
      const struct at_input *input, struct at_err *err)
{
    unsigned left = input->repeat > 0 ? input->repeat : 1;
    while (left > 0) {
        struct at_argv words = AT_ARGV_INIT;
        unsigned done = 1;
        bool made =
            at_axe_key(device->serial, input->text, left, &words, &done, err);
        if (!run(op, device, made, &words, AT_STR(""), err))
            return false;
        left -= done;
    }
    return true;
}

static bool
type(const struct at_op *op, struct at_device *device,
     const struct at_input *input, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    if (input->text.len == 0)
        return true;
    bool made = at_axe_text(device->serial, input->text, &words, err);
    return run(op, device, made, &words, input->text, err);
}

bool
at_ios_input(const struct at_op *op, struct at_device *device,
             const struct at_input *input, struct at_err *err)
{
    static bool (*const senders[AT_INPUT_KINDS])(
        const struct at_op *op, struct at_device *device,
        const struct at_input *input, struct at_err *err) = {
        [AT_INPUT_TAP] = tap,     [AT_INPUT_DOUBLE_TAP] = double_tap,
        [AT_INPUT_SWIPE] = swipe, [AT_INPUT_KEY] = press,
        [AT_INPUT_TEXT] = type,
    };

    return senders[input->kind]
               ? senders[input->kind](op, device, input, err)
               : at_fail(err, AT_EUNSUPPORTED, "AXe has no such input");
}
