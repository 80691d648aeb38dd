#include "maestro/run/network.h"

#include "base/limits.h"
#include "maestro/network.h"

bool
at_maestro_set_network(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    struct at_buf message = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES);
    struct at_network network;
    if (!at_maestro_network_read(&call->command->network, &network, err)) {
        at_maestro_fail_hard(run);
        return false;
    }
    bool ok = at_device_network(run->op, at_maestro_device(call), &network,
                                &message, err);
    at_app_mark_stale(run->app);
    if (ok)
        at_maestro_note(call, "%s", at_buf_text(&message));
    at_buf_deinit(&message);
    return ok;
}
