// agentest.c: the MCP server for testing Android apps, over stdio or HTTP
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
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
#include "programs/commands.h"
#include "programs/doctor.h"
#include "programs/http.h"
#include "programs/print_config.h"
#include "sys/core.h"
#include "sys/log.h"
#include "sys/proc.h"

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
    "    AGENTEST_HELPER          resident: nothing is ever installed on the "
    "device; apk: the\n"
    "                             helper is installed there; unset: resident, "
    "else one that\n"
    "                             is installed already\n"
    "    AGENTEST_DISABLE_HELPER  1: no helper, only adb and the emulator's "
    "gRPC\n"
    "    AGENTEST_DISABLE_KEEP_AWAKE       1: the device may turn its screen "
    "off\n"
    "    AGENTEST_DISABLE_FRAMEWORK_SYNC   1: no app is asked what it does\n"
    "    AGENTEST_DISABLE_FIBER_INFERENCE  1: no names of React's components\n"
    "    RCT_METRO_PORT           where React Native's Metro is looked for "
    "first\n"
    "    AGENTEST_HELPER_APK_DIR  where agentest-helper.jar and .apk are\n"
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
run_serve(const struct at_program_call *call)
{
    const char *const *values = call->values;
    if (values[HELP])
        return at_program_print_help(call->program);
    if (values[VERSION])
        return at_program_print_version(call->program);
    if (values[PRINT_CONFIG])
        return print_config(values[PRINT_CONFIG], call->argv0);
    struct at_http_token token = {.file = values[TOKEN_FILE],
                                  .none = values[NO_TOKEN] != NULL,
                                  .variable = "AGENTEST_HTTP_TOKEN",
                                  .own = true};
    if ((token.file || token.none) && !values[HTTP])
        return at_program_refuse(call->program,
                                 "--token-file and --no-token need --http");
    if (token.file && token.none)
        return at_program_refuse(
            call->program, "--token-file and --no-token exclude each other");
    return serve(values[HTTP], &token);
}

static int
run_doctor(const struct at_program_call *call)
{
    struct at_doctor_opts opts = {
        .start = call->values[START] != NULL,
        .json = call->values[JSON] != NULL,
        .serial = call->values[DEVICE],
    };
    return at_doctor(&opts) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static_assert((int)SERVE_OPTIONS <= AT_PROGRAM_OPTIONS_MAX,
              "a place for each value");
static_assert((int)DOCTOR_OPTIONS <= AT_PROGRAM_OPTIONS_MAX,
              "a place for each value");

static const struct at_program_command serve_command = {
    .name = "",
    .help = "serve one client over standard input and output, or many over "
            "HTTP",
    .options = serve_options,
    .run = run_serve,
};

static const struct at_program_command doctor_command = {
    .name = "doctor",
    .help = "check the adb server and each device; status 0: one is usable",
    .options = doctor_options,
    .run = run_doctor,
};

static const struct at_program_command *const commands[] = {
    &serve_command,
    &doctor_command,
    NULL,
};

static const struct at_program program = {
    .name = "agentest",
    .about = about,
    .environment = environment,
    .commands = commands,
    .lost_output = EXIT_FAILURE,
};

int
main(int argc, char **argv)
{
    at_core_forbid();
    at_helper_set_program(argv[0]);
    return at_program_run(&program, argc, argv);
}
