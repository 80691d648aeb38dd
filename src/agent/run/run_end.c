#include "agent/run/run_end.h"

const char *const at_likely_cause_names[AT_LIKELY_CAUSE_COUNT] = {
    [AT_LIKELY_CAUSE_NONE] = "",       [AT_LIKELY_CAUSE_APP] = "app",
    [AT_LIKELY_CAUSE_TEST] = "test",   [AT_LIKELY_CAUSE_DEVICE] = "device",
    [AT_LIKELY_CAUSE_MODEL] = "model", [AT_LIKELY_CAUSE_BUDGET] = "budget",
};

const char *const at_run_fault_names[AT_RUN_FAULT_COUNT] = {
    [AT_RUN_FAULT_FAILURE] = "failure",
    [AT_RUN_FAULT_ERROR] = "error",
    [AT_RUN_FAULT_SKIPPED] = "skipped",
};

#define FINISHED "onAgentFinished: "
#define FAILED "Agent failed: "

// An end other than "done" opens the answer, or readers would take the summary
// for a complete run.
const struct at_run_end_row at_run_end_rows[AT_RUN_END_COUNT] = {
    [AT_RUN_END_NONE] = {"none", "failed", FAILED, true, false, false,
                         AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_DONE] = {"done", "completed", FINISHED, false, true, true,
                         AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_BUDGET] = {"budget", "failed", FAILED, true, true, true,
                           AT_RUN_EXIT_FAIL, AT_LIKELY_CAUSE_BUDGET},
    [AT_RUN_END_STOPPED] = {"stopped", "stopped", "Test stopped by user", false,
                            false, false, AT_RUN_EXIT_BROKEN,
                            AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_MODEL] = {"model", "failed", FAILED, true, true, false,
                          AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_MODEL},
    [AT_RUN_END_DEVICE] = {"device", "failed", FAILED, true, true, false,
                           AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_START] = {"start", "failed", FAILED, true, true, false,
                          AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_WORKER] = {"error", "failed", FAILED, true, false, false,
                           AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_LOST] = {"lost", "failed", FAILED, true, false, false,
                         AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_NO_DEVICE] = {"no-device", "failed", FAILED, true, false, false,
                              AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_BUSY] = {"busy", "failed", FAILED, true, false, false,
                         AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_USAGE] = {"usage", "failed", FAILED, true, false, false,
                          AT_RUN_EXIT_USAGE, AT_LIKELY_CAUSE_TEST},
    [AT_RUN_END_MACHINE] = {"machine", "failed", FAILED, true, false, false,
                            AT_RUN_EXIT_BROKEN, AT_LIKELY_CAUSE_NONE},
};

static const enum at_run_end by_code[AT_CODE_COUNT] = {
    [AT_EUSAGE] = AT_RUN_END_USAGE,       [AT_ENODEV] = AT_RUN_END_NO_DEVICE,
    [AT_EMANYDEV] = AT_RUN_END_NO_DEVICE, [AT_ENOTOOL] = AT_RUN_END_NO_DEVICE,
    [AT_EBUSY] = AT_RUN_END_BUSY,         [AT_ECANCELED] = AT_RUN_END_STOPPED,
};

// The result for each verdict.
static const struct {
    enum at_run_exit exit;
    enum at_run_fault fault;
} of_verdict[AT_VERDICT_COUNT] = {
    [AT_VERDICT_OPEN] = {AT_RUN_EXIT_FAIL, AT_RUN_FAULT_SKIPPED},
    [AT_VERDICT_PASS] = {AT_RUN_EXIT_PASS, AT_RUN_FAULT_NONE},
    [AT_VERDICT_FAIL] = {AT_RUN_EXIT_FAIL, AT_RUN_FAULT_FAILURE},
    [AT_VERDICT_UNVERIFIED] = {AT_RUN_EXIT_FAIL, AT_RUN_FAULT_FAILURE},
    [AT_VERDICT_NOT_RUN] = {AT_RUN_EXIT_FAIL, AT_RUN_FAULT_SKIPPED},
};

bool
at_run_end_is_infra(enum at_run_end end)
{
    static const bool is_infra[AT_RUN_END_COUNT] = {
        [AT_RUN_END_MODEL] = true,   [AT_RUN_END_DEVICE] = true,
        [AT_RUN_END_WORKER] = true,  [AT_RUN_END_LOST] = true,
        [AT_RUN_END_MACHINE] = true,
    };
    return is_infra[end];
}

enum at_run_end
at_run_end_find(struct at_str name)
{
    for (int i = 0; i < AT_RUN_END_COUNT; i++) {
        if (at_str_is(name, at_run_end_rows[i].name))
            return (enum at_run_end)i;
    }
    return AT_RUN_END_NONE;
}

enum at_run_end
at_run_end_by_code(enum at_code code)
{
    enum at_run_end end = by_code[code];
    return end == AT_RUN_END_NONE ? AT_RUN_END_MACHINE : end;
}

enum at_run_end
at_run_end_settle(enum at_run_end end, const struct at_verdicts *verdicts)
{
    bool has_ended =
        verdicts->count > 0 && verdicts->current == verdicts->count;
    return has_ended ? AT_RUN_END_DONE : end;
}

// The contract's dashboard shows "completed" as PASSED.
static const char *
status_of(enum at_run_end end, enum at_verdict verdict)
{
    bool failed = end == AT_RUN_END_DONE && verdict != AT_VERDICT_PASS;
    return failed ? "failed" : at_run_end_rows[end].status;
}

struct at_run_meaning
at_run_end_meaning(enum at_run_end end, enum at_verdict verdict)
{
    const struct at_run_end_row *row = &at_run_end_rows[end];
    bool cut = false;
    return (struct at_run_meaning){
        .verdict = row->judges ? at_verdict_names[verdict] : "no verdict",
        .status = status_of(end, verdict),
        .exit = row->judges ? of_verdict[verdict].exit : row->exit,
        .fault = row->judges ? at_run_end_step_fault(end, verdict, &cut)
                             : AT_RUN_FAULT_ERROR,
    };
}

enum at_run_fault
at_run_end_step_fault(enum at_run_end end, enum at_verdict verdict,
                      bool *inout_cut)
{
    bool is_measured = verdict == AT_VERDICT_PASS || verdict == AT_VERDICT_FAIL;
    if (verdict == AT_VERDICT_NOT_RUN || end == AT_RUN_END_NONE ||
        end == AT_RUN_END_DONE || is_measured || *inout_cut)
        return of_verdict[verdict].fault;
    *inout_cut = true;
    return AT_RUN_FAULT_ERROR;
}
