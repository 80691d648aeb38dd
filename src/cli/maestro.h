// maestro.h: a run of an installed maestro, and its output as artifacts
#ifndef AT_CLI_MAESTRO_H
#define AT_CLI_MAESTRO_H

#include "base/err.h"
#include "cli/invocation.h"
#include "device/device.h"

// Options of both commands that run flows: --runner, --format, --output,
// --test-suite-name, --video, --no-reinstall-driver and --env.
#define AT_MAESTRO_OPTIONS                                                     \
    {.name = "--runner",                                                       \
     .value = "NAME",                                                          \
     .choices = at_maestro_runners,                                            \
     .help = "native: our own, with Maestro's verdicts and no JVM; maestro: "  \
             "the installed program",                                          \
     .absent = "native"},                                                      \
        {.name = "--test-suite-name",                                          \
         .value = "NAME",                                                      \
         .help = "in the report",                                              \
         .absent = "Test Suite"},                                              \
        {.name = "--format",                                                   \
         .value = "FORMAT",                                                    \
         .choices = at_maestro_formats,                                        \
         .repeats = true,                                                      \
         .help = "of a report: noop, junit, html, html-detailed or allure; "   \
                 "natively both HTML forms are one, and several formats may "  \
                 "be given; allure is native only",                            \
         .absent = "noop"},                                                    \
        {.name = "--output",                                                   \
         .value = "PATH",                                                      \
         .help = "where the report goes; a folder, if there are several",      \
         .absent = "artifacts/report.xml or .html of the run"},                \
        {.name = "--video",                                                    \
         .value = "WHICH",                                                     \
         .choices = at_flow_videos,                                            \
         .help = "record flows, and keep the videos of failed or all of them " \
                 "(native only)",                                              \
         .absent = "none"},                                                    \
        {.name = "--no-reinstall-driver",                                      \
         .help = "keep the driver on the device: faster when repeated"},       \
        {.name = "--allow-local-http",                                         \
         .help = "let scripts of flows send requests to this machine"},        \
        {.name = "--update-screenshots",                                       \
         .help = "assertScreenshot makes its picture, or replaces one that "   \
                 "differs (native only)"},                                     \
    {                                                                          \
        .name = "--env", .alias = "-e", .value = "KEY=VALUE", .repeats = true, \
        .secret = true, .help = "for the flow's ${KEY}, over the session's"    \
    }

extern const char *const at_maestro_formats[]; // up to NULL
extern const char *const at_maestro_runners[]; // up to NULL
extern const char *const at_flow_videos[];     // up to NULL

// Return true unless --runner maestro is given.
bool at_maestro_is_native(const struct at_invocation *invocation);

// Find the program in PATH or in its installer's folder, ~/.maestro/bin.
// AT_ENOTOOL says how to get it. Owned by the caller; NULL with err.
char *at_maestro_find_program(struct at_err *err);

struct at_maestro_run {
    const char *flow; // file or folder
    struct at_device *device;
    const char *debug_output;    // NULL: below the run's artifacts
    const char *test_output_dir; // NULL: the same
};

// Run flows to their end and lend the device to maestro until then. Logs,
// report, debug and test output become artifacts; "exit_status", "report",
// "debug_output", "test_output" and "tail" (its last lines) go to
// invocation->data. AT_EASSERT, with its last words, if maestro says that a
// flow has failed.
AT_CHECKED bool at_maestro_run(struct at_invocation *invocation,
                               const struct at_maestro_run *run,
                               struct at_err *err);

// The text output of both commands.
void at_maestro_print(const json_t *data, struct at_buf *out);

#endif
