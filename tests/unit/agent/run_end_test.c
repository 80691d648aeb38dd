// run_end_test.c: every end with every verdict, as people and CI read it
#include "agent/run/run_end.h"

#include "base/buf.h"
#include "tests/t.h"

// Per end: the exit status and the JUnit element of the whole for OPEN, PASS,
// FAIL, UNVERIFIED and NOT_RUN, then the contract's word for PASS and FAIL.
// "-": no element.
static const struct {
    const char *name;
    const char *exits;
    const char *faults;
    const char *statuses;
    const char *verdict; // the verdict of PASS
    enum at_likely_cause likely_cause;
} rows[AT_RUN_END_COUNT] = {
    [AT_RUN_END_NONE] = {"none", "33333", "error error error error error",
                         "failed failed", "no verdict", AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_DONE] = {"done", "10111", "skipped - failure failure skipped",
                         "completed failed", "PASS", AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_BUDGET] = {"budget", "10111", "error - failure error skipped",
                           "failed failed", "PASS", AT_LIKELY_CAUSE_BUDGET},
    [AT_RUN_END_STOPPED] = {"stopped", "33333", "error error error error error",
                            "stopped stopped", "no verdict",
                            AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_MODEL] = {"model", "33333", "error error error error error",
                          "failed failed", "no verdict", AT_LIKELY_CAUSE_MODEL},
    [AT_RUN_END_DEVICE] = {"device", "33333", "error error error error error",
                           "failed failed", "no verdict",
                           AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_START] = {"start", "33333", "error error error error error",
                          "failed failed", "no verdict",
                          AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_WORKER] = {"error", "33333", "error error error error error",
                           "failed failed", "no verdict", AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_LOST] = {"lost", "33333", "error error error error error",
                         "failed failed", "no verdict", AT_LIKELY_CAUSE_NONE},
    [AT_RUN_END_NO_DEVICE] = {"no-device", "33333",
                              "error error error error error", "failed failed",
                              "no verdict", AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_BUSY] = {"busy", "33333", "error error error error error",
                         "failed failed", "no verdict", AT_LIKELY_CAUSE_DEVICE},
    [AT_RUN_END_USAGE] = {"usage", "22222", "error error error error error",
                          "failed failed", "no verdict", AT_LIKELY_CAUSE_TEST},
    [AT_RUN_END_MACHINE] = {"machine", "33333", "error error error error error",
                            "failed failed", "no verdict",
                            AT_LIKELY_CAUSE_NONE},
};

T_TEST(every_end_with_every_verdict)
{
    for (int end = 0; end < AT_RUN_END_COUNT; end++) {
        struct at_buf exits = AT_BUF_INIT(64);
        struct at_buf faults = AT_BUF_INIT(256);
        struct at_buf statuses = AT_BUF_INIT(64);
        T_ROW(rows[end].name);
        for (int verdict = 0; verdict < AT_VERDICT_COUNT; verdict++) {
            struct at_run_meaning told = at_run_end_meaning(
                (enum at_run_end)end, (enum at_verdict)verdict);
            const char *fault = at_run_fault_names[told.fault];
            at_buf_add_fmt(&exits, "%d", (int)told.exit);
            at_buf_add_fmt(&faults, "%s%s", verdict ? " " : "",
                           fault ? fault : "-");
            if (verdict == AT_VERDICT_PASS || verdict == AT_VERDICT_FAIL)
                at_buf_add_fmt(&statuses, "%s%s",
                               verdict == AT_VERDICT_FAIL ? " " : "",
                               told.status);
        }
        T_EQ_TEXT(at_run_end_rows[end].name, rows[end].name);
        T_EQ_TEXT(at_buf_text(&exits), rows[end].exits);
        T_EQ_TEXT(at_buf_text(&faults), rows[end].faults);
        T_EQ_TEXT(at_buf_text(&statuses), rows[end].statuses);
        T_EQ_TEXT(
            at_run_end_meaning((enum at_run_end)end, AT_VERDICT_PASS).verdict,
            rows[end].verdict);
        T_EQ_INT(at_run_end_rows[end].likely_cause, rows[end].likely_cause);
        T_EQ_INT(at_run_end_find(at_str(rows[end].name)), end);
        at_buf_deinit(&exits);
        at_buf_deinit(&faults);
        at_buf_deinit(&statuses);
    }
    T_EQ_INT(at_run_end_find(AT_STR("unheard of")), AT_RUN_END_NONE);
}

