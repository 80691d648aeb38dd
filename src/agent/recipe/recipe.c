#include "agent/recipe/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "wire/json.h"

const char *const at_recipe_provers[AT_RECIPE_PROVERS] = {
    [AT_RECIPE_BY_MODEL] = "model",
    [AT_RECIPE_BY_EXPECTATION] = "expectation",
};

static char **
text_of(struct at_recipe_target *target, size_t i)
{
    char **const texts[] = {&target->id, &target->text, &target->description,
                            &target->class_name};
    return texts[i];
}

enum { TARGET_TEXTS = 4 };

void
at_recipe_init(struct at_recipe *recipe)
{
    *recipe = (struct at_recipe){0};
}

void
at_recipe_proof_deinit(struct at_recipe_proof *proof)
{
    json_decref(proof->claim);
    free(proof->text);
}

static void
deinit_call(struct at_recipe_call *call)
{
    json_decref(call->args);
    for (size_t i = 0; i < TARGET_TEXTS; i++)
        free(*text_of(&call->target, i));
    free(call->dialog);
    at_recipe_screen_deinit(&call->screen);
    at_recipe_proof_deinit(&call->proof);
}

void
at_recipe_deinit(struct at_recipe *recipe)
{
    for (size_t i = 0; i < recipe->count; i++)
        deinit_call(&recipe->calls[i]);
    for (size_t i = 0; i < recipe->end_count; i++)
        at_recipe_proof_deinit(&recipe->ends[i].proof);
    free(recipe->calls);
    free(recipe->ends);
    *recipe = (struct at_recipe){0};
}

struct at_recipe_call *
at_recipe_add(struct at_recipe *recipe, enum at_agent_tool tool,
              const json_t *args, size_t step)
{
    recipe->calls = at_realloc_array(recipe->calls, recipe->count + 1,
                                     sizeof(*recipe->calls));
    struct at_recipe_call *call = &recipe->calls[recipe->count++];
    *call = (struct at_recipe_call){.tool = tool, .step = step};
    call->args = args ? json_deep_copy(args) : json_object();
    at_assert(call->args);
    for (size_t i = 0; i < TARGET_TEXTS; i++)
        *text_of(&call->target, i) = at_strdup("");
    call->target.index = -1;
    call->dialog = at_strdup("");
    call->proof =
        (struct at_recipe_proof){.text = at_strdup(""), .held_after_ms = -1};
    return call;
}

void
at_recipe_proof_set(struct at_recipe_proof *proof, const json_t *claim,
                    struct at_str text, int64_t held_after_ms)
{
    bool fits = text.len <= AT_RECIPE_TEXT_MAX_BYTES;
    json_decref(proof->claim);
    free(proof->text);
    proof->claim = claim ? json_deep_copy(claim) : NULL;
    proof->text = at_strndup(text.len ? text.ptr : "", fits ? text.len : 0);
    proof->held_after_ms = held_after_ms < AT_RECIPE_HELD_MAX_MS
                               ? held_after_ms
                               : AT_RECIPE_HELD_MAX_MS;
}

void
at_recipe_proof_claim(struct at_recipe_proof *proof,
                      const struct at_claim *claim, struct at_str text,
                      int64_t held_after_ms)
{
    json_t *json = at_claim_json(claim);
    at_recipe_proof_set(proof, json, text, held_after_ms);
    json_decref(json);
}

// Return the claim of an assertion (agent/proof/claim.h). Owned by the caller.
static json_t *
claim_of(const struct at_recipe_call *call)
{
    json_t *text = json_object_get(call->args, "text");
    if (text && call->tool == AT_AGENT_VERIFY_NOT_VISIBLE)
        return json_pack("{s:O}", "absent", text);
    return text && call->tool == AT_AGENT_VERIFY_VISIBLE
               ? json_pack("{s:O}", "text", text)
               : json_incref(call->args);
}

