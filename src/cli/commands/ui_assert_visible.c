// ui assert-visible: something that is on the screen, or will be
#include "cli/commands.h"

#include "cli/expect.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    return at_expect_run(call, true, err);
}

static const struct at_example examples[] = {
    {"ui assert-visible Welcome", "until an element has that in its name"},
    {"ui assert-visible id:login_button --timeout-ms 2000",
     "by id, and no longer than that"},
    {0},
};

const struct at_command at_command_ui_assert_visible = {
    .name = "ui assert-visible",
    .summary = "check that something is on the screen, waiting for it",
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
