// verify_claim.c: assertions about states, places, numbers and sums
#include <stdlib.h>

#include "base/alloc.h"
#include "flow/wait/idle.h"
#include "screen/label.h"
#include "tester/tools/tools.h"

static void
set(char **member, struct at_str text)
{
    free(*member);
    *member = at_strndup(text.len ? text.ptr : "", text.len);
}

// The words by which people know the element that a ref means.
static bool
name_ref(struct at_tool_runner_call *call, char **out, struct at_err *why)
{
    struct at_app *app = call->runner->app;
    if (!at_tool_runner_look(call, why))
        return false;
    const struct at_node *node = at_ref_resolve(
        at_app_refs(app), call->selector.ref, at_app_tree(app), why);
    if (!node)
        return false;
    struct at_str text = at_node_label(node, NULL);
    if (text.len == 0)
        text = at_node_effective_text(node);
    if (text.len == 0)
        return at_fail(why, AT_EUSAGE,
                       "no text names the element of %.*s: assert a text",
                       AT_STR_ARG(call->selector.ref));
    set(out, text);
    return true;
}

// Set *out to what text or ref means.
static bool
name_target(struct at_tool_runner_call *call, char **out, struct at_err *why)
{
    at_tool_runner_aim(call, call->args.text);
    if (call->selector.ref.len > 0)
        return name_ref(call, out, why);
    if (call->selector.words.len == 0)
        return at_fail(why, AT_EUSAGE,
                       "'text' is missing or empty: give it, "
                       "or 'ref'");
    set(out, call->selector.words);
    return true;
}

static void
note_row(struct at_tool_runner_call *call, size_t scene_index, size_t row)
{
    const struct at_scenes *scenes = call->runner->opts.scenes;
    struct at_agent_touch *touch = &call->out->touch;
    if (!scenes || scene_index >= scenes->count || row == AT_SCENE_NONE)
        return;
    const struct at_scene *scene = &scenes->items[scene_index];
    touch->has_box = true;
    touch->box = scene->rows[row].box;
    touch->width_px = scene->width_px;
    touch->height_px = scene->height_px;
}

// An element that is not there was asked for in other words: no assertion has
// failed.
static void
say(struct at_tool_runner_call *call, const struct at_claim_result *result)
{
    static const struct {
        enum at_prefix prefix;
        enum at_evidence evidence;
    } by_outcome[AT_CLAIM_OUTCOMES] = {
        [AT_CLAIM_HOLDS] = {AT_PREFIX_VISIBLE, AT_EVIDENCE_HELD},
        [AT_CLAIM_FAILS] = {AT_PREFIX_NOT_VISIBLE, AT_EVIDENCE_FAILED},
        [AT_CLAIM_UNBOUND] = {AT_PREFIX_NOT_FOUND, AT_EVIDENCE_NONE},
        [AT_CLAIM_UNKNOWN] = {AT_PREFIX_ERROR, AT_EVIDENCE_NONE},
    };
    at_agent_tool_say(call->out, by_outcome[result->outcome].prefix, "%s",
                      at_buf_text((struct at_buf *)&result->why));
    call->out->evidence = by_outcome[result->outcome].evidence;
}

// A recorded assertion waits as long as the recording says.
static int64_t
patience_ms(const struct at_tool_runner_call *call)
{
    int64_t most_ms = call->patience_ms > AT_IDLE_RETRY_MS ? call->patience_ms
                                                           : AT_IDLE_RETRY_MS;
    bool less = call->limits_wait && call->wait_ms < most_ms;
    return less ? call->wait_ms : most_ms;
}

