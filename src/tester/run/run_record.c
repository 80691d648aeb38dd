// run_record.c: the calls of a run that become its recording
#include "base/limits.h"
#include "sys/clock.h"
#include "tester/run/run_priv.h"

void
at_run_loop_enter_step(struct at_run_loop *run)
{
    size_t step = run->out->verdicts.current;
    if (step < run->entered)
        return;
    if (run->acted_ns == 0) // the start of the app
        run->acted_ns = at_now_ns();
    at_tool_runner_begin_step(run->runner, step == 0);
    run->entered = step + 1;
}

static bool
asserts(enum at_agent_tool tool)
{
    return at_agent_tool_rows[tool].class == AT_AGENT_TOOL_ASSERTS;
}

static bool
acts(enum at_agent_tool tool)
{
    return at_agent_tool_rows[tool].class == AT_AGENT_TOOL_ACTS;
}

static int64_t
held_after_ms(const struct at_run_loop *run,
              const struct at_agent_tool_result *result)
{
    int64_t ms = (result->held_ns - run->acted_ns) / AT_NS_PER_MS;
    return result->held_ns == 0 ? -1 : ms > 0 ? ms : 0;
}

static bool
note_proof(const struct at_run_loop *run, struct at_recipe_call *call,
           const struct at_agent_tool_result *result)
{
    return !asserts(call->tool) ||
           at_recipe_call_prove(call, at_str(result->proved),
                                held_after_ms(run, result));
}

// A step is known by the screen of its first action, a wait by the one that it
// led to.
static void
choose_screen(const struct at_recipe *recipe)
{
    struct at_recipe_call *last = &recipe->calls[recipe->count - 1];
    bool first = acts(last->tool);
    for (size_t i = recipe->count - 1;
         first && i-- > 0 && recipe->calls[i].step == last->step;)
        first = !acts(recipe->calls[i].tool);
    if (!first && last->tool != AT_AGENT_WAIT)
        at_recipe_screen_deinit(&last->screen);
    // The touch finds its own element, which proves nothing about the rest.
    at_recipe_screen_forget(&last->screen, last->target.id);
    at_recipe_screen_forget(&last->screen, last->target.text);
    at_recipe_screen_forget(&last->screen, last->target.description);
}

static bool
can_be_kept(const struct at_recipe *recipe, const struct at_recipe_call *call)
{
    return recipe->count <= AT_RECIPE_CALLS_MAX &&
           (!at_recipe_needs_target(call->tool) ||
            at_recipe_is_named(&call->target));
}

bool
at_run_loop_record(struct at_run_loop *run, enum at_agent_tool tool,
                   const json_t *args, struct at_agent_tool_result *result)
{
    struct at_err err = AT_ERR_INIT;
    struct at_recipe *recipe = &run->out->recipe;
    size_t step = run->out->verdicts.current;
    struct at_tool_runner_use use = {
        .tool = tool,
        .args = args,
        .recorded = at_recipe_add(recipe, tool, args, step),
        .limits_wait = run->move != NULL,
        .wait_ms = run->move ? run->move->wait_ms : 0,
    };
    bool ok = at_tool_runner_call(&run->op, run->runner, &use, result, &err);
    bool taken = ok && at_recipe_takes(tool, result);
    if (!ok)
        at_run_loop_end_by(run, &err);
    if (taken && step < run->lost &&
        (!note_proof(run, use.recorded, result) ||
         !can_be_kept(recipe, use.recorded)))
        run->lost = step;
    // Calls after the last step belong to no step.
    if (!taken || step == run->out->verdicts.count)
        at_recipe_drop(recipe);
    else
        choose_screen(recipe);
    return ok;
}
