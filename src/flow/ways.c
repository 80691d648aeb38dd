#include "flow/ways.h"

#include <string.h>

void
at_ways_set_backend(json_t *reply, struct at_app *app, const char *input)
{
    const char *tree = at_app_backend(app);
    if (!input)
        input = at_app_device(app)->input_by;
    if (!input || !*input)
        input = tree;
    json_object_set_new(reply, "backend", json_string(input));
    if (*tree && strcmp(input, tree) != 0)
        json_object_set_new(reply, "treeBackend", json_string(tree));
}

// Messages of devices are UTF-8 (base/err.h).
void
at_ways_set_fallbacks(json_t *reply, struct at_app *app, size_t *told)
{
    const struct at_fallbacks *all = &at_app_device(app)->fallbacks;
    if (*told == all->count)
        return;
    json_t *list = json_array();
    if (all->count - *told > AT_FALLBACKS_KEPT)
        *told = all->count - AT_FALLBACKS_KEPT;
    for (; *told < all->count; ++*told)
        json_array_append_new(
            list, json_string(all->text[*told % AT_FALLBACKS_KEPT]));
    json_object_set_new(reply, "fallbacks", list);
}
