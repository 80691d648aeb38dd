#include "agent/loop/calls.h"

#include <stdlib.h>
#include <string.h>

#include "agent/loop/prompt.h"
#include "base/alloc.h"
#include "base/quote.h"
#include "wire/json.h"

void
at_calls_deinit(struct at_calls *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        json_decref(calls->items[i].args);
    free(calls->items);
    at_turn_deinit(&calls->results);
    *calls = (struct at_calls){0};
}

static const struct at_call *
find_id(const struct at_calls *calls, const char *id)
{
    for (size_t i = 0; i < calls->count; i++)
        if (strcmp(calls->items[i].part->id, id) == 0)
            return &calls->items[i];
    return NULL;
}

static bool
is_same(const struct at_part *a, const struct at_part *b)
{
    return at_str_eq(at_str(a->name), at_str(b->name)) && a->args && b->args &&
           json_equal(a->args, b->args);
}

// Ids pair calls with results. A missing or repeated id would leave a call
// without a result, which providers refuse.
static void
set_new_id(const struct at_calls *calls, struct at_part *part)
{
    char *id = NULL;
    size_t number = calls->count;
    do {
        free(id);
        id = at_strfmt("call_again_%zu", ++number);
    } while (find_id(calls, id));
    free(part->id);
    part->id = id;
}

// Return true if the part was changed.
static bool
take_one(struct at_calls *calls, struct at_part *part)
{
    bool has_id = part->id && part->id[0];
    const struct at_call *first = has_id ? find_id(calls, part->id) : NULL;
    bool again = first && is_same(first->part, part);
    if (first || !has_id)
        set_new_id(calls, part);
    calls->items[calls->count++] =
        (struct at_call){.part = part, .again = again};
    return first || !has_id;
}

void
at_calls_take(struct at_calls *calls, struct at_turn *turn)
{
    bool changed = false;
    at_calls_deinit(calls);
    calls->results.role = AT_TURN_USER;
    calls->items = at_alloc(turn->count * sizeof(*calls->items));
    for (size_t i = 0; i < turn->count; i++)
        if (turn->parts[i].kind == AT_PART_CALL)
            changed = take_one(calls, &turn->parts[i]) || changed;
    if (changed) {
        json_decref(turn->raw);
        turn->raw = NULL;
    }
}

struct at_call *
at_calls_next(struct at_calls *calls)
{
    return calls->next < calls->count ? &calls->items[calls->next] : NULL;
}

// Set the tool and its arguments, or explain in err why the call is not valid.
static bool
check(struct at_call *call, struct at_err *err)
{
    const struct at_part *part = call->part;
    if (call->known)
        return true;
    if (!at_agent_tool_find(at_str(part->name), &call->tool, err))
        return false;
    if (!json_is_object(part->args))
        return at_fail(err, AT_EUSAGE,
                       "the arguments of %s are not a JSON object: %s",
                       part->name, AT_QUOTED(at_str(part->text)));
    // The conversation keeps the model's own arguments.
    call->args = json_deep_copy(part->args);
    at_assert(call->args);
    call->known = at_agent_tool_check(call->tool, call->args, err);
    return call->known;
}

// Return true for a touch at coordinates that the model chose on an earlier
// screen.
static bool
is_blind(const struct at_calls *calls, const struct at_call *call)
{
    return calls->moved && call->tool == AT_AGENT_TAP_COORDINATES;
}

// Return true if the call makes no sense after a failed one, because the screen
// differs from the expected one. Tools that only look may still run, and so may
// giving up the step.
static bool
is_in_vain(const struct at_calls *calls, const struct at_call *call)
{
    enum at_agent_tool_class class = at_agent_tool_rows[call->tool].class;
    bool gives_up = call->tool == AT_AGENT_STEP_DONE &&
                    at_str_is(at_json_get_str(call->args, "verdict"), "FAIL");
    return calls->failed && !gives_up &&
           (class == AT_AGENT_TOOL_ACTS || class == AT_AGENT_TOOL_ASSERTS ||
            call->tool == AT_AGENT_STEP_DONE);
}

static const char *
why_skipped(struct at_calls *calls, const struct at_call *call)
{
    if (call->again)
        return "the same call was given twice in this turn; it was done once";
    if (is_in_vain(calls, call))
        return "previous action in this turn failed";
    if (!is_blind(calls, call))
        return NULL;
    calls->failed = true;
    return "the screen has changed since this place was chosen; look at the "
           "new one first";
}

bool
at_calls_refused(struct at_calls *calls, struct at_call *call,
                 struct at_agent_tool_result *result)
{
    struct at_err err = AT_ERR_INIT;
    if (!check(call, &err)) {
        at_agent_tool_say(result, AT_PREFIX_ERROR, "%s", err.msg);
        return true;
    }
    const char *why = why_skipped(calls, call);
    if (why)
        at_agent_tool_say(result, AT_PREFIX_SKIPPED, "%s", why);
    return why != NULL;
}

bool
at_calls_failed(enum at_prefix prefix)
{
    return prefix != AT_PREFIX_OK && prefix != AT_PREFIX_TAPPED &&
           prefix != AT_PREFIX_VISIBLE && prefix != AT_PREFIX_SKIPPED;
}

void
at_calls_answer(struct at_calls *calls,
                const struct at_agent_tool_result *result, struct at_str text)
{
    struct at_call *call = at_calls_next(calls);
    at_assert(call);
    struct at_part *part = at_turn_add(&calls->results, AT_PART_RESULT);
    part->id = at_strdup(call->part->id);
    part->name = at_strdup(call->part->name ? call->part->name : "");
    part->text = at_strndup(text.len ? text.ptr : "", text.len);
    part->is_error = result->prefix == AT_PREFIX_ERROR;
    if (result->picture.len > 0) {
        part->image = at_strndup(result->picture.data, result->picture.len);
        part->image_len = result->picture.len;
        part->mime = result->picture_mime;
    }
    call->whole = call->known && result->whole && result->screen.len > 0 &&
                  at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS;
    calls->failed = calls->failed || at_calls_failed(result->prefix);
    calls->moved =
        calls->moved ||
        (call->known && (result->changed || result->screen.len > 0) &&
         at_agent_tool_rows[call->tool].unpredictable);
    calls->next++;
}

void
at_calls_fold(struct at_calls *calls, struct at_str marker)
{
    bool whole = false;
    for (size_t i = calls->count; i-- > 0;) {
        const struct at_call *call = &calls->items[i];
        if (whole && call->known &&
            at_agent_tool_rows[call->tool].class == AT_AGENT_TOOL_ACTS)
            (void)at_prompt_fold_screen(marker, &calls->results.parts[i].text);
        whole = whole || call->whole;
    }
}
