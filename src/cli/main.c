#include "cli/main.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "cli/execute.h"
#include "cli/given.h"
#include "cli/help.h"
#include "cli/host.h"
#include "cli/live_client.h"
#include "cli/live_server.h"
#include "cli/output.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/interrupt.h"
#include "sys/log.h"
#include "sys/proc.h"
#include "wire/json.h"

static int
print_page(struct at_buf *page)
{
    fwrite(at_buf_text(page), 1, page->len, stdout);
    at_buf_deinit(page);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// --help and --version, whatever else the line holds.
static int
answer_question(const struct at_given *given)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (at_given_has(given, "--version") && !at_given_has(given, "--help"))
        at_buf_add_text(&page, "mobile-dev-agent " AT_VERSION "\n");
    else if (given->command)
        at_help_command(given->command, &page);
    else
        at_help_all(&page);
    return print_page(&page);
}

// `ui` and `ui --help`: the group's page; without --help it is a wrong line.
static bool
is_group_help(int argc, char **argv)
{
    return argc > 1 && at_command_is_group(at_str(argv[1])) &&
           (argc == 2 || (argc == 3 && (at_str_is(at_str(argv[2]), "--help") ||
                                        at_str_is(at_str(argv[2]), "-h"))));
}

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

// In the live process where there is one for it, else in this one.
static json_t *
execute(const struct at_op *op, const struct at_given *given,
        const char *program, const struct at_platform *const *platforms,
        struct at_output *output)
{
    const struct at_run_listener listener = {on_event, output};
    json_t *envelope = at_live_execute(op, given, program, &listener);
    if (envelope)
        return envelope;
    struct at_host *host = at_host_new(platforms, program);
    envelope = at_execute(op, host, given, &listener);
    at_host_free(host);
    return envelope;
}

static int
run(const struct at_given *given, const char *program,
    const struct at_platform *const *platforms, struct at_output *output)
{
    struct at_err err = AT_ERR_INIT;
    bool own_signals = given->command->flags & AT_COMMAND_OWN_SIGNALS;
    struct at_cancel *cancel = at_cancel_new(NULL, &err);
    struct at_interrupt *interrupt =
        cancel && !own_signals ? at_interrupt_start(cancel, &err) : NULL;
    if (!cancel || (!interrupt && !own_signals)) {
        at_cancel_free(cancel);
        return at_output_failure(output, given, &err);
    }
    struct at_op op = {AT_NEVER_NS, cancel};
    json_t *envelope = execute(&op, given, program, platforms, output);
    int status = at_envelope_status(envelope);
    bool printed = (given->command->flags & AT_COMMAND_OWN_OUTPUT) &&
                           !json_is_object(json_object_get(envelope, "error"))
                       ? true
                       : at_output_result(output, envelope);
    json_decref(envelope);
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return status == 0 && !printed ? EXIT_FAILURE : status;
}

int
at_cli_main(int argc, char **argv, const struct at_platform *const *platforms)
{
    struct at_given given;
    struct at_err err = AT_ERR_INIT;
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_log_init(getenv("AGENTEST_LOG"));
    if (argc > 1 && at_str_is(at_str(argv[1]), AT_LIVE_WORD))
        return at_live_process(argc, argv, platforms);
    if (is_group_help(argc, argv)) {
        at_help_group(at_str(argv[1]), &page);
        return print_page(&page) == 0 && argc == 3 ? 0 : 2;
    }
    bool ok = at_given_read(argc - 1, argv + 1, &given, &err);
    if (ok &&
        (at_given_has(&given, "--help") || at_given_has(&given, "--version")))
        return answer_question(&given);
    struct at_output output = at_output_of(&given);
    if (!ok)
        return at_output_failure(&output, &given, &err);
    return run(&given, argv[0], platforms, &output);
}
