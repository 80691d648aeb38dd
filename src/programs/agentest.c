// agentest.c: the MCP server for testing Android apps, over stdio or HTTP
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "commandline/completion.h"
#include "commandline/help.h"
#include "device/android/android.h"
#include "maestro/record/watcher.h"
#include "mcp/server.h"
#include "mcp/session.h"
#include "mcp/sessions.h"
#include "mcp/stdio_server.h"
#include "mcp/tools/prompts.h"
#include "mcp/tools/resources.h"
#include "mcp/tools/tools.h"
#include "programs/agentest_report.h"
#include "programs/agentest_setup.h"
#include "programs/doctor.h"
#include "programs/http.h"
#include "setup/clients.h"
#include "sys/core.h"
#include "sys/installed.h"
#include "sys/log.h"
#include "sys/proc.h"

static const struct at_option options[] = {
    {.name = "--help", .alias = "-h", .help = "a page about the command"},
    {.name = "--version", .help = "name and version"},
    {0},
};

static const struct at_help_row environment[] = {
    {"ANDROID_SERIAL", "the device of calls that name none"},
    {"ADB_SERVER_SOCKET", "the adb server (tcp:127.0.0.1:5037)"},
    {"AGENTEST_LAUNCHED_BY",
     "npx, pnpm, bunx or uvx: setup writes that command instead of a path"},
    {"AGENTEST_HTTP_TOKEN", "the token of --http itself"},
    {"AGENTEST_OUTPUT_DIR",
     "the folder of full-size artefacts; without it they stay a week"},
    {"AGENTEST_LEASE_DIR", "the folder of the devices' leases"},
    {"AGENTEST_HELPER",
     "resident: nothing is ever installed on the device; apk: the helper is "
     "installed there; unset: resident, else one that is installed already"},
    {"AGENTEST_DISABLE_HELPER",
     "1: no helper, only adb and the emulator's gRPC"},
    {"AGENTEST_DISABLE_KEEP_AWAKE", "1: the device may turn its screen off"},
    {"AGENTEST_DISABLE_FRAMEWORK_SYNC", "1: no app is asked what it does"},
    {"AGENTEST_DISABLE_FIBER_INFERENCE", "1: no names of React's components"},
    {"RCT_METRO_PORT", "where React Native's Metro is looked for first"},
    {"AGENTEST_HELPER_APK_DIR", "where agentest-helper.jar and .apk are"},
    {"AGENTEST_LOG", "error, warn, info, debug or trace, on stderr"},
    {"AGENTEST_LOG_FORMAT", "json: each line of the log is an object"},
    {0},
};

static const struct at_help_row exits[] = {
    {"0", "success; for doctor: a device is usable"},
    {"1", "doctor found no usable device, setup did not write all, or the "
          "server failed"},
    {"2", "usage: a word of the command line is wrong"},
    {0},
};

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

static int
start_serve(const struct at_arguments *args)
{
    const char *http = at_arguments_option(args, "--http");
    const char *client = at_arguments_option(args, "--print-config");
    struct at_http_token token = {.file =
                                      at_arguments_option(args, "--token-file"),
                                  .none = at_arguments_have(args, "--no-token"),
                                  .variable = "AGENTEST_HTTP_TOKEN",
                                  .own = true};
    if (client)
        return at_agentest_print_config(client, args->argv0);
    if ((token.file || token.none) && !http)
        return at_program_refuse(args->program,
                                 "--token-file and --no-token need --http");
    if (token.file && token.none)
        return at_program_refuse(
            args->program, "--token-file and --no-token exclude each other");
    return serve(http, &token);
}

static const struct at_command serve_command = {
    .name = "serve",
    .summary = "serve one client over standard input and output, or many over "
               "HTTP",
    .about = "It is what `agentest` does without a command: MCP clients start "
             "it that way.",
    .options = AT_OPTIONS(
        {.name = "--http",
         .value = "[HOST:]PORT",
         .help =
             "serve many clients by Streamable HTTP at /mcp; port 0: any free "
             "one"},
        {.name = "--token-file",
         .value = "FILE",
         .help =
             "clients of --http need the token in FILE's first line (one of "
             "this user's, made and named)"},
        {.name = "--no-token",
         .help = "every user of this machine may be a client of --http"},
        {.name = "--print-config",
         .value = "CLIENT",
         .choices = at_setup_words,
         .help = "the configuration to paste into a client"}),
    .examples =
        AT_EXAMPLES({"--print-config claude",
                     "the command that adds agentest to Claude Code"},
                    {"serve --http 8123",
                     "one server for many clients, and where its token is"}),
    .flags = AT_COMMAND_DEFAULT,
    .start = start_serve,
};

static const struct at_command *const commands[] = {
    &serve_command,
    &at_agentest_setup,
    &at_agentest_doctor,
    &at_agentest_report,
    &at_command_completion,
    &at_command_help,
    NULL,
};

static const struct at_example examples[] = {
    {"doctor", "which devices are usable, and what to do about the others"},
    {"setup claude cursor --dry-run",
     "what would make agentest known to two clients"},
    {0},
};

static const struct at_program program = {
    .name = "agentest",
    .summary = "MCP server for testing Android apps",
    .about =
        "A Model Context Protocol server by which an AI agent tests Android "
        "apps. An MCP\nclient starts it and talks to it over standard input "
        "and output. Each command has a\npage: agentest doctor --help.\n",
    .commands = commands,
    .options = options,
    .examples = examples,
    .environment_title = "Environment",
    .environment = environment,
    .exits = exits,
    .lost_output = EXIT_FAILURE,
};

int
main(int argc, char **argv)
{
    at_core_forbid();
    at_installed_set_program(argv[0]);
    at_maestro_watch("agentest");
    return at_program_run(&program, argc, argv);
}
