// agentest.c: the MCP server for testing Android apps, over stdio
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/android/android.h"
#include "mcp/server.h"
#include "mcp/session.h"
#include "mcp/stdio_server.h"
#include "mcp/tools/tools.h"
#include "sys/log.h"

enum { EXIT_USAGE = 2 };

static const char usage[] =
    "usage: agentest [--version | --help]\n"
    "\n"
    "A Model Context Protocol server over standard input and output: the\n"
    "hands and eyes of an AI agent that tests Android apps. An MCP client\n"
    "starts it, for instance:\n"
    "\n"
    "    {\"mcpServers\": {\"agentest\": {\"command\": \"agentest\"}}}\n"
    "\n"
    "environment:\n"
    "    ANDROID_SERIAL       the device where a call names none\n"
    "    ADB_SERVER_SOCKET    the adb server (tcp:127.0.0.1:5037)\n"
    "    AGENTEST_OUTPUT_DIR  where full-size artefacts go\n"
    "    AGENTEST_LOG         error, warn, info, debug or trace, on stderr\n";

static int
serve(void)
{
    at_log_init(getenv("AGENTEST_LOG"));
    struct at_session *session = at_session_new(at_android_open);
    struct at_mcp_opts opts = {
        .name = "agentest",
        .title = "AgenTest",
        .version = AT_VERSION,
        .instructions = at_tools_instructions,
        .tools = at_tools,
        .tool_count = AT_TOOL_COUNT,
        .env = {session, at_session_note_failure},
    };
    bool stuck;
    int status = at_mcp_stdio_serve(at_mcp_new(&opts), &stuck);
    if (stuck)
        _exit(status);
    at_session_free(session);
    return status;
}

int
main(int argc, char **argv)
{
    if (argc == 1)
        return serve();
    bool version = argc == 2 && strcmp(argv[1], "--version") == 0;
    bool help = argc == 2 && strcmp(argv[1], "--help") == 0;
    if (!version && !help) {
        fputs(usage, stderr);
        return EXIT_USAGE;
    }
    if (version)
        puts("agentest " AT_VERSION);
    else
        fputs(usage, stdout);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
