#include "virtual-android/helper/api.h"

#include "sys/cancel.h"
#include "sys/clock.h"

bool
vd_api_wait(struct vd_api *api, int64_t ms)
{
    struct at_op op = {AT_NEVER_NS, api->life->interrupted};
    if (ms <= 0)
        return !at_cancel_fired(api->life->interrupted);
    return at_op_wait_until(&op, at_now_ns() + ms * AT_NS_PER_MS, NULL);
}

bool
vd_api_simulate_latency(struct vd_api *api, const char *what)
{
    return vd_api_wait(api, vd_device_latency_ms(api->device, what));
}

bool
vd_lose_automation(struct vd_api *api, struct vd_refusal *refusal)
{
    vd_lifecycle_finish(api->life, "uiautomation lost");
    return vd_refuse(refusal, VD_UIAUTOMATION_LOST,
                     "the system has ended this UiAutomation, start the helper "
                     "anew (UiAutomation not connected)");
}

bool
vd_refuse_undelivered(struct vd_refusal *refusal)
{
    return vd_refuse(refusal, VD_INPUT_NOT_DELIVERED,
                     "the system did not deliver the input: the window in "
                     "front may be secure, or its app hangs");
}

bool
vd_may_inject(struct vd_api *api, struct vd_refusal *refusal)
{
    if (vd_device_take_fault(api->device, "helper-undelivered"))
        return vd_refuse_undelivered(refusal);
    if (!vd_device_take_fault(api->device, "inject-denied"))
        return true;
    return vd_refuse(
        refusal, VD_INPUT_FORBIDDEN,
        "this device does not let USB debugging inject input; on Xiaomi "
        "switch on 'USB debugging (Security settings)' and restart it "
        "(Injecting input events requires the caller (or the source of the "
        "instrumentation, if any) to have the INJECT_EVENTS permission.)");
}
