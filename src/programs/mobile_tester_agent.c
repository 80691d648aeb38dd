// mobile_tester_agent.c: the agent that tests an app by itself, and its server
#include <stdio.h>

#include "device/android/android.h"
#include "device/android/helper/helper.h"
#include "device/ios/ios.h"
#include "base/limits.h"
#include "programs/tester.h"
#include "sys/core.h"
#include "tester/variables.h"

const struct at_platform *const at_tester_platforms[] = {
    &at_android_platform,
    &at_ios_platform,
    NULL,
};

static const char about[] =
    "Tests Android and iOS apps by scenarios in plain words: a model decides "
    "what to do,\nthe engine does it on the device and measures whether it "
    "held.\n";

static const struct at_program_command *const commands[] = {
    &at_tester_no_command,
    &at_tester_serve,
    &at_tester_run_file,
    &at_tester_scenarios_list,
    &at_tester_scenarios_show,
    &at_tester_scenarios_import,
    &at_tester_scenarios_export,
    &at_tester_recordings_list,
    &at_tester_recordings_show,
    &at_tester_recordings_accept,
    &at_tester_recordings_reject,
    &at_tester_runs_list,
    &at_tester_runs_show,
    &at_tester_runs_import,
    &at_tester_runs_export,
    &at_tester_doctor,
    &at_tester_worker,
    NULL,
};

static struct at_program program = {
    .name = "mobile-tester-agent",
    .about = about,
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
    struct at_buf variables = AT_BUF_INIT(8 * AT_KIB);
    at_core_forbid();
    at_tester_variables_write(&variables);
    program.environment = at_buf_text(&variables);
    at_helper_set_program(argv[0]);
    at_ios_set_program(argv[0]);
    int status = at_program_run(&program, argc, argv);
    at_buf_deinit(&variables);
    return status;
}
