// mobile_tester_agent.c: the agent that tests an app by itself, and its server
#include <stdio.h>

#include "device/android/android.h"
#include "device/android/helper/helper.h"
#include "device/ios/ios.h"
#include "programs/tester.h"
#include "sys/core.h"

const struct at_platform *const at_tester_platforms[] = {
    &at_android_platform,
    &at_ios_platform,
    NULL,
};

static const char about[] =
    "Tests Android and iOS apps by scenarios in plain words: a model decides "
    "what to do,\nthe engine does it on the device and measures whether it "
    "held.\n";

static const char environment[] =
    "environment, also in .env:\n"
    "    CLAUDE_API_KEY, GEMINI_API_KEY, DEEP_SEEK_KEY, OPEN_ROUTER\n"
    "                             keys of the models; also ANTHROPIC_API_KEY, "
    "OPENAI_API_KEY …\n"
    "    ANTHROPIC_BASE_URL, OPENAI_BASE_URL, OLLAMA_HOST …\n"
    "                             addresses of the models\n"
    "    OPUS47_MODEL, GEMINI3PRO_MODEL …\n"
    "                             another model for the choice of that name\n"
    "    SECRET_NAME              what a scenario's {{NAME}} stands for\n"
    "    HOME_PATH                the folder of reports and the store\n"
    "    SCRCPY_SERVER_PATH       scrcpy's server, for videos; empty: not "
    "used\n"
    "    AGENTEST_REPORTS_DAYS    reports are kept that long (30)\n"
    "    AGENTEST_REPORTS_MAX_BYTES\n"
    "                             and the oldest go beyond that (2 GiB)\n"
    "environment:\n"
    "    ANDROID_SERIAL           the device of runs that name none\n"
    "    ADB_SERVER_SOCKET        the adb server (tcp:127.0.0.1:5037)\n"
    "    AGENTEST_HTTP_TOKEN      the token of clients, without --token-file\n"
    "    AGENTEST_ALLOW_HTTP_MODELS\n"
    "                             1: models may be asked without TLS beyond "
    "this machine\n"
    "    AGENTEST_MODEL_STREAM    0: models answer in one piece\n"
    "    AGENTEST_LOG             error, warn, info, debug or trace, on "
    "stderr\n";

static const struct at_program_command *const commands[] = {
    &at_tester_no_command,       &at_tester_serve,
    &at_tester_run_file,         &at_tester_scenarios_list,
    &at_tester_scenarios_show,   &at_tester_scenarios_import,
    &at_tester_scenarios_export, &at_tester_runs_list,
    &at_tester_runs_show,        &at_tester_runs_import,
    &at_tester_runs_export,      &at_tester_doctor,
    &at_tester_worker,           NULL,
};

static const struct at_program program = {
    .name = "mobile-tester-agent",
    .about = about,
    .environment = environment,
    .commands = commands,
    .lost_output = AT_TESTER_BROKEN,
};

int
at_tester_fail(const struct at_err *err)
{
    fprintf(stderr, "%s: %s\n", program.name, err->msg);
    return err->code == AT_EUSAGE ? AT_PROGRAM_USAGE : AT_TESTER_BROKEN;
}

int
main(int argc, char **argv)
{
    at_core_forbid();
    at_helper_set_program(argv[0]);
    at_ios_set_program(argv[0]);
    return at_program_run(&program, argc, argv);
}
