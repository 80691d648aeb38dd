// tester.h: the commands of mobile-tester-agent, a file and a row each
#ifndef AT_PROGRAMS_TESTER_H
#define AT_PROGRAMS_TESTER_H

#include "agent/run/run_end.h"
#include "commandline/arguments.h"
#include "device/platform.h"

extern const struct at_platform *const at_tester_platforms[]; // up to NULL

// The flags of its rows.
enum {
    AT_TESTER_HOME = 1 << 4, // takes --data and --env-file
    AT_TESTER_JSON = 1 << 5, // takes --json
};

extern const struct at_command at_tester_serve;
extern const struct at_command at_tester_run_file;
extern const struct at_command at_tester_scenarios_list;
extern const struct at_command at_tester_scenarios_show;
extern const struct at_command at_tester_scenarios_import;
extern const struct at_command at_tester_scenarios_export;
extern const struct at_command at_tester_recordings_list;
extern const struct at_command at_tester_recordings_show;
extern const struct at_command at_tester_recordings_accept;
extern const struct at_command at_tester_recordings_reject;
extern const struct at_command at_tester_runs_list;
extern const struct at_command at_tester_runs_show;
extern const struct at_command at_tester_runs_import;
extern const struct at_command at_tester_runs_export;
extern const struct at_command at_tester_tokens_list;
extern const struct at_command at_tester_tokens_add;
extern const struct at_command at_tester_tokens_remove;
extern const struct at_command at_tester_secrets_list;
extern const struct at_command at_tester_secrets_set;
extern const struct at_command at_tester_secrets_remove;
extern const struct at_command at_tester_secrets_rekey;
extern const struct at_command at_tester_audit_show;
extern const struct at_command at_tester_doctor;
extern const struct at_command at_tester_report;

// Do the runs of a server, which has started this process for them. Returns the
// exit status.
#define AT_TESTER_WORKER_WORD "worker"
int at_tester_worker(void);

// The exit statuses, beside AT_PROGRAM_USAGE, which is AT_RUN_EXIT_USAGE.
enum {
    AT_TESTER_PASS = AT_RUN_EXIT_PASS,
    AT_TESTER_FAIL = AT_RUN_EXIT_FAIL,
    AT_TESTER_BROKEN = AT_RUN_EXIT_BROKEN,
    AT_TESTER_HEALED = AT_RUN_EXIT_HEALED, // only with --fail-on-healed
};

// Print "mobile-tester-agent: message" and return the status for it.
int at_tester_fail(const struct at_err *err);

#endif
