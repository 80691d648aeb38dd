#include "maestro/run/state.h"

#include "maestro/run/fact.h"

static bool
with_state(struct at_maestro_call *call, bool back, struct at_err *err)
{
    const struct at_app_state_name which = {
        .package = at_maestro_fact_app(call, err),
        .name = at_arena_dup(&call->arena, call->command->text).ptr,
    };
    bool ok =
        which.package && at_device_state(call->run->op, at_maestro_device(call),
                                         &which, back, err);
    at_app_mark_stale(call->run->app);
    return ok;
}

bool
at_maestro_snapshot_state(struct at_maestro_call *call, struct at_err *err)
{
    return with_state(call, false, err);
}

bool
at_maestro_restore_state(struct at_maestro_call *call, struct at_err *err)
{
    return with_state(call, true, err);
}
