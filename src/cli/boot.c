#include "cli/boot.h"

#include <stdlib.h>
#include <string.h>

static void
tell(void *user, const char *text)
{
    struct at_invocation *invocation = user;
    at_command_run_progress(invocation->run, "%s", text);
}

// simctl starts a simulator and leaves no process of its own. An emulator
// outlives us and prints, so its log needs a path.
static bool
leaves_process(const struct at_platform *platform)
{
    return strcmp(platform->name, "android") == 0;
}

bool
at_boot_device(struct at_invocation *invocation, struct at_boot_opts *opts,
               char out_id[128], struct at_err *err)
{
    const struct at_platform *platform = invocation->platform;
    const struct at_platform_call tools = at_invocation_tools(invocation);
    if (!platform->boot)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s devices cannot be started by this program",
                       platform->name);
    char *log =
        leaves_process(platform)
            ? at_command_run_next_log(invocation->run, "emulator", "start")
            : NULL;
    opts->log_path = log;
    opts->progress = tell;
    opts->user = invocation;
    bool ok = platform->boot(&tools, opts, out_id, err);
    if (ok)
        at_invocation_set_device(invocation, out_id, NULL);
    else
        at_invocation_advise_naming(err);
    free(log);
    return ok;
}
