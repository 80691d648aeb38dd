#include "cli/command_line.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "commandline/help.h"

// A reader that has closed the pipe, like head, has read what it wanted.
static void
tell_unwritten(const char *what)
{
    struct pollfd reader = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&reader, 1, 0) == 1 && (reader.revents & (POLLERR | POLLHUP)))
        return;
    fprintf(stderr, "error: the %s cannot be written to standard output\n",
            what);
}

static int
print_page(struct at_buf *page)
{
    fwrite(at_buf_text(page), 1, page->len, stdout);
    at_buf_deinit(page);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    tell_unwritten("page");
    return EXIT_FAILURE;
}

static int
print_asked_page(const struct at_arguments *args)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_help_asked(args, &page);
    return print_page(&page);
}

// A group alone prints its page, and is an error.
static int
print_group_page(const char *group)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_help_group(&at_mobile_dev_agent, at_str(group), &page);
    print_page(&page);
    return 2;
}

static int
run_command(const struct at_arguments *args, struct at_output *output,
            const struct at_cli_runner *runner)
{
    json_t *envelope = runner->run(runner->user, args, output);
    int status = at_envelope_status(envelope);
    bool failed = json_is_object(json_object_get(envelope, "error"));
    bool printed = (!failed && (args->command->flags & AT_CLI_OWN_OUTPUT)) ||
                   at_output_result(output, envelope);
    json_decref(envelope);
    if (!printed)
        tell_unwritten("result");
    return status == 0 && !printed ? EXIT_FAILURE : status;
}

// As JSON a page is the result of `help`, and the version is in every envelope.
static int
run_asked_page(const struct at_arguments *args, struct at_output *output,
               const struct at_cli_runner *runner)
{
    struct at_arguments help;
    struct at_argv words = AT_ARGV_INIT;
    const char *name = args->command ? args->command->name : args->group;
    bool version = at_arguments_have(args, "--version") &&
                   !at_arguments_have(args, "--help");
    int status = EXIT_FAILURE;
    if (version || !name)
        name = "";
    at_argv_add(&words, "help");
    for (struct at_str rest = at_str(name), word;
         rest.len > 0 && at_str_next(&rest, ' ', &word);) {
        char *copy = at_strndup(word.ptr, word.len);
        at_argv_add(&words, copy);
        free(copy);
    }
    if (at_arguments_parse(&at_mobile_dev_agent, (int)words.count, words.words,
                           &help, NULL))
        status = run_command(&help, output, runner);
    at_arguments_deinit(&help);
    at_argv_deinit(&words);
    return status;
}

static int
run_words(const struct at_arguments *args, struct at_output *output,
          const struct at_cli_runner *runner)
{
    if (!at_arguments_ask_for_page(args))
        return run_command(args, output, runner);
    return output->mode == AT_OUTPUT_TEXT
               ? print_asked_page(args)
               : run_asked_page(args, output, runner);
}

int
at_cli_line_run(int argc, char *const *argv, bool jsonl,
                const struct at_cli_runner *runner)
{
    struct at_arguments args;
    struct at_err err = AT_ERR_INIT;
    if (argc == 1 &&
        at_command_is_group(&at_mobile_dev_agent, at_str(argv[0])) && !jsonl)
        return print_group_page(argv[0]);
    bool ok = at_arguments_parse(&at_mobile_dev_agent, argc, argv, &args, &err);
    struct at_output output = at_output_of(&args);
    if (jsonl)
        output.mode = AT_OUTPUT_JSONL;
    int status = ok ? run_words(&args, &output, runner)
                    : at_output_failure(&output, &args, &err);
    at_arguments_deinit(&args);
    return status;
}