// A build machine believes the exit status, its publisher the elements: one
// cannot pass where the other does not.
T_TEST(exit_status_and_elements_agree)
{
    for (int end = AT_RUN_END_DONE; end < AT_RUN_END_COUNT; end++) {
        T_ROW(at_run_end_rows[end].name);
        for (int verdict = 0; verdict < AT_VERDICT_COUNT; verdict++) {
            struct at_run_meaning told = at_run_end_meaning(
                (enum at_run_end)end, (enum at_verdict)verdict);
            bool is_broken = told.exit == AT_RUN_EXIT_BROKEN ||
                             told.exit == AT_RUN_EXIT_USAGE;
            T_EQ_INT(told.exit == AT_RUN_EXIT_PASS,
                     told.fault == AT_RUN_FAULT_NONE);
            if (is_broken)
                T_EQ_INT(told.fault, AT_RUN_FAULT_ERROR);
        }
    }
}

T_TEST(one_step_is_cut_off)
{
    bool cut = false;
    T_EQ_INT(at_run_end_step_fault(AT_RUN_END_DEVICE, AT_VERDICT_PASS, &cut),
             AT_RUN_FAULT_NONE);
    T_EQ_INT(at_run_end_step_fault(AT_RUN_END_DEVICE, AT_VERDICT_OPEN, &cut),
             AT_RUN_FAULT_ERROR);
    T_EQ_INT(at_run_end_step_fault(AT_RUN_END_DEVICE, AT_VERDICT_OPEN, &cut),
             AT_RUN_FAULT_SKIPPED);
}

static const struct {
    size_t ended; // ended ones of two steps
    enum at_run_end end;
    enum at_run_end counts;
} settled[] = {
    {2, AT_RUN_END_MODEL, AT_RUN_END_DONE},
    {2, AT_RUN_END_DEVICE, AT_RUN_END_DONE},
    {2, AT_RUN_END_STOPPED, AT_RUN_END_DONE},
    {1, AT_RUN_END_MODEL, AT_RUN_END_MODEL},
    {0, AT_RUN_END_START, AT_RUN_END_START},
    {1, AT_RUN_END_DONE, AT_RUN_END_DONE},
};

T_TEST(a_finished_set_of_steps_is_done)
{
    for (size_t i = 0; i < T_LEN(settled); i++) {
        struct at_verdicts verdicts;
        T_ROW(at_run_end_rows[settled[i].end].name);
        at_verdicts_init(&verdicts, 2);
        for (size_t n = 0; n < settled[i].ended; n++)
            (void)at_verdicts_claim(&verdicts, n, false, AT_STR("said"));
        T_EQ_INT(at_run_end_settle(settled[i].end, &verdicts),
                 settled[i].counts);
        at_verdicts_deinit(&verdicts);
    }
}

static const struct {
    enum at_code code;
    enum at_run_end end;
} codes[] = {
    {AT_EUSAGE, AT_RUN_END_USAGE},      {AT_ENODEV, AT_RUN_END_NO_DEVICE},
    {AT_ENOTOOL, AT_RUN_END_NO_DEVICE}, {AT_EMANYDEV, AT_RUN_END_NO_DEVICE},
    {AT_EBUSY, AT_RUN_END_BUSY},        {AT_ECANCELED, AT_RUN_END_STOPPED},
    {AT_EIO, AT_RUN_END_MACHINE},       {AT_ELIMIT, AT_RUN_END_MACHINE},
};

T_TEST(a_run_that_could_not_be_queued)
{
    for (size_t i = 0; i < T_LEN(codes); i++) {
        T_ROW(at_code_info(codes[i].code)->name);
        T_EQ_INT(at_run_end_by_code(codes[i].code), codes[i].end);
    }
}

T_MAIN()
