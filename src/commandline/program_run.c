// program_run.c: a line of a program whose commands print by themselves
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "commandline/help.h"

int
at_program_refuse(const struct at_program *program, const char *text)
{
    fprintf(stderr, "%s: %s; --help lists all\n", program->name, text);
    return AT_PROGRAM_USAGE;
}

static int
print_page(const struct at_arguments *args)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_help_asked(args, &page);
    fwrite(at_buf_text(&page), 1, page.len, stdout);
    at_buf_deinit(&page);
    return EXIT_SUCCESS;
}

// Output that was lost is neither a success nor a verdict.
static int
finish_output(const struct at_program *program, int status)
{
    int sys = fflush(stdout) == 0 ? EIO : errno;
    if (!ferror(stdout))
        return status;
    fprintf(stderr, "%s: cannot write to stdout: %s\n", program->name,
            strerror(sys));
    return program->lost_output;
}

int
at_program_run(const struct at_program *program, int argc, char **argv)
{
    struct at_arguments args;
    struct at_err err = AT_ERR_INIT;
    int status;
    bool ok = at_arguments_parse(program, argc > 0 ? argc - 1 : 0, argv + 1,
                                 &args, &err);
    args.argv0 = argv[0];
    if (!ok)
        status = at_program_refuse(program, err.msg);
    else if (at_arguments_ask_for_page(&args))
        status = print_page(&args);
    else
        status = args.command->start ? args.command->start(&args)
                                     : program->start(&args);
    at_arguments_deinit(&args);
    return finish_output(program, status);
}
