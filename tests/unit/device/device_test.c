#include "device/device.h"

#include "tests/t.h"

static int freed;

static bool
fine_tap(const struct at_op *op, struct at_device *device,
         const struct at_input *input, struct at_err *err)
{
    (void)op;
    (void)device;
    (void)err;
    return input->at.x_px == 3 && input->at.y_px == 4;
}

static bool
failing_stop(const struct at_op *op, struct at_device *device,
             const char *package, struct at_err *err)
{
    (void)op;
    (void)device;
    return at_fail(err, AT_EDEVICE, "cannot stop '%s'", package);
}

static void
count_free(struct at_device *device)
{
    (void)device;
    freed++;
}

static const struct at_device_ops ops = {
    .input = fine_tap,
    .stop = failing_stop,
    .free = count_free,
};

T_TEST(calls_reach_the_operation)
{
    const struct at_input tap = {.kind = AT_INPUT_TAP, .at = {3, 4}};
    struct at_device device = {.ops = &ops, .serial = "emulator-5554"};
    struct at_op op = {.deadline_ns = AT_NEVER_NS};
    struct at_err err = AT_ERR_INIT;
    T_OK(at_device_input(&op, &device, &tap, &err));
    T_EQ_INT(err.code, AT_OK);
    T_OK(device.spent_ns > 0);
}

T_TEST(a_failure_names_the_device)
{
    struct at_device device = {.ops = &ops, .serial = "emulator-5554"};
    struct at_op op = {.deadline_ns = AT_NEVER_NS};
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_device_stop(&op, &device, "com.x", &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_EQ_TEXT(err.msg, "emulator-5554: cannot stop 'com.x'");
    T_NOT(at_device_stop(&op, &device, "com.x", NULL));
}

T_TEST(a_missing_operation_is_reported)
{
    struct at_device device = {.ops = &ops, .serial = "emulator-5554"};
    struct at_op op = {.deadline_ns = AT_NEVER_NS};
    struct at_err err = AT_ERR_INIT;
    bool shown;
    T_NOT(at_device_keyboard_shown(&op, &device, &shown, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_HAS(err.msg, "emulator-5554: 'keyboard_shown'");
}

T_TEST(free_takes_null)
{
    struct at_device device = {.ops = &ops};
    at_device_free(NULL);
    at_device_free(&device);
    T_EQ_INT(freed, 1);
}

T_MAIN()