bool
at_recipe_call_prove(struct at_recipe_call *call, struct at_str proved,
                     int64_t held_after_ms)
{
    bool has_ref = at_json_get_str(call->args, "ref").len > 0;
    if (has_ref && (proved.len == 0 || proved.len > AT_RECIPE_TEXT_MAX_BYTES))
        return false;
    if (has_ref) {
        json_object_del(call->args, "ref");
        at_json_set(call->args, "text", at_json_text(proved));
    }
    json_t *claim = claim_of(call);
    at_recipe_proof_set(&call->proof, claim, proved, held_after_ms);
    json_decref(claim);
    return true;
}

static void
copy_target(struct at_recipe_target *target,
            const struct at_recipe_target *from)
{
    struct at_recipe_target source = *from; // borrowed
    for (size_t i = 0; i < TARGET_TEXTS; i++) {
        free(*text_of(target, i));
        *text_of(target, i) = at_strdup(*text_of(&source, i));
    }
    target->index = from->index;
}

struct at_recipe_call *
at_recipe_add_copy(struct at_recipe *recipe, const struct at_recipe_call *from)
{
    struct at_recipe_call *call =
        at_recipe_add(recipe, from->tool, from->args, from->step);
    copy_target(&call->target, &from->target);
    free(call->dialog);
    call->dialog = at_strdup(from->dialog);
    at_recipe_screen_copy(&from->screen, &call->screen);
    at_recipe_proof_set(&call->proof, from->proof.claim,
                        at_str(from->proof.text), from->proof.held_after_ms);
    call->proof.by = from->proof.by;
    return call;
}

void
at_recipe_join(struct at_recipe *recipe, size_t step)
{
    for (size_t i = recipe->count; i-- > 0 && recipe->calls[i].step > step;)
        recipe->calls[i].step = step;
    for (size_t i = recipe->end_count; i-- > 0 && recipe->ends[i].step > step;)
        recipe->ends[i].step = step;
}

void
at_recipe_cut(struct at_recipe *recipe, size_t step)
{
    while (recipe->count > 0 && recipe->calls[recipe->count - 1].step >= step)
        deinit_call(&recipe->calls[--recipe->count]);
    while (recipe->end_count > 0 &&
           recipe->ends[recipe->end_count - 1].step >= step)
        at_recipe_proof_deinit(&recipe->ends[--recipe->end_count].proof);
}

void
at_recipe_drop(struct at_recipe *recipe)
{
    at_assert(recipe->count > 0);
    deinit_call(&recipe->calls[--recipe->count]);
}

bool
at_recipe_needs_target(enum at_agent_tool tool)
{
    return tool == AT_AGENT_TAP || tool == AT_AGENT_TAP_COORDINATES ||
           tool == AT_AGENT_INPUT_TEXT;
}

bool
at_recipe_is_named(const struct at_recipe_target *target)
{
    struct at_recipe_target source = *target; // borrowed
    for (size_t i = 0; i < TARGET_TEXTS; i++)
        if (strlen(*text_of(&source, i)) > AT_RECIPE_TEXT_MAX_BYTES)
            return false;
    return target->id[0] || target->text[0] || target->description[0];
}

bool
at_recipe_can_play(enum at_agent_tool tool)
{
    enum at_agent_tool_class class = at_agent_tool_rows[tool].class;
    return tool == AT_AGENT_WAIT || tool == AT_AGENT_BIND_EXPECTATION ||
           (class == AT_AGENT_TOOL_ACTS && tool != AT_AGENT_START_SCENARIO) ||
           (class == AT_AGENT_TOOL_ASSERTS &&
            tool != AT_AGENT_ASSERT_BY_LOOKING);
}

bool
at_recipe_takes(enum at_agent_tool tool,
                const struct at_agent_tool_result *result)
{
    if (!at_recipe_can_play(tool))
        return false;
    if (at_agent_tool_rows[tool].class == AT_AGENT_TOOL_ASSERTS)
        return result->evidence == AT_EVIDENCE_HELD;
    return result->prefix == AT_PREFIX_OK || result->prefix == AT_PREFIX_TAPPED;
}

