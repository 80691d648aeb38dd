#include "flow/steps/steps_app.h"

#include "flow/app/launch.h"

bool
at_step_reset_app(struct at_step_call *call, struct at_err *err)
{
    return at_app_reset(call->op, call->app, &call->result->idle, err);
}

bool
at_step_screenshot(struct at_step_call *call, struct at_err *err)
{
    return at_device_screenshot(call->op, at_app_device(call->app),
                                &call->result->picture, err);
}
