// trace_test.c: steps of a run as values
#include "maestro/trace.h"

#include "tests/t.h"

T_TEST(steps_are_numbered_and_keep_what_they_got)
{
    struct at_maestro_trace trace = AT_MAESTRO_TRACE_INIT;
    for (uint32_t i = 0; i < 100; i++)
        T_EQ_INT(at_maestro_trace_add(&trace)->sequence, i);
    struct at_maestro_step *step = &trace.steps[40];
    T_NULL(step->note);
    at_maestro_step_note(step, "first");
    at_maestro_step_note(step, "second");
    T_EQ_TEXT(step->note, "first; second");
    at_maestro_step_artifact(step, "screenshot", "a.png");
    at_maestro_step_artifact(step, "log", "b.log");
    T_EQ_SIZE(step->artifact_count, 2);
    T_EQ_TEXT(step->artifacts[1].path, "b.log");
    T_NULL(at_maestro_trace_failed(&trace));
    trace.failed = 40;
    T_OK(at_maestro_trace_failed(&trace) == step);
    at_maestro_trace_deinit(&trace);
    T_EQ_SIZE(trace.count, 0);
}

T_TEST(title_is_the_name_or_the_file)
{
    char title[64];
    struct at_maestro_flow flow = {.file = "flows/Log.in.yaml"};
    at_maestro_flow_title(&flow, title, sizeof(title));
    T_EQ_TEXT(title, "Log.in");
    flow.name = AT_STR("Log in with e-mail");
    at_maestro_flow_title(&flow, title, sizeof(title));
    T_EQ_TEXT(title, "Log in with e-mail");
    flow = (struct at_maestro_flow){.file = "plain"};
    at_maestro_flow_title(&flow, title, sizeof(title));
    T_EQ_TEXT(title, "plain");
}

T_TEST(outcomes_have_maestros_names)
{
    T_EQ_TEXT(at_maestro_outcome_name(AT_MAESTRO_WARNED), "WARNED");
    T_EQ_TEXT(at_maestro_outcome_name(AT_MAESTRO_SKIPPED), "SKIPPED");
}

T_MAIN()
