// ui assert-not-visible: something that is not on the screen, or will go
#include "cli/commands.h"

#include "cli/expect.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    return at_expect_run(call, false, err);
}

static const struct at_example examples[] = {
    {"ui assert-not-visible Loading", "until no element has that in its name"},
    {"ui assert-not-visible id:login_error --timeout-ms 2000",
     "by id, and no longer than that"},
    {0},
};

const struct at_command at_command_ui_assert_not_visible = {
    .name = "ui assert-not-visible",
    .summary =
        "check that something is not on the screen, waiting for it to go",
    .about =
        "A plain query is part of an element's name, text or value; what a "
        "password field holds is\nnever looked at. The screen is read at "
        "least once. Exit status 1 where it does not hold.",
    .arguments = at_expect_arguments,
    .options = at_expect_options,
    .examples = examples,
    .flags =
        AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM | AT_COMMAND_APP,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT, // its own: the last look may end
    .run = run,
    .print = at_expect_print,
};
