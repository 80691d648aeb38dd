// input.c: taps, swipes, keys and text by AXe
#include "device/ios/axe_words.h"
#include "device/ios/run_axe.h"
#include "device/ios/sim.h"

// Run what was made of words, and release them; made says whether they were.
static bool
run(const struct at_op *op, struct at_device *device, bool made,
    struct at_argv *words, size_t secret, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    struct at_proc_result result;
    bool ok = made;

    if (made) {
        ok = at_axe_run(&call, words, secret, &result, err);
        at_proc_result_deinit(&result);
    }
    at_argv_deinit(words);
    return ok;
}

bool
at_ios_tap(const struct at_op *op, struct at_device *device, struct at_point at,
           struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_tap(device->serial, at, &words, err);
    return run(op, device, made, &words, SIZE_MAX, err);
}

// By a label of which AXe finds none or several: what our tree has for a text
// need not be a label. It says so and taps nothing.
static bool
label_failed(const struct at_argv *words, const struct at_proc_result *result)
{
    struct at_str said = at_buf_str(&result->err);

    return at_str_is(at_str(words->words[1]), "--label") &&
           (at_str_has(said, AT_STR("No accessibility element matched")) ||
            at_str_has(said, AT_STR("accessibility elements matched")));
}

bool
at_ios_tap_node(const struct at_op *op, struct at_device *device,
                const struct at_tree *tree, const struct at_node *node,
                struct at_point at, struct at_err *err)
{
    struct at_platform_call call = at_ios_call(op, device);
    struct at_argv words = AT_ARGV_INIT;
    struct at_proc_result result;
    struct at_err why = AT_ERR_INIT;

    if (!at_axe_tap_node(device->serial, tree, node, at, &words, err))
        return false;
    bool ok = at_axe_run(&call, &words, SIZE_MAX, &result, &why);
    if (!ok && label_failed(&words, &result))
        ok = at_ios_tap(op, device, at, err);
    else if (!ok && err)
        *err = why;
    at_proc_result_deinit(&result);
    at_argv_deinit(&words);
    return ok;
}

bool
at_ios_double_tap(const struct at_op *op, struct at_device *device,
                  struct at_point at, int64_t interval_ms, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_double_tap(device->serial, at, interval_ms, &words, err);
    return run(op, device, made, &words, SIZE_MAX, err);
}

bool
at_ios_swipe(const struct at_op *op, struct at_device *device,
             const struct at_swipe *swipe, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    bool made = at_axe_swipe(device->serial, swipe, &words, err);
    return run(op, device, made, &words, SIZE_MAX, err);
}

bool
at_ios_key(const struct at_op *op, struct at_device *device, struct at_str key,
           unsigned repeat, struct at_err *err)
{
    unsigned left = repeat > 0 ? repeat : 1;

    while (left > 0) {
        struct at_argv words = AT_ARGV_INIT;
        unsigned done = 1;
        bool made = at_axe_key(device->serial, key, left, &words, &done, err);
        if (!run(op, device, made, &words, SIZE_MAX, err))
            return false;
        left -= done;
    }
    return true;
}

bool
at_ios_text(const struct at_op *op, struct at_device *device,
            struct at_str text, struct at_err *err)
{
    struct at_argv words = AT_ARGV_INIT;
    size_t secret = SIZE_MAX;

    if (text.len == 0)
        return true;
    bool made = at_axe_text(device->serial, text, &words, &secret, err);
    return run(op, device, made, &words, secret, err);
}
