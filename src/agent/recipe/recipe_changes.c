// recipe_changes.c: two recordings of one scenario, compared call by call
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "agent/recipe/recipe.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

// The calls of one step in one recording.
struct part {
    const struct at_recipe_call *calls;
    json_t **json; // parallel to calls; borrowed
    size_t count;
};

// All calls of a recording as JSON.
static json_t **
all_json(const struct at_recipe *recipe)
{
    json_t **all = at_realloc_array(NULL, recipe->count + 1, sizeof(*all));
    for (size_t i = 0; i < recipe->count; i++)
        all[i] = at_recipe_call_json(&recipe->calls[i]);
    return all;
}

static void
free_all(json_t **all, const struct at_recipe *recipe)
{
    for (size_t i = 0; i < recipe->count; i++)
        json_decref(all[i]);
    free(all);
}

// Take the calls of the step, which begin at *next.
static struct part
take(const struct at_recipe *recipe, json_t **json, size_t step, size_t *next)
{
    size_t first = *next;
    while (*next < recipe->count && recipe->calls[*next].step == step)
        ++*next;
    if (*next == first) // an empty recording has no array to point into
        return (struct part){0};
    return (struct part){recipe->calls + first, json + first, *next - first};
}

static void
add(json_t *changes, const char *kind, json_t *was, json_t *now)
{
    json_t *change = json_object();
    json_t *step = json_object_get(was ? was : now, "step");
    json_object_set(change, "step", step);
    at_json_set_text(change, "kind", kind);
    if (was)
        json_object_set(change, "was", was);
    if (now)
        json_object_set(change, "now", now);
    json_array_append_new(changes, change);
}

// Add the calls between two that are equal: pairs with the same tool, in order,
// have changed; the rest was removed or added.
static void
add_gap(json_t *changes, const struct part *was, const struct part *now)
{
    size_t i = 0, j = 0;
    while (i < was->count && j < now->count &&
           was->calls[i].tool == now->calls[j].tool) {
        add(changes, "changed", was->json[i], now->json[j]);
        i++;
        j++;
    }
    for (; i < was->count; i++)
        add(changes, "removed", was->json[i], NULL);
    for (; j < now->count; j++)
        add(changes, "added", NULL, now->json[j]);
}

static struct part
slice(const struct part *part, size_t first, size_t end)
{
    if (first == end)
        return (struct part){0};
    return (struct part){part->calls + first, part->json + first, end - first};
}

// common[i * (now->count + 1) + j] is the length of the longest common
// subsequence of the calls from i and from j on.
static uint16_t *
count_common(const struct part *was, const struct part *now)
{
    size_t width = now->count + 1;
    uint16_t *common =
        at_realloc_array(NULL, (was->count + 1) * width, sizeof(*common));
    for (size_t i = was->count + 1; i-- > 0;) {
        for (size_t j = width; j-- > 0;) {
            uint16_t *here = &common[i * width + j];
            if (i == was->count || j == now->count)
                *here = 0;
            else if (json_equal(was->json[i], now->json[j]))
                *here = (uint16_t)(here[width + 1] + 1);
            else
                *here = here[width] > here[1] ? here[width] : here[1];
        }
    }
    return common;
}

static void
compare_step(json_t *changes, const struct part *was, const struct part *now)
{
    static_assert(AT_RECIPE_CALLS_MAX <= UINT16_MAX, "counts of calls");
    uint16_t *common = count_common(was, now);
    size_t width = now->count + 1;
    size_t i = 0, j = 0, i_done = 0, j_done = 0;
    while (i < was->count && j < now->count) {
        const uint16_t *here = &common[i * width + j];
        if (json_equal(was->json[i], now->json[j])) {
            struct part before = slice(was, i_done, i);
            struct part after = slice(now, j_done, j);
            add_gap(changes, &before, &after);
            i_done = ++i;
            j_done = ++j;
        } else if (here[width] >= here[1]) {
            i++;
        } else {
            j++;
        }
    }
    struct part before = slice(was, i_done, was->count);
    struct part after = slice(now, j_done, now->count);
    add_gap(changes, &before, &after);
    free(common);
}

json_t *
at_recipe_changes(const struct at_recipe *was, const struct at_recipe *now)
{
    json_t *changes = json_array();
    json_t **was_json = all_json(was);
    json_t **now_json = all_json(now);
    size_t i = 0, j = 0;
    for (size_t step = 0; step < AT_SCENARIO_STEPS_MAX; step++) {
        struct part before = take(was, was_json, step, &i);
        struct part after = take(now, now_json, step, &j);
        compare_step(changes, &before, &after);
    }
    free_all(was_json, was);
    free_all(now_json, now);
    return changes;
}
