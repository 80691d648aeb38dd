// fact_crash.c: assertNoCrash
#include "flow/app/crash.h"
#include "maestro/run/fact.h"

bool
at_maestro_assert_no_crash(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    struct at_crash crash;
    const char *package = at_maestro_fact_app(call, err);
    if (!package)
        return false;
    if (!run->began_mark[0])
        return at_fail(err, AT_EDEVICE,
                       "assertNoCrash can't be checked: the device's log could "
                       "not be read when the flow began");
    if (!at_device_crash(run->op, at_maestro_device(call), package,
                         run->began_mark, &crash, err)) {
        at_err_context(err, "assertNoCrash can't be checked");
        return false;
    }
    return !crash.found || at_app_fail_crash(run->app, package, &crash, err);
}
