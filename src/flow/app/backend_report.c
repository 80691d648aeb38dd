#include "flow/app/backend_report.h"

#include <string.h>

struct at_backends
at_backends_of(struct at_app *app, const char *input)
{
    const char *tree = at_app_backend(app);
    if (!input)
        input = at_app_device(app)->input_by;
    if (!input || !*input)
        input = tree;
    return (struct at_backends){input, strcmp(input, tree) == 0 ? "" : tree};
}

void
at_backends_list_fallbacks(struct at_app *app, size_t *seen,
                           struct at_argv *out)
{
    const struct at_fallbacks *all = &at_app_device(app)->fallbacks;
    if (all->count - *seen > AT_FALLBACKS_KEPT)
        *seen = all->count - AT_FALLBACKS_KEPT;
    for (; *seen < all->count; ++*seen)
        at_argv_add(out, all->text[*seen % AT_FALLBACKS_KEPT]);
}
