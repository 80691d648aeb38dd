// emulator.c: open an emulator's control service, read its status and its
// screen
#include "device/android/grpc/emulator.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/calls.h"
#include "device/android/grpc/messages.h"

bool
at_emulator_open(const struct at_op *op, const char *serial,
                 struct at_emulator **out, struct at_err *err)
{
    struct at_emulator *emulator = at_alloc(sizeof(*emulator));
    *out = NULL;
    at_str_cut(emulator->serial, sizeof(emulator->serial), at_str(serial));
    if (!at_emulator_connect(emulator, err) ||
        !at_emulator_status(op, emulator, &emulator->status, err)) {
        at_emulator_free(emulator);
        return false;
    }
    emulator->screen = (struct at_turned){emulator->status.width_px,
                                          emulator->status.height_px, 0};
    *out = emulator;
    return true;
}

void
at_emulator_free(struct at_emulator *emulator)
{
    if (!emulator)
        return;
    (void)!at_emulator_lift(emulator, NULL); // usually there is nothing to lift
    at_emulator_disconnect(emulator);
    free(emulator);
}

bool
at_emulator_status(const struct at_op *op, struct at_emulator *emulator,
                   struct at_emulator_status *out, struct at_err *err)
{
    struct at_buf nothing = AT_BUF_INIT(0);
    struct at_buf reply = AT_BUF_INIT(AT_EMULATOR_STATUS_MAX_BYTES);
    bool ok = at_emulator_call(op, emulator, AT_EMULATOR_GET_STATUS, &nothing,
                               &reply, err) &&
              at_emulator_read_status(at_buf_str(&reply), out, err);
    at_buf_deinit(&reply);
    return ok;
}

bool
at_emulator_screenshot(const struct at_op *op, struct at_emulator *emulator,
                       const struct at_emulator_shot_options *ask,
                       struct at_emulator_shot *out, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_KIB);
    struct at_buf reply = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok;
    *out = (struct at_emulator_shot){.bytes = AT_BUF_INIT(0)};
    ok = at_emulator_write_shot(ask, &message) &&
         at_emulator_call(op, emulator, AT_EMULATOR_GET_SHOT, &message, &reply,
                          err) &&
         at_emulator_read_shot(at_buf_str(&reply), out, err);
    at_buf_deinit(&reply);
    at_buf_deinit(&message);
    return ok;
}

void
at_emulator_set_screen(struct at_emulator *emulator,
                       const struct at_turned *screen)
{
    emulator->screen = *screen;
}
