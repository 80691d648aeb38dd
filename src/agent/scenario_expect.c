// scenario_expect.c: the expectations of a scenario's steps
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "agent/scenario.h"
#include "base/alloc.h"
#include "base/limits.h"

const struct at_claims *
at_scenario_expects(const struct at_scenario *scenario, size_t step)
{
    static const struct at_claims none = {0};
    return step < scenario->expect_count ? &scenario->expect[step] : &none;
}

void
at_scenario_expect(struct at_scenario *scenario, size_t step,
                   struct at_claim *claim)
{
    at_assert(step < scenario->steps.count);
    if (scenario->expect_count <= step) {
        scenario->expect = at_realloc_array(
            scenario->expect, scenario->steps.count, sizeof(struct at_claims));
        while (scenario->expect_count < scenario->steps.count)
            scenario->expect[scenario->expect_count++] = (struct at_claims){0};
    }
    struct at_claims *claims = &scenario->expect[step];
    if (claims->count < AT_CLAIMS_MAX && !at_claims_have(claims, claim))
        at_claims_add(claims, claim);
    at_claim_deinit(claim);
}

static void
drop_compiled(struct at_claims *claims)
{
    size_t kept = 0;
    for (size_t i = 0; i < claims->count; i++) {
        if (claims->items[i].is_pinned)
            claims->items[kept++] = claims->items[i];
        else
            at_claim_deinit(&claims->items[i]);
    }
    claims->count = kept;
}

// Return true if people, not a model, have written the step's expectations.
static bool
is_by_hand(const struct at_scenario *scenario, size_t step)
{
    const struct at_claims *claims = at_scenario_expects(scenario, step);
    for (size_t i = 0; i < claims->count; i++)
        if (!claims->items[i].is_pinned)
            return false;
    return claims->count > 0;
}

void
at_scenario_take_compiled(struct at_scenario *scenario,
                          struct at_claims *compiled)
{
    char hash[65];
    for (size_t i = 0; i < scenario->steps.count; i++) {
        bool by_hand = is_by_hand(scenario, i);
        if (i < scenario->expect_count)
            drop_compiled(&scenario->expect[i]);
        for (size_t k = 0; !by_hand && k < compiled[i].count; k++) {
            compiled[i].items[k].is_pinned = false;
            at_scenario_expect(scenario, i, &compiled[i].items[k]);
        }
        at_claims_deinit(&compiled[i]);
    }
    at_scenario_steps_hash(scenario, hash);
    free(scenario->compiled);
    scenario->compiled = at_strdup(hash);
}

bool
at_scenario_is_compiled(const struct at_scenario *scenario)
{
    char hash[65];
    size_t step = 0;
    at_scenario_steps_hash(scenario, hash);
    while (step < scenario->steps.count && is_by_hand(scenario, step))
        step++;
    return step == scenario->steps.count ||
           strcmp(scenario->compiled, hash) == 0;
}
