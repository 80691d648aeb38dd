#include "flow/changes/visits.h"

#include <string.h>

#include "flow/app/app.h"
#include "screen/likeness.h"

static void
drop(struct at_visits *visits, size_t index)
{
    at_tree_snapshot_release(visits->rows[index].snapshot);
    visits->count--;
    memmove(&visits->rows[index], &visits->rows[index + 1],
            (visits->count - index) * sizeof(visits->rows[0]));
}

void
at_visits_deinit(struct at_visits *visits)
{
    while (visits->count > 0)
        drop(visits, visits->count - 1);
}

static void
drop_old(struct at_visits *visits, const struct at_ref_table *refs)
{
    for (size_t i = visits->count; i > 0; i--) {
        if (!at_ref_table_keeps(refs, visits->rows[i - 1].generation))
            drop(visits, i - 1);
    }
}

void
at_visits_add(struct at_visits *visits, const struct at_ref_table *refs,
              uint32_t generation, struct at_tree_snapshot *snapshot)
{
    drop_old(visits, refs);
    if (visits->count == AT_LEN(visits->rows))
        drop(visits, 0);
    visits->rows[visits->count++] = (struct at_visit){generation, snapshot};
}

void
at_visits_replace(struct at_visits *visits, struct at_visit *visit,
                  const struct at_visit *newest)
{
    size_t index = (size_t)(visit - visits->rows);
    memmove(visit, visit + 1, (visits->count - index - 1) * sizeof(*visit));
    visits->rows[visits->count - 1] = *newest;
}

static struct at_fingerprint
fingerprint_of(const struct at_visit *visit)
{
    return at_tree_screen_fingerprint(at_tree_snapshot_tree(visit->snapshot));
}

static bool
has_fingerprint(const struct at_visit *visit, const char *fingerprint)
{
    return strcmp(fingerprint_of(visit).text, fingerprint) == 0;
}

// A client that names a fingerprint means the newest text with it.
static bool
is_newest_of_its_name(const struct at_visits *visits, size_t index,
                      const struct at_tree *shown)
{
    struct at_fingerprint own = fingerprint_of(&visits->rows[index]);
    for (size_t i = index + 1; i < visits->count; i++) {
        if (has_fingerprint(&visits->rows[i], own.text))
            return false;
    }
    return strcmp(own.text, at_tree_screen_fingerprint(shown).text) != 0;
}

struct at_visit *
at_visits_find(struct at_visits *visits, const struct at_ref_table *refs,
               const struct at_tree *tree, const struct at_tree *shown)
{
    struct at_visit *best = NULL;
    unsigned most = at_tree_likeness(shown, tree);
    drop_old(visits, refs);
    for (size_t i = 0; i < visits->count; i++) {
        unsigned like = at_tree_likeness(
            at_tree_snapshot_tree(visits->rows[i].snapshot), tree);
        if (like <= most || like < AT_LIKENESS_SAME_SCREEN ||
            !is_newest_of_its_name(visits, i, shown))
            continue;
        most = like;
        best = &visits->rows[i];
    }
    return best;
}

struct at_visit *
at_visits_find_fingerprint(struct at_visits *visits,
                           const struct at_ref_table *refs, const char *text)
{
    drop_old(visits, refs);
    for (size_t i = visits->count; i > 0; i--) {
        if (has_fingerprint(&visits->rows[i - 1], text))
            return &visits->rows[i - 1];
    }
    return NULL;
}
