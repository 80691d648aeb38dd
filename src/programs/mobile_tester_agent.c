// mobile_tester_agent.c: the agent that tests an app by itself, and its server
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commandline/completion.h"
#include "commandline/help.h"
#include "device/android/android.h"
#include "device/ios/ios.h"
#include "maestro/record/watcher.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "sys/core.h"
#include "sys/installed.h"
#include "sys/log.h"
#include "tester/variables.h"

const struct at_platform *const at_tester_platforms[] = {
    &at_android_platform,
    &at_ios_platform,
    NULL,
};

static const struct at_flag_option flag_options[] = {
    {AT_TESTER_HOME,
     {.name = "--data",
      .value = "DIR",
      .help = "the folder of reports and the store",
      .absent = "HOME_PATH, or one of this user's"}},
    {AT_TESTER_HOME,
     {.name = "--env-file",
      .value = "FILE",
      .help = "keys and addresses as NAME=value; the environment wins",
      .absent = ".env, which may be missing"}},
    {AT_TESTER_HOME,
     {.name = "--nats",
      .value = "URL",
      .help = "use the store of a pool: nats://HOST:4222, several with commas",
      .absent = "AGENTEST_NATS_URL, or this machine's own store"}},
    {AT_TESTER_HOME,
     {.name = "--nats-creds",
      .value = "FILE",
      .help = "credentials for --nats",
      .absent = "AGENTEST_NATS_CREDS"}},
    {AT_TESTER_HOME,
     {.name = "--nats-ca",
      .value = "FILE",
      .help = "certificates that --nats trusts; it then uses TLS",
      .absent = "AGENTEST_NATS_CA"}},
    {AT_TESTER_HOME,
     {.name = "--nats-cert",
      .value = "FILE",
      .help = "certificate that --nats shows",
      .absent = "AGENTEST_NATS_CERT"}},
    {AT_TESTER_HOME,
     {.name = "--nats-key",
      .value = "FILE",
      .help = "key of that certificate",
      .absent = "AGENTEST_NATS_KEY"}},
    {AT_TESTER_HOME,
     {.name = "--nats-replicas",
      .value = "N",
      .help = "copies that --nats keeps",
      .absent = "3 in a cluster, 1 otherwise"}},
    {AT_TESTER_JSON, {.name = "--json", .help = "the same as JSON"}},
    {0},
};

static const struct at_command *const commands[] = {
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
    &at_tester_tokens_list,
    &at_tester_tokens_add,
    &at_tester_tokens_remove,
    &at_tester_secrets_list,
    &at_tester_secrets_set,
    &at_tester_secrets_remove,
    &at_tester_secrets_rekey,
    &at_tester_audit_show,
    &at_tester_doctor,
    &at_tester_report,
    &at_command_completion,
    &at_command_help,
    NULL,
};

static const struct at_help_row exits[] = {
    {"0", "success; of run: the scenario passed; of doctor: a run can begin"},
    {"1", "run: a scenario did not pass"},
    {"2", "usage: a word of the command line, or a file, is wrong"},
    {"3", "the command failed: run has no verdict, doctor found a fault"},
    {"4", "run --fail-on-healed: it passed by another way than its recording"},
    {0},
};

static struct at_program program = {
    .name = "mobile-tester-agent",
    .summary = "an agent that tests apps by scenarios in plain words",
    .about = "Tests Android and iOS apps by scenarios in plain words: a model "
             "decides what to do,\nthe engine does it on the device and "
             "measures whether it held. Each command has a page:\n"
             "mobile-tester-agent run --help.\n",
    .commands = commands,
    .options = AT_OPTIONS(
        {.name = "--help", .alias = "-h", .help = "a page about the command"},
        {.name = "--version", .help = "name and version"}),
    .flag_options = flag_options,
    .examples = AT_EXAMPLES(
        {"doctor", "can a run begin here?"},
        {"run scenarios/notes.json", "one scenario, and its verdict"},
        {"serve", "the dashboard and the API, on http://127.0.0.1:8080"}),
    .environment_title = "Environment, also in .env",
    .exits = exits,
    .start = at_docs_start,
    .lost_output = AT_TESTER_BROKEN,
};

int
at_tester_fail(const struct at_err *err)
{
    at_log_say(AT_LOG_ERROR, "program", "%s: %s", program.name, err->msg);
    return err->code == AT_EUSAGE ? AT_PROGRAM_USAGE : AT_TESTER_BROKEN;
}

int
main(int argc, char **argv)
{
    struct at_help_row *environment =
        at_alloc((at_tester_variable_count + 1) * sizeof(*environment));
    at_core_forbid();
    for (size_t i = 0; i < at_tester_variable_count; i++)
        environment[i] = (struct at_help_row){at_tester_variables[i].names,
                                              at_tester_variables[i].help};
    program.environment = environment;
    at_installed_set_program(argv[0]);
    at_maestro_watch("mobile-tester-agent");
    at_ios_set_program(argv[0]);
    bool is_worker = argc == 2 && strcmp(argv[1], AT_TESTER_WORKER_WORD) == 0;
    int status =
        is_worker ? at_tester_worker() : at_program_run(&program, argc, argv);
    free(environment);
    return status;
}
