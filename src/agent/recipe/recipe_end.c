// recipe_end.c: records the engine's own evaluations at the end of a step
#include <stdlib.h>

#include "agent/proof/claim_near.h"
#include "agent/recipe/recipe.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"

struct at_recipe_proof *
at_recipe_add_end(struct at_recipe *recipe, size_t step)
{
    recipe->ends = at_realloc_array(recipe->ends, recipe->end_count + 1,
                                    sizeof(*recipe->ends));
    size_t at = recipe->end_count++;
    for (; at > 0 && recipe->ends[at - 1].step > step; at--)
        recipe->ends[at] = recipe->ends[at - 1];
    recipe->ends[at] = (struct at_recipe_end){
        .step = step,
        .proof = {.text = at_strdup(""),
                  .by = AT_RECIPE_BY_EXPECTATION,
                  .held_after_ms = -1},
    };
    return &recipe->ends[at].proof;
}

void
at_recipe_forget_ends(struct at_recipe *recipe, size_t step)
{
    size_t kept = 0;
    for (size_t i = 0; i < recipe->end_count; i++) {
        if (recipe->ends[i].step == step)
            at_recipe_proof_deinit(&recipe->ends[i].proof);
        else
            recipe->ends[kept++] = recipe->ends[i];
    }
    recipe->end_count = kept;
}

const struct at_recipe_proof *
at_recipe_find_end(const struct at_recipe *recipe, size_t step,
                   const struct at_claim *claim)
{
    for (size_t i = 0; i < recipe->end_count; i++) {
        struct at_claim recorded;
        if (recipe->ends[i].step != step ||
            !at_claim_read(recipe->ends[i].proof.claim, &recorded, NULL))
            continue;
        bool same = at_claim_eq(&recorded, claim);
        at_claim_deinit(&recorded);
        if (same)
            return &recipe->ends[i].proof;
    }
    return NULL;
}

struct at_str
at_recipe_end_text(const struct at_claim *claim, const struct at_scene *scene,
                   const struct at_claim_result *result)
{
    bool quotes = claim->kind == AT_CLAIM_TEXT ||
                  (claim->kind == AT_CLAIM_SHOWN && claim->bound[0]);
    struct at_str words =
        at_str(claim->kind == AT_CLAIM_SHOWN ? claim->bound : claim->text);
    if (!quotes || result->row >= scene->count)
        return AT_STR("");
    return at_scene_text_with(&scene->rows[result->row], words);
}

static void
fail(struct at_claim_result *result, struct at_str now, const char *was,
     const char *what)
{
    at_buf_clear(&result->why);
    at_buf_add_fmt(&result->why, "%s is %s, and was %s when this was recorded",
                   what, AT_QUOTED(at_utf8_head(now, AT_KIB)),
                   AT_QUOTED(at_utf8_head(at_str(was), AT_KIB)));
    result->outcome = AT_CLAIM_FAILS;
}

// The model may bind words only to the element of the recording. A claim that
// was bound then and is unbound now fails.
static void
settle_bound(const struct at_recipe_proof *recorded,
             const struct at_claim *claim, struct at_claim_result *result)
{
    struct at_claim then;
    if (!at_claim_read(recorded->claim, &then, NULL))
        return;
    bool same = at_str_eq(at_str(then.bound), at_str(claim->bound));
    if (!same && claim->bound[0])
        fail(result, at_str(claim->bound), then.bound,
             "the element that is meant");
    else if (same && result->outcome == AT_CLAIM_UNBOUND)
        result->outcome = AT_CLAIM_FAILS;
    at_claim_deinit(&then);
}

void
at_recipe_settle(const struct at_recipe_proof *recorded,
                 const struct at_claim *claim, const struct at_scene *scene,
                 struct at_claim_result *result)
{
    struct at_str now = at_recipe_end_text(claim, scene, result);
    if (!recorded)
        return;
    settle_bound(recorded, claim, result);
    if (result->outcome == AT_CLAIM_HOLDS && now.len > 0 &&
        !at_recipe_text_fits(at_str(recorded->text), now))
        fail(result, now, recorded->text, "the text");
}
