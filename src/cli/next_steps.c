#include "cli/next_steps.h"

#include <string.h>

#include "base/compiler.h"

static const struct {
    enum at_code code;
    const char *label;
    const char *words[4]; // up to NULL
} rows[] = {
    {AT_ENODEV,
     "see the devices, and what makes one usable",
     {"device", "list"}},
    {AT_EMANYDEV, "see the devices, to name one", {"device", "list"}},
    {AT_EDEVICE, "see the screen", {"device", "screenshot"}},
    {AT_ENOTFOUND, "see what is there", {"ui", "snapshot", "-i"}},
    {AT_EASSERT, "look at the screen as it is now", {"ui", "snapshot", "-i"}},
    {AT_ENOTOOL, "see what is missing", {"doctor"}},
    {AT_ETIMEOUT, "see what works and what hangs", {"doctor"}},
    {AT_ETREE, "see the screen", {"device", "screenshot"}},
    {AT_EIDLE, "see the screen", {"device", "screenshot"}},
    {AT_ECRASH, "read the app's log", {"logs", "tail"}},
};

// A command that needs no device doesn't lead to one.
static bool
suits(const struct at_invocation *invocation, const char *first)
{
    const struct at_command *command = invocation->args->command;
    return strcmp(first, "ui") != 0 || (command->flags & AT_CLI_PLATFORM);
}

// The app can be installed from a file that the session knows.
static void
advise_install(struct at_invocation *invocation)
{
    const char *path = at_invocation_default(invocation, "app");
    if (path)
        at_invocation_next(invocation, "install it", "app", "install", "--app",
                           path, NULL);
    else
        at_invocation_next(invocation, "see how an app is installed", "help",
                           "app", "install", NULL);
}

void
at_next_steps_after(struct at_invocation *invocation, const struct at_err *err)
{
    if (json_array_size(invocation->next_steps) > 0)
        return;
    if (err->code == AT_ENOAPP)
        advise_install(invocation);
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        const char *const *words = rows[i].words;
        if (rows[i].code == err->code && suits(invocation, words[0]))
            at_invocation_next(invocation, rows[i].label, words[0], words[1],
                               words[2], NULL);
    }
}
