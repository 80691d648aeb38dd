#include "flow/steps/batch.h"

#include <string.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "screen/label.h"
#include "screen/reach.h"

static void
batched_deinit(struct at_batched *step)
{
    at_field_deinit(&step->field);
    at_buf_deinit(&step->expected);
}

void
at_batch_deinit(struct at_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        batched_deinit(&batch->steps[i]);
    batch->count = 0;
    batch->input_count = 0;
    batch->stopped = false;
}

static bool
is_plain(const struct at_flow_step *step)
{
    return !step->expect_crash && !step->target.focused && !step->force;
}

static bool
types(const struct at_flow_step *step)
{
    return step->action == AT_FLOW_TYPE || step->action == AT_FLOW_CLEAR_TEXT;
}

static bool
touches(const struct at_flow_step *step)
{
    return step->action == AT_FLOW_TAP || step->action == AT_FLOW_DOUBLE_TAP ||
           step->action == AT_FLOW_LONG_PRESS;
}

static const struct at_node *
find(struct at_app *app, const struct at_flow_step *step)
{
    struct at_selector target = step->target;
    target.touch = true;
    target.labels = true;
    return at_selector_find(&target, at_app_tree(app), at_app_refs(app), NULL);
}

// Typing may change the rows of a list.
static bool
is_in_list(const struct at_node *node)
{
    for (; node; node = node->parent) {
        if (at_node_has(node, AT_NODE_SCROLLABLE) &&
            !at_str_ends(node->class_name, AT_STR("ScrollView")))
            return true;
    }
    return false;
}

static bool
is_free(struct at_app *app, const struct at_node *node)
{
    return at_reach_enabled(node) && !at_node_has(node, AT_NODE_GRAFTED) &&
           at_reach_of(at_app_tree(app), node).kind == AT_REACH_FREE;
}

static bool
is_free_field(struct at_app *app, const struct at_node *node)
{
    return node && at_node_takes_text(node) && is_free(app, node);
}

// Return true if the typed text may show the words of the selector.
static bool
may_show(struct at_str typed, const struct at_selector *target)
{
    const struct at_str words[] = {
        target->text, target->text_contains, target->words, target->description,
        target->near, target->inside,        target->below};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (words[i].len > 0 && at_alike_has_nocase(typed, words[i]))
            return true;
    }
    return false;
}

static bool
waits_already(const struct at_batch *batch, const struct at_node *node)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->steps[i].field.node == node)
            return true;
    }
    return false;
}

static bool
may_follow(const struct at_batch *batch, struct at_app *app,
           const struct at_flow_step *step, const struct at_flow_step *next)
{
    if (!is_plain(next))
        return false;
    if (next->action == AT_FLOW_PRESS_KEY)
        return true;
    const struct at_node *node = find(app, next);
    if (!node || node == find(app, step) || waits_already(batch, node) ||
        may_show(step->value, &next->target) || is_in_list(node))
        return false;
    return types(next) ? is_free_field(app, node)
                       : touches(next) && is_free(app, node);
}

static bool
has_line_end(struct at_str text)
{
    return at_str_find(text, AT_STR("\n")) >= 0;
}

bool
at_batch_allows(const struct at_batch *batch, struct at_app *app,
                const struct at_flow *flow, size_t index)
{
    const struct at_flow_step *step = &flow->steps[index];
    bool fits =
        batch->count < AT_BATCH_MAX &&
        batch->input_count + 2 * AT_BATCH_STEP_INPUTS_MAX <= AT_STEP_INPUTS_MAX;
    return !batch->off && fits && index + 1 < flow->count && types(step) &&
           is_plain(step) && !has_line_end(step->value) &&
           at_device_finds(at_app_device(app)) && at_app_is_settled(app) &&
           !at_app_is_veiled(app) && // the tree shows values as they are
           strcmp(at_app_backend(app), "adb") != 0 &&
           is_free_field(app, find(app, step)) &&
           may_follow(batch, app, step, &flow->steps[index + 1]);
}

void
at_batch_keep(struct at_step_call *call, struct at_field *field,
              struct at_buf *expected, const struct at_input *inputs,
              size_t count)
{
    struct at_batch *batch = call->batch;
    struct at_batched *step = &batch->steps[batch->count++];
    *step = (struct at_batched){
        .result = call->result, .field = *field, .expected = *expected};
    step->text = at_buf_str(&step->expected);
    *field = (struct at_field){.focused = false};
    *expected = (struct at_buf)AT_BUF_INIT(expected->max);
    memcpy(&batch->inputs[batch->input_count], inputs, count * sizeof(*inputs));
    batch->input_count += count;
    batch->inputs[batch->input_count - 1].expected = &step->text;
    step->end = batch->input_count;
    call->defers = true;
}

// Accept the first done inputs, whose fields hold the expected texts.
static void
accept(struct at_step_call *call, size_t done)
{
    struct at_batch *batch = call->batch;
    for (size_t i = 0; i < batch->count && batch->steps[i].end <= done; i++) {
        struct at_batched *step = &batch->steps[i];
        at_field_accept(call->app, step->result, &step->field, step->text);
    }
}

static void
stop(struct at_step_call *call, size_t done, enum at_refusal refusal,
     const struct at_err *why)
{
    struct at_batch *batch = call->batch;
    batch->stopped = true;
    batch->off = true;
    batch->refusal = refusal;
    batch->why = *why;
    batch->failed = 0;
    while (batch->failed + 1 < batch->count &&
           batch->steps[batch->failed].end <= done)
        batch->failed++;
}

// Mark the fields of the kept steps: the call has not changed them.
static void
set_besides(struct at_step_call *call)
{
    const struct at_batch *batch = call->batch;
    call->besides_count = batch->count;
    for (size_t i = 0; i < batch->count; i++)
        call->besides[i] = batch->steps[i].field.node;
}

bool
at_batch_send(struct at_step_call *call, const struct at_input *inputs,
              size_t count, size_t *out_done, struct at_err *err)
{
    struct at_batch *batch = call->batch;
    struct at_input all[AT_STEP_INPUTS_MAX];
    struct at_err why = AT_ERR_INIT;
    size_t waiting = batch->input_count;
    size_t done = 0;
    at_assert(waiting + count <= AT_STEP_INPUTS_MAX);
    memcpy(all, batch->inputs, waiting * sizeof(*all));
    if (count > 0)
        memcpy(&all[waiting], inputs, count * sizeof(*all));
    call->batch = NULL;
    bool ok = at_step_inject_all(call, all, waiting + count, &done, &why);
    call->batch = batch;
    accept(call, done);
    *out_done = done > waiting ? done - waiting : 0;
    if (!ok && done < waiting) {
        stop(call, done, call->refusal, &why);
        call->refusal = AT_REFUSAL_NONE;
        return at_fail(err, AT_EDEVICE, "the step before it stopped");
    }
    call->device_result.done = *out_done;
    set_besides(call);
    at_batch_deinit(batch);
    return ok || at_err_pass(err, &why);
}
