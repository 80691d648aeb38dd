// agentest.c: the MCP server for testing Android apps, over stdio or HTTP
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/near.h"
#include "base/options.h"
#include "device/android/android.h"
#include "device/android/helper/helper.h"
#include "mcp/server.h"
#include "mcp/session.h"
#include "mcp/sessions.h"
#include "mcp/stdio_server.h"
#include "mcp/tools/prompts.h"
#include "mcp/tools/resources.h"
#include "mcp/tools/tools.h"
#include "programs/doctor.h"
#include "programs/http.h"
#include "programs/print_config.h"
#include "sys/core.h"
#include "sys/log.h"
#include "sys/proc.h"

enum { EXIT_USAGE = 2 };

enum { HTTP, TOKEN_FILE, NO_TOKEN, PRINT_CONFIG, VERSION, HELP, SERVE_OPTIONS };

static const struct at_option serve_options[] = {
    [HTTP] = {.name = "--http",
              .value = "[HOST:]PORT",
              .help = "serve many clients by Streamable HTTP at /mcp; port 0: "
                      "any free one"},
    [TOKEN_FILE] = {.name = "--token-file",
                    .value = "FILE",
                    .help = "clients of --http need the token in FILE's first "
                            "line (one of this user's, made and named)"},
    [NO_TOKEN] = {.name = "--no-token",
                  .help = "every user of this machine may be a client of "
                          "--http"},
    [PRINT_CONFIG] = {.name = "--print-config",
                      .value = "CLIENT",
                      .choices = at_config_clients,
                      .help = "how to set up a client: claude, cursor, vscode, "
                              "windsurf, codex"},
    [VERSION] = {.name = "--version", .help = "name and version"},
    [HELP] = {.name = "--help", .alias = "-h", .help = "this text"},
    [SERVE_OPTIONS] = {0},
};

enum { JSON, START, DEVICE, DOCTOR_OPTIONS };

static const struct at_option doctor_options[] = {
    [JSON] = {.name = "--json", .help = "the same as one line of JSON"},
    [START] = {.name = "--start",
               .help = "start the adb server if none is running"},
    [DEVICE] = {.name = "--device",
                .value = "SERIAL",
                .help = "check only this device"},
    [DOCTOR_OPTIONS] = {0},
};

static const char about[] =
    "A Model Context Protocol server: the hands and eyes of an AI agent that\n"
    "tests Android apps. An MCP client starts it and talks to it over "
    "standard\n"
    "input and output.\n";

static const char environment[] =
    "environment:\n"
    "    ANDROID_SERIAL           the device of calls that name none\n"
    "    ADB_SERVER_SOCKET        the adb server (tcp:127.0.0.1:5037)\n"
    "    AGENTEST_HTTP_TOKEN      the token of --http itself\n"
    "    AGENTEST_OUTPUT_DIR      the folder of full-size artefacts; without "
    "it "
    "they stay a week\n"
    "    AGENTEST_LEASE_DIR       the folder of the devices' leases\n"
    "    AGENTEST_DISABLE_HELPER  1: nothing is installed on the device\n"
    "    AGENTEST_HELPER_APK_DIR  where agentest-helper.apk is\n"
    "    AGENTEST_LOG             error, warn, info, debug or trace, on "
    "stderr\n";

// Serve over HTTP at address; NULL: over standard input and output.
static int
serve(const char *address, const struct at_http_token *token)
{
    at_log_init(getenv("AGENTEST_LOG"));
    struct at_sessions *sessions = at_sessions_new(&(struct at_sessions_opts){
        .open = at_android_open,
        .program = "agentest " AT_VERSION,
    });
    struct at_mcp_opts opts = {
        .name = "agentest",
        .title = "AgenTest",
        .version = AT_VERSION,
        .instructions = at_tools_instructions,
        .tools = at_tools,
        .tool_count = AT_TOOL_COUNT,
        .resources = at_resources,
        .resource_count = AT_RESOURCE_COUNT,
        .prompts = at_prompts,
        .prompt_count = AT_PROMPT_COUNT,
        .env = {sessions, at_session_note_failure, &at_sessions_scope, NULL},
    };
    bool stuck;
    struct at_mcp *mcp = at_mcp_new(&opts);
    int status = address ? at_http_run(mcp, address, token, &stuck)
                         : at_mcp_stdio_serve(mcp, &stuck);
    if (stuck)
        _exit(status);
    at_sessions_free(sessions);
    return status;
}

static int print_help(void);
static int refuse(const char *text);

