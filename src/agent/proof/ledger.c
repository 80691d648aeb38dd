// ledger.c: the record of a step, and the screens of a run
#include <stdlib.h>

#include "agent/proof/proof.h"
#include "base/alloc.h"
#include "base/wipe.h"

size_t
at_scenes_add(struct at_scenes *scenes, struct at_scene *scene)
{
    if (scenes->count > 0 &&
        at_scene_eq(&scenes->items[scenes->count - 1], scene)) {
        at_scene_deinit(scene);
        return scenes->count - 1;
    }
    scenes->items = at_realloc_array(scenes->items, scenes->count + 1,
                                     sizeof(*scenes->items));
    scenes->items[scenes->count++] = *scene;
    *scene = (struct at_scene){0};
    if (scenes->count - scenes->forgotten > AT_SCENES_MAX)
        at_scene_deinit(&scenes->items[scenes->forgotten++]);
    return scenes->count - 1;
}

const struct at_scene *
at_scenes_at(const struct at_scenes *scenes, size_t index)
{
    bool is_kept = scenes && index != AT_SCENE_NONE && index < scenes->count &&
                   index >= scenes->forgotten;
    return is_kept ? &scenes->items[index] : NULL;
}

void
at_scenes_deinit(struct at_scenes *scenes)
{
    for (size_t i = scenes->forgotten; i < scenes->count; i++)
        at_scene_deinit(&scenes->items[i]);
    free(scenes->items);
    *scenes = (struct at_scenes){0};
}

void
at_ledger_init(struct at_ledger *ledger, size_t first_scene)
{
    *ledger = (struct at_ledger){.first_scene = first_scene};
}

static void
deinit_assertion(struct at_assertion *assertion)
{
    at_claim_deinit(&assertion->claim);
    free(assertion->words);
    at_seen_deinit(&assertion->seen);
}

void
at_ledger_deinit(struct at_ledger *ledger)
{
    for (size_t i = 0; i < ledger->assertion_count; i++)
        deinit_assertion(&ledger->assertions[i]);
    for (size_t i = 0; i < ledger->deed_count; i++) {
        at_wipe_text(ledger->deeds[i].typed);
        at_wipe_text(ledger->deeds[i].target);
        free(ledger->deeds[i].words);
    }
    free(ledger->assertions);
    free(ledger->deeds);
    *ledger = (struct at_ledger){0};
}

struct at_deed *
at_ledger_add_deed(struct at_ledger *ledger, enum at_deed_outcome outcome,
                   struct at_str typed, struct at_str target)
{
    ledger->deeds = at_realloc_array(ledger->deeds, ledger->deed_count + 1,
                                     sizeof(*ledger->deeds));
    ledger->deeds[ledger->deed_count++] = (struct at_deed){
        .outcome = outcome,
        .typed = at_strndup(typed.len ? typed.ptr : "", typed.len),
        .target = at_strndup(target.len ? target.ptr : "", target.len),
        .scene = AT_SCENE_NONE,
        .words = at_strdup(""),
    };
    ledger->done += outcome == AT_DEED_DONE;
    return &ledger->deeds[ledger->deed_count - 1];
}

void
at_ledger_add(struct at_ledger *ledger, struct at_assertion *assertion)
{
    ledger->assertions =
        at_realloc_array(ledger->assertions, ledger->assertion_count + 1,
                         sizeof(*ledger->assertions));
    assertion->done = ledger->done;
    ledger->assertions[ledger->assertion_count++] = *assertion;
    *assertion = (struct at_assertion){0};
}

void
at_ledger_merge(struct at_ledger *ledger, struct at_ledger *from)
{
    for (size_t i = 0; i < from->assertion_count; i++)
        at_ledger_add(ledger, &from->assertions[i]);
    from->assertion_count = 0;
}
