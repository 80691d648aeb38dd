#include "cli/line.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "cli/help.h"

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
is_group_help(int argc, char *const *argv)
{
    return argc > 0 && at_command_is_group(at_str(argv[0])) &&
           (argc == 1 || (argc == 2 && (at_str_is(at_str(argv[1]), "--help") ||
                                        at_str_is(at_str(argv[1]), "-h"))));
}

static int
run_given(const struct at_given *given, struct at_output *output,
          const struct at_line_runner *runner)
{
    json_t *envelope = runner->run(runner->user, given, output);
    int status = at_envelope_status(envelope);
    bool failed = json_is_object(json_object_get(envelope, "error"));
    bool printed =
        (!failed && (given->command->flags & AT_COMMAND_OWN_OUTPUT)) ||
        at_output_result(output, envelope);
    json_decref(envelope);
    return status == 0 && !printed ? EXIT_FAILURE : status;
}

int
at_line_run(int argc, char *const *argv, bool jsonl,
            const struct at_line_runner *runner)
{
    struct at_given given;
    struct at_err err = AT_ERR_INIT;
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (is_group_help(argc, argv) && !jsonl) {
        at_help_group(at_str(argv[0]), &page);
        return print_page(&page) == 0 && argc == 2 ? 0 : 2;
    }
    bool ok = at_given_read(argc, argv, &given, &err);
    if (ok && !jsonl &&
        (at_given_has(&given, "--help") || at_given_has(&given, "--version")))
        return answer_question(&given);
    struct at_output output = at_output_of(&given);
    if (jsonl)
        output.mode = AT_OUTPUT_JSONL;
    if (ok &&
        (at_given_has(&given, "--help") || at_given_has(&given, "--version")))
        ok = at_fail(&err, AT_EUSAGE, "`help` gives pages as JSON");
    if (!ok)
        return at_output_failure(&output, &given, &err);
    return run_given(&given, &output, runner);
}