static int
print_version(void)
{
    puts("agentest " AT_VERSION);
    return EXIT_SUCCESS;
}

// Only the text to paste goes to stdout, so that it can be sent to a file.
static int
print_config(const char *client, const char *argv0)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    struct at_buf where = AT_BUF_INIT(AT_KIB);
    char *program = at_proc_self(argv0);
    at_config_write(client, program, &out, &where);
    fprintf(stderr, "%s\n\n", at_buf_text(&where));
    fputs(at_buf_text(&out), stdout);
    free(program);
    at_buf_deinit(&where);
    at_buf_deinit(&out);
    return EXIT_SUCCESS;
}

static int
run_serve(const char *const *values, const char *argv0)
{
    if (values[HELP])
        return print_help();
    if (values[VERSION])
        return print_version();
    if (values[PRINT_CONFIG])
        return print_config(values[PRINT_CONFIG], argv0);
    struct at_http_token token = {.file = values[TOKEN_FILE],
                                  .none = values[NO_TOKEN] != NULL,
                                  .variable = "AGENTEST_HTTP_TOKEN",
                                  .own = true};
    if ((token.file || token.none) && !values[HTTP])
        return refuse("--token-file and --no-token need --http");
    if (token.file && token.none)
        return refuse("--token-file and --no-token exclude each other");
    return serve(values[HTTP], &token);
}

static int
run_doctor(const char *const *values, const char *argv0)
{
    (void)argv0;
    struct at_doctor_opts opts = {
        .start = values[START] != NULL,
        .json = values[JSON] != NULL,
        .serial = values[DEVICE],
    };
    return at_doctor(&opts) ? EXIT_SUCCESS : EXIT_FAILURE;
}

enum { OPTIONS_MAX = 16 };
static_assert((int)SERVE_OPTIONS <= OPTIONS_MAX, "a place for each value");
static_assert((int)DOCTOR_OPTIONS <= OPTIONS_MAX, "a place for each value");

// The first one runs if no command is named.
static const struct {
    const char *name;
    const char *help;
    const struct at_option *options;
    int (*run)(const char *const *values, const char *argv0);
} commands[] = {
    {"", "serve one client over standard input and output, or many over HTTP",
     serve_options, run_serve},
    {"doctor", "check the adb server and each device; status 0: one is usable",
     doctor_options, run_doctor},
};

static int
print_help(void)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    at_buf_add_fmt(&out, "usage: agentest [COMMAND] [OPTIONS]\n\n%s\n", about);
    for (size_t i = 0; i < AT_LEN(commands); i++) {
        at_buf_add_fmt(&out, "agentest%s%s: %s\n",
                       commands[i].name[0] ? " " : "", commands[i].name,
                       commands[i].help);
        at_options_help(commands[i].options, &out);
        at_buf_add_char(&out, '\n');
    }
    at_buf_add_text(&out, environment);
    fputs(at_buf_text(&out), stdout);
    at_buf_deinit(&out);
    return EXIT_SUCCESS;
}

// Find the command that word names, else the first.
static size_t
find_command(const char *word)
{
    size_t i = AT_LEN(commands) - 1;
    while (i > 0 && (!word || strcmp(word, commands[i].name) != 0))
        i--;
    return i;
}

static int
refuse(const char *text)
{
    fprintf(stderr, "agentest: %s; --help lists all\n", text);
    return EXIT_USAGE;
}

static int
refuse_command(const char *word)
{
    struct at_near near = {.wanted = at_str(word)};
    char names[80], text[256];
    for (size_t i = 1; i < AT_LEN(commands); i++)
        at_near_offer(&near, at_str(commands[i].name));
    at_near_write(&near, names, sizeof(names));
    snprintf(text, sizeof(text), "unknown command '%.80s'%s%s", word,
             names[0] ? ": did you mean " : "", names);
    return refuse(text);
}

int
main(int argc, char **argv)
{
    const char *values[OPTIONS_MAX];
    struct at_err err = AT_ERR_INIT;
    size_t chosen = find_command(argv[1]);
    at_core_forbid();
    int first = chosen > 0 ? 2 : 1;
    if (argc > 1 && chosen == 0 && argv[1][0] != '-')
        return refuse_command(argv[1]);
    if (argc > first && strcmp(argv[first], "--help") == 0)
        return print_help();
    if (!at_options_read(commands[chosen].options, argc - first, argv + first,
                         values, &err))
        return refuse(err.msg);
    at_helper_set_program(argv[0]);
    int status = commands[chosen].run(values, argv[0]);
    return fflush(stdout) == 0 ? status : EXIT_FAILURE;
}