// Evaluate the claim, which is moved, on the live screen.
static bool
judge(struct at_tool_runner_call *call, struct at_claim *claim,
      struct at_err *err)
{
    struct at_claims claims = {claim, 1};
    const struct at_tool_runner_expectation expected = {
        .claims = &claims, .timeout_ms = patience_ms(call)};
    struct at_claim_result result;
    struct at_tool_runner_expected found = {.results = &result};
    at_claim_result_init(&result);
    bool ok =
        at_tool_runner_expect(call->op, call->runner, &expected, &found, err);
    if (ok && !at_tool_runner_is_inside(call->runner)) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "another app is in front: nothing was asserted");
    } else if (ok) {
        say(call, &result);
        note_row(call, found.scene, result.row);
        if (call->out->evidence != AT_EVIDENCE_NONE)
            at_tool_runner_testify(call, claim);
    }
    at_claim_result_deinit(&result);
    at_claim_deinit(claim);
    return ok;
}

bool
at_tool_verify_state(struct at_tool_runner_call *call, struct at_err *err)
{
    bool has_value = call->args.value.ptr != NULL;
    bool has_state = call->args.state.ptr != NULL;
    struct at_err why = AT_ERR_INIT;
    struct at_claim claim;
    at_claim_init(&claim, has_value ? AT_CLAIM_VALUE : AT_CLAIM_STATE);
    bool ok = has_state != has_value
                  ? name_target(call, &claim.of, &why)
                  : at_fail(&why, AT_EUSAGE,
                            "verifyState takes 'state' or 'value', one of "
                            "them");
    if (!ok) {
        at_claim_deinit(&claim);
        return at_tool_runner_refuse(call, &why, err);
    }
    set(&claim.text, has_value ? call->args.value : call->args.state);
    return judge(call, &claim, err);
}

bool
at_tool_verify_near(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_str where = call->args.where;
    struct at_claim claim;
    at_claim_init(&claim, AT_CLAIM_TEXT);
    at_tool_runner_aim(call, call->args.text);
    set(&claim.text, call->selector.words);
    set(&claim.of, call->args.anchor);
    for (int i = 0; i < AT_CLAIM_WHERES; i++) {
        if (at_str_is(where, at_claim_wheres[i]))
            claim.where = (enum at_claim_where)i;
    }
    return judge(call, &claim, err);
}

bool
at_tool_verify_count(struct at_tool_runner_call *call, struct at_err *err)
{
    bool counts = call->args.count >= 0;
    struct at_claim claim;
    at_claim_init(&claim, counts ? AT_CLAIM_COUNT : AT_CLAIM_AT_LEAST);
    at_tool_runner_aim(call, call->args.text);
    set(&claim.of, call->selector.words);
    claim.count = counts ? call->args.count : call->args.at_least;
    return judge(call, &claim, err);
}

bool
at_tool_verify_sum(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_claim claim;
    at_claim_init(&claim, AT_CLAIM_SUM);
    set(&claim.of, call->args.near);
    for (size_t i = 0; i < call->args.of_count; i++)
        at_argv_add_str(&claim.terms, call->args.of[i]);
    return judge(call, &claim, err);
}

// The strategy binds: it knows the step and its expectations.
bool
at_tool_bind_expectation(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char *words = NULL;
    bool ok =
        at_tool_runner_look(call, &why) && name_target(call, &words, &why);
    const struct at_tree *tree = ok ? at_app_tree(call->runner->app) : NULL;
    if (ok && call->selector.words.len > 0 &&
        at_selector_count(&call->selector, tree) == 0)
        ok = at_fail(&why, AT_ENOTFOUND, "'%s' is not on the screen", words);
    if (!ok && at_tool_runner_is_fatal(&why)) {
        free(words);
        return at_err_pass(err, &why);
    }
    if (ok) {
        at_agent_tool_say(call->out, AT_PREFIX_OK, "bound to '%s'", words);
        free(call->out->bound);
        call->out->bound = words;
        return true;
    }
    free(words);
    at_agent_tool_say(call->out,
                      why.code == AT_ENOTFOUND ? AT_PREFIX_NOT_FOUND
                                               : AT_PREFIX_ERROR,
                      "%s", why.msg);
    return true;
}
