#include "cli/boot.h"

#include <stdlib.h>
#include <string.h>

static void
tell(void *user, const char *text)
{
    struct at_call *call = user;
    at_run_progress(call->run, "%s", text);
}

// A simulator is started by simctl, which leaves no process of its own; an
// emulator outlives us and prints.
static bool
leaves_process(const struct at_platform *platform)
{
    return strcmp(platform->name, "android") == 0;
}

bool
at_call_boot(struct at_call *call, struct at_boot_opts *opts, char out_id[128],
             struct at_err *err)
{
    const struct at_platform *platform = call->platform;
    const struct at_platform_call tools = at_call_tools(call);
    if (!platform->boot)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be started from here",
                       platform->name);
    char *log = leaves_process(platform)
                    ? at_run_next_log(call->run, "emulator", "")
                    : NULL;
    opts->log_path = log;
    opts->progress = tell;
    opts->user = call;
    bool ok = platform->boot(&tools, opts, out_id, err);
    if (ok)
        at_call_set_device(call, out_id, NULL);
    free(log);
    return ok;
}
