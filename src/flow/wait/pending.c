#include "flow/wait/pending.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"

enum {
    KINDS_MAX = 6,  // different kinds in the text
    TEXT_MAX = 100, // bytes for one
};

// Equal items of one source.
struct kind {
    const char *source;
    const char *text;
    size_t count;
    int64_t due_ms; // time of the latest one; -1: unknown
};

struct kinds {
    size_t count;
    struct kind rows[AT_SYNC_PENDING_MAX];
};

static bool
has(const struct at_pending_list *list, const struct at_pending *item)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_pending *it = &list->items[i];
        if (strcmp(it->source, item->source) == 0 &&
            strcmp(it->id, item->id) == 0)
            return true;
    }
    return false;
}

void
at_pending_add(struct at_pending_list *list, const struct at_pending_list *more)
{
    list->omitted += more->omitted;
    for (size_t i = 0; i < more->count; i++) {
        if (has(list, &more->items[i]))
            continue;
        if (list->count < AT_SYNC_PENDING_MAX)
            list->items[list->count++] = more->items[i];
        else
            list->omitted++;
    }
}

static struct kind *
find_kind(struct kinds *kinds, const struct at_pending *item)
{
    for (size_t i = 0; i < kinds->count; i++) {
        struct kind *it = &kinds->rows[i];
        if (strcmp(it->source, item->source) == 0 &&
            strcmp(it->text, item->text) == 0)
            return it;
    }
    struct kind *fresh = &kinds->rows[kinds->count++];
    *fresh = (struct kind){item->source, item->text, 0, -1};
    return fresh;
}

static void
group(const struct at_pending_list *list, bool endless, struct kinds *out)
{
    out->count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct at_pending *item = &list->items[i];
        if (item->endless != endless)
            continue;
        struct kind *kind = find_kind(out, item);
        kind->count++;
        if (item->due_ms > kind->due_ms)
            kind->due_ms = item->due_ms;
    }
}

static const char *
plural_end(struct at_str noun)
{
    static const char *const hissing[] = {"s", "x", "ch", "sh"};
    for (size_t i = 0; i < AT_LEN(hissing); i++) {
        if (at_str_ends(noun, at_str(hissing[i])))
            return "es";
    }
    return "s";
}

// Write "1 fetch https://…" or, if there are two, "2 fetches https://…".
static void
write_counted(const struct kind *kind, struct at_str text, struct at_buf *out)
{
    struct at_str rest = at_str_skip(text, 2);
    struct at_str noun;
    at_str_next(&rest, ' ', &noun);
    at_buf_add_fmt(out, "%zu %.*s%s", kind->count, AT_STR_ARG(noun),
                   plural_end(noun));
    if (rest.len > 0)
        at_buf_add_fmt(out, " %.*s", AT_STR_ARG(rest));
}

static void
write_kind(const struct kind *kind, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    at_line_write(at_utf8_head(at_str(kind->text), TEXT_MAX), &line);
    struct at_str text = at_str_trim(at_buf_str(&line));
    bool is_one = at_str_starts(text, AT_STR("1 "));
    if (is_one && kind->count > 1)
        write_counted(kind, text, out);
    else
        at_buf_add_str(out, text);
    if (!is_one && kind->count > 1)
        at_buf_add_fmt(out, " (×%zu)", kind->count);
    if (kind->due_ms >= 0)
        at_buf_add_fmt(out, " ≤ %lld ms", (long long)kind->due_ms);
    at_buf_deinit(&line);
}

// Write the items of a source together, in the order of their first occurrence.
static void
write_source(const struct kinds *kinds, size_t first, size_t *told,
             struct at_buf *out)
{
    const char *source = kinds->rows[first].source;
    at_buf_add_fmt(out, "%s%s: ", *told > 0 ? "; " : "", source);
    bool any = false;
    for (size_t i = first; i < kinds->count && *told < KINDS_MAX; i++) {
        if (strcmp(kinds->rows[i].source, source) != 0)
            continue;
        if (any)
            at_buf_add_text(out, ", ");
        write_kind(&kinds->rows[i], out);
        any = true;
        ++*told;
    }
}

static bool
is_first_of_source(const struct kinds *kinds, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (strcmp(kinds->rows[i].source, kinds->rows[at].source) == 0)
            return false;
    }
    return true;
}

void
at_pending_write(const struct at_pending_list *list, bool endless,
                 struct at_buf *out)
{
    struct kinds kinds;
    size_t told = 0;
    group(list, endless, &kinds);
    for (size_t i = 0; i < kinds.count && told < KINDS_MAX; i++) {
        if (is_first_of_source(&kinds, i))
            write_source(&kinds, i, &told, out);
    }
    size_t more = kinds.count - told + (endless ? 0 : list->omitted);
    if (more > 0)
        at_buf_add_fmt(out, "%s%zu more", told > 0 ? ", and " : "", more);
}