void
at_recipe_key(const char *hash, const struct at_recipe_place *place,
              char out[AT_RECIPE_KEY_LEN + 1])
{
    struct at_buf all = AT_BUF_INIT(AT_KIB);
    unsigned char digest[AT_SHA256_BYTES];
    at_buf_add_fmt(&all, "%s\n%s\n%s\n%s", hash, place->device, place->locale,
                   place->version);
    at_sha256(at_buf_str(&all), digest);
    at_hex_write(digest, sizeof(digest), out);
    at_buf_deinit(&all);
}

bool
at_recipe_is_binding(const struct at_recipe *recipe, size_t call)
{
    const struct at_recipe_call *calls = recipe->calls;
    enum at_agent_tool_class class = at_agent_tool_rows[calls[call].tool].class;
    if (class != AT_AGENT_TOOL_ASSERTS)
        return false;
    for (size_t i = call + 1;
         i < recipe->count && calls[i].step == calls[call].step; i++) {
        if (at_agent_tool_rows[calls[i].tool].class == AT_AGENT_TOOL_ACTS)
            return false;
    }
    return true;
}

// Return true if the assertion is made in the same step, by the same text.
static bool
has_proof(const struct at_recipe *recipe, const struct at_recipe_call *proof)
{
    for (size_t i = 0; i < recipe->count; i++) {
        const struct at_recipe_call *call = &recipe->calls[i];
        if (call->step == proof->step && call->tool == proof->tool &&
            at_recipe_is_binding(recipe, i) &&
            json_equal(call->args, proof->args) &&
            at_recipe_text_fits(at_str(proof->proof.text),
                                at_str(call->proof.text)))
            return true;
    }
    return false;
}

// Return true if the claim held at the end of the same step, by the same text.
static bool
has_end(const struct at_recipe *recipe, const struct at_recipe_end *end)
{
    struct at_claim claim;
    if (!at_claim_read(end->proof.claim, &claim, NULL))
        return false;
    const struct at_recipe_proof *proof =
        at_recipe_find_end(recipe, end->step, &claim);
    at_claim_deinit(&claim);
    return proof &&
           at_recipe_text_fits(at_str(end->proof.text), at_str(proof->text));
}

bool
at_recipe_proves(const struct at_recipe *now, const struct at_recipe *was)
{
    for (size_t i = 0; i < was->end_count; i++) {
        if (!has_end(now, &was->ends[i]))
            return false;
    }
    for (size_t i = 0; i < was->count; i++) {
        if (at_recipe_is_binding(was, i) && !has_proof(now, &was->calls[i]))
            return false;
    }
    return true;
}

static int64_t
patience_ms(int64_t held_after_ms, int64_t least_ms)
{
    int64_t least = least_ms > 0 ? least_ms : AT_RECIPE_PATIENCE_MS;
    return held_after_ms > least ? held_after_ms : least;
}

int64_t
at_recipe_patience_ms(const struct at_recipe_call *call, int64_t least_ms)
{
    return patience_ms(call->proof.held_after_ms, least_ms);
}

int64_t
at_recipe_end_patience_ms(const struct at_recipe *recipe, size_t step,
                          int64_t least_ms)
{
    int64_t most_ms = 0;
    for (size_t i = 0; i < recipe->end_count; i++) {
        const struct at_recipe_end *end = &recipe->ends[i];
        if (end->step == step && end->proof.held_after_ms > most_ms)
            most_ms = end->proof.held_after_ms;
    }
    return patience_ms(most_ms, least_ms);
}

static bool
agree(const char *made, const char *here)
{
    return !made[0] || !here[0] || strcmp(made, here) == 0;
}

enum at_recipe_fit
at_recipe_fits(const struct at_recipe_place *made,
               const struct at_recipe_place *here)
{
    if (!made->device[0] && !made->locale[0] && !made->version[0])
        return AT_RECIPE_FIT_ANYWHERE;
    if (!agree(made->device, here->device) ||
        !agree(made->locale, here->locale))
        return AT_RECIPE_FIT_NOT;
    return strcmp(made->version, here->version) == 0 ? AT_RECIPE_FIT_EXACT
                                                     : AT_RECIPE_FIT_VERSION;
}
