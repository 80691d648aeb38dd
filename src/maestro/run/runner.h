// runner.h: a run in progress, and what its commands are made of (private)
#ifndef AT_MAESTRO_RUN_RUNNER_H
#define AT_MAESTRO_RUN_RUNNER_H

#include "base/arena.h"
#include "base/limits_script.h"
#include "flow/app/app.h"
#include "maestro/run/run.h"

enum {
    // Maestro's budgets, counted from the end of the last interaction.
    AT_MAESTRO_LOOK_MS = 17000,
    AT_MAESTRO_LOOK_OPTIONAL_MS = 7000, // optional commands, conditions
    AT_MAESTRO_LOOK_ONCE_MS = 500,      // one look of several
    AT_MAESTRO_SETTLE_MAX_MS = 30000,   // upper limit of waitToSettleTimeoutMs
    AT_MAESTRO_NESTED_MAX = 64,         // bodies within bodies
};

// A device of a run while another one is in use.
struct at_maestro_side {
    struct at_app *app;
    char *recording;
    bool is_video;
    char mark[64];
    char began_mark[64];
};

struct at_maestro_runner {
    const struct at_op *op;
    struct at_app *app;
    const struct at_maestro_flow *flow; // the outermost
    const struct at_maestro_run_opts *opts;
    struct at_maestro_trace *trace;
    int64_t acted_ns; // end of the last interaction, at first of the start
    uint32_t depth;
    bool hard;    // the newest failure ends the flow, whatever is optional
    bool quiet;   // the newest tree came with the newest input, and is settled
    char *copied; // Maestro's own clipboard, owned; NULL: nothing
    char *recording; // path of the running one, owned; NULL: none runs
    bool is_video;   // it is that of the whole run
    // Places in the device's log: at the latest launch, or the start if none
    // follows; at the start. "": unknown, or no command needs it.
    char mark[64];
    char began_mark[64];
    struct at_maestro_side *sides; // owned; none as long as one device is used
    size_t side_count;
    size_t side; // the index of the one in use
};

// One execution of a command.
struct at_maestro_call {
    struct at_maestro_runner *run;
    const struct at_maestro_command *command; // its texts are expanded
    const struct at_maestro_command *written;
    struct at_arena arena; // has the expanded texts
    uint32_t step;         // its index in the trace
    bool skipped;          // set by a handler: its condition is false
};

typedef bool at_maestro_handler(struct at_maestro_call *call,
                                struct at_err *err);

// Fail such that the flow ends, whatever is optional.
bool at_maestro_fail_hard(struct at_maestro_runner *run);
struct at_device *at_maestro_device(const struct at_maestro_call *call);
const struct at_op *at_maestro_op(const struct at_maestro_call *call);

// Put a text on Maestro's own clipboard, which scripts see too.
void at_maestro_copy(struct at_maestro_runner *run, struct at_str text);

// Add a sentence about the step that Maestro would not say. Secrets are masked.
void at_maestro_note(struct at_maestro_call *call, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Mask the secrets of a text, and copy the start of that. Owned by the caller.
char *at_maestro_masked(const struct at_maestro_runner *run,
                        struct at_str text);
// The same for a text that may end with a part of a secret.
char *at_maestro_masked_cut(const struct at_maestro_runner *run,
                            struct at_str text);

// run.c: run commands in order; false: one has failed.
AT_CHECKED bool at_maestro_run_commands(
    struct at_maestro_runner *run, const struct at_maestro_commands *commands,
    struct at_err *err);
// The same after a failure, which the commands see as variables.
AT_CHECKED bool at_maestro_run_after(struct at_maestro_runner *run,
                                     const struct at_maestro_commands *commands,
                                     const struct at_err *why,
                                     struct at_err *err);
// Run a flow's hooks and commands, with its env.
AT_CHECKED bool at_maestro_run_parts(struct at_maestro_runner *run,
                                     const struct at_maestro_flow *flow,
                                     struct at_err *err);

// expanded.c: copy the command with the ${} of its texts filled in.
AT_CHECKED bool at_maestro_expand_command(
    struct at_maestro_runner *run, const struct at_maestro_command *command,
    struct at_arena *arena, struct at_maestro_command *out, struct at_err *err);
// The same for a condition that is evaluated several times.
AT_CHECKED bool at_maestro_expand_condition(
    struct at_maestro_runner *run, const struct at_maestro_condition *condition,
    struct at_arena *arena, struct at_maestro_condition *out,
    struct at_err *err);
AT_CHECKED bool at_maestro_expand_text(struct at_maestro_runner *run,
                                       struct at_arena *arena,
                                       struct at_str text, struct at_str *out,
                                       struct at_err *err);
// Read a number of a text; fails hard, as Maestro's own reading does.
AT_CHECKED bool at_maestro_whole(struct at_maestro_call *call,
                                 struct at_str text, const char *what,
                                 int64_t *out, struct at_err *err);

#endif
