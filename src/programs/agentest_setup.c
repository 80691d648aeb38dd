#include "programs/agentest_setup.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits_setup.h"
#include "programs/print.h"
#include "setup/launch.h"
#include "setup/server.h"
#include "setup/setup.h"

enum { EXIT_USAGE = 2 };

// Only the text to paste goes to stdout, which can be a file.
int
at_agentest_print_config(const char *client, const char *argv0)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    struct at_buf where = AT_BUF_INIT(AT_KIB);
    struct at_argv command = AT_ARGV_INIT;
    at_setup_launch_words(argv0, &command);
    at_setup_server_print(at_setup_client_find(client), &command, &out, &where);
    fprintf(stderr, "%s\n\n", at_buf_text(&where));
    fputs(at_buf_text(&out), stdout);
    at_argv_deinit(&command);
    at_buf_deinit(&where);
    at_buf_deinit(&out);
    return EXIT_SUCCESS;
}

static int
start(const struct at_arguments *args)
{
    struct at_setup setup;
    struct at_err err = AT_ERR_INIT;
    bool json = at_arguments_have(args, "--json");
    bool planned = at_setup_plan(args, AT_STR(""), &setup, &err);
    bool ok = planned && at_setup_run(&setup, args, !json, &err);
    json_t *result = at_setup_json(&setup);
    struct at_buf text = AT_BUF_INIT(4 * AT_SETUP_FILE_MAX_BYTES);
    if (json && planned)
        at_print_json(result);
    else if (planned)
        at_setup_write(result, &text);
    at_print_text(at_buf_str(&text));
    if (!ok) {
        fflush(stdout);
        fprintf(stderr, "agentest: %s\n", err.msg);
    }
    at_buf_deinit(&text);
    json_decref(result);
    at_setup_deinit(&setup);
    bool misused = !planned && err.code == AT_EUSAGE;
    return ok ? EXIT_SUCCESS : misused ? EXIT_USAGE : EXIT_FAILURE;
}

const struct at_command at_agentest_setup = {
    .name = "setup",
    .summary = "add agentest to the configurations of MCP clients",
    .about = "The clients that are installed, or those that are named. The "
             "differences are shown, then\nyou are asked. Only the entry "
             "\"agentest\" changes: comments, order and other entries stay.\nA "
             "client that fails leaves the others alone; the status is then 1.",
    .positionals = at_setup_positionals,
    .options = AT_OPTIONS(
        AT_SETUP_OPTIONS,
        {.name = "--json", .help = "the result as one line of JSON"}),
    .examples = AT_EXAMPLES(
        {"setup claude cursor --dry-run", "what would change for two clients"},
        {"setup codex --yes", "write it without a question"},
        {"setup vscode --scope project --yes",
         "for all who work on this project"},
        {"setup codex --remove --yes", "take it out again"}),
    .start = start,
};
