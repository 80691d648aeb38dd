#include "screen/selector_report.h"

#include "base/limits.h"
#include "base/near.h"
#include "screen/compact.h"
#include "screen/label.h"

enum { NEAR_MAX = 3, MANY_MAX = 5, LINE_MAX_BYTES = 120, WANT_MAX_BYTES = 80 };

static void
write_start(const struct at_selector *selector, struct at_buf *out)
{
    struct at_buf json = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);

    at_selector_write(selector, &json);
    at_buf_add_text(out, "Element not found matching: ");
    at_buf_add_str(out, at_utf8_head(at_buf_str(&json), 300));
    at_buf_deinit(&json);
}

static void
write_want(const struct at_match_part *part, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s ", part->name);
    at_compact_write_quoted(at_utf8_head(part->want, WANT_MAX_BYTES), out);
}

static bool
matches_visibly(const struct at_match *match, size_t count,
                const struct at_tree *tree, const struct at_node *node)
{
    return node != tree->root && at_node_visible(tree, node) &&
           at_match_parts(match, count, node);
}

static size_t
count_first(const struct at_match *match, size_t count,
            const struct at_tree *tree)
{
    size_t n = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root))
        n += matches_visibly(match, count, tree, node) ? 1 : 0;
    return n;
}

// The first part after which nothing is left.
static size_t
failed_part(const struct at_match *match, const struct at_tree *tree,
            size_t *out_before)
{
    *out_before = 0;
    for (size_t i = 0; i + 1 < match->count; i++) {
        size_t left = count_first(match, i + 1, tree);
        if (left == 0)
            return i;
        *out_before = left;
    }
    return match->count - 1;
}

static void
write_failed_part(const struct at_match *match, size_t failed, size_t before,
                  struct at_buf *out)
{
    if (failed == 0) {
        at_buf_add_text(out, "; no visible element has ");
        write_want(&match->parts[0], out);
        return;
    }
    at_buf_add_fmt(out, "; %zu element%s ", before,
                   before == 1 ? " has" : "s have");
    for (size_t i = 0; i < failed; i++) {
        if (i > 0)
            at_buf_add_text(out, " and ");
        write_want(&match->parts[i], out);
    }
    at_buf_add_text(out, before == 1 ? ", but not " : ", none of them ");
    write_want(&match->parts[failed], out);
}

enum { LEAST_BYTES = 3, MOST_BYTES = 1000 };

// A few letters wrong; of an id, its name alone counts.
static bool
is_misspelt(struct at_str has, struct at_str want)
{
    struct at_near near = {.wanted = want};
    ptrdiff_t at = at_str_find(has, AT_STR(":id/"));

    at_near_offer(&near, at < 0 ? has : at_str_skip(has, (size_t)at + 4));
    return want.len >= LEAST_BYTES && near.count > 0;
}

static bool
is_near(struct at_str has, struct at_str want)
{
    if (has.len == 0 || has.len > MOST_BYTES || want.len > MOST_BYTES)
        return false;
    return at_str_find_nocase(has, want) >= 0 ||
           (has.len >= LEAST_BYTES && at_str_find_nocase(want, has) >= 0) ||
           is_misspelt(has, want);
}

static bool
is_near_miss(const struct at_match *match, size_t failed,
             const struct at_node *node)
{
    struct at_match other = *match;
    struct at_str want = match->parts[failed].want;

    if (!match->parts[failed].is_text)
        return is_near(at_match_read(match, failed, node), want);
    for (size_t i = 0; i < AT_MATCH_SOURCES; i++) {
        other.source = (enum at_match_source)i;
        if (is_near(at_match_read(&other, failed, node), want))
            return true;
    }
    return false;
}

static void
write_near(const struct at_match *match, size_t failed,
           const struct at_node *node, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);

    at_compact_write_element(node, NULL, &line);
    at_buf_add_str(out, at_utf8_head(at_buf_str(&line), LINE_MAX_BYTES));
    if (!match->parts[failed].is_text) {
        struct at_str has = at_match_read(match, failed, node);
        at_buf_add_fmt(out, " (%s ", match->parts[failed].name);
        at_compact_write_quoted(at_utf8_head(has, WANT_MAX_BYTES), out);
        at_buf_add_char(out, ')');
    }
    at_buf_deinit(&line);
}

// Near misses of the failed part among what the parts before it left; without
// any, simply what those left.
static void
write_candidates(const struct at_match *match, size_t failed,
                 const struct at_tree *tree, struct at_buf *out)
{
    for (int any = 0; any < (failed > 0 ? 2 : 1); any++) {
        size_t count = 0;
        for (const struct at_node *node = tree->root; node && count < NEAR_MAX;
             node = at_node_next(node, tree->root)) {
            if (!matches_visibly(match, failed, tree, node) ||
                (!any && !is_near_miss(match, failed, node)))
                continue;
            at_buf_add_text(out, count++ ? ", " : "; nearest: ");
            write_near(match, failed, node, out);
        }
        if (count > 0)
            return;
    }
}

static size_t
count_invisible(const struct at_match *match, const struct at_tree *tree)
{
    size_t n = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        n += node != tree->root && !at_node_visible(tree, node) &&
                     at_match_parts(match, match->count, node)
                 ? 1
                 : 0;
    }
    return n;
}

void
at_selector_report_none(const struct at_selector *selector,
                        const struct at_tree *tree,
                        const struct at_ref_table *refs, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    struct at_match match = at_match_init(selector);
    size_t before;
    size_t failed = failed_part(&match, tree, &before);
    size_t invisible = count_invisible(&match, tree);

    write_start(selector, &text);
    if (invisible > 0) {
        at_buf_add_fmt(&text,
                       "; %zu match%s, but outside the visible screen or "
                       "without size: %s",
                       invisible, invisible == 1 ? "es" : "",
                       at_ref_table_advice(refs)->scroll);
    } else {
        write_failed_part(&match, failed, before, &text);
        write_candidates(&match, failed, tree, &text);
    }
    at_fail(err, AT_ENOTFOUND, "%s", at_buf_text(&text));
    at_buf_deinit(&text);
}

void
at_selector_report_index(const struct at_selector *selector, size_t count,
                         struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);

    write_start(selector, &text);
    at_fail(err, AT_ENOTFOUND,
            "%s; %zu element%s the rest, so index is 0 to %zu",
            at_buf_text(&text), count, count == 1 ? " matches" : "s match",
            count - 1);
    at_buf_deinit(&text);
}

static void
add_element(const struct at_tree *tree, const struct at_ref_table *refs,
            const struct at_node *node, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const char *ref = refs ? at_ref_name_of(refs, tree, node) : NULL;

    at_compact_write_element(node, ref, &line);
    at_buf_add_str(out, at_utf8_head(at_buf_str(&line), LINE_MAX_BYTES));
    at_buf_deinit(&line);
}

// Elements without a ref are told apart by their place.
static void
add_candidate(const struct at_tree *tree, const struct at_ref_table *refs,
              const struct at_node *node, struct at_buf *out)
{
    struct at_point at = at_rect_center(node->bounds);

    add_element(tree, refs, node, out);
    if (!refs || !at_ref_name_of(refs, tree, node))
        at_buf_add_fmt(out, " at %d,%d", (int)at.x_px, (int)at.y_px);
}

void
at_selector_report_many(const struct at_selector *selector,
                        const struct at_match *match,
                        const struct at_tree *tree,
                        const struct at_ref_table *refs, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    struct at_buf wanted = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);
    size_t count = 0;

    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_match_node(match, tree, node) || count++ >= MANY_MAX)
            continue;
        at_buf_add_text(&text, count > 1 ? ", " : "");
        add_candidate(tree, refs, node, &text);
    }
    if (count > MANY_MAX)
        at_buf_add_fmt(&text, " and %zu more", count - MANY_MAX);
    at_selector_write(selector, &wanted);
    at_fail(err, AT_ENOTFOUND,
            "%zu elements match %.*s: %s; say which by its ref", count,
            AT_STR_ARG(at_utf8_head(at_buf_str(&wanted), 300)),
            at_buf_text(&text));
    at_buf_deinit(&wanted);
    at_buf_deinit(&text);
}

void
at_selector_write_fields(const struct at_tree *tree,
                         const struct at_ref_table *refs, struct at_buf *out)
{
    size_t count = 0;

    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_node_takes_text(node) || !at_node_visible(tree, node) ||
            count++ >= NEAR_MAX)
            continue;
        at_buf_add_text(out, count > 1 ? ", " : "text fields here: ");
        add_element(tree, refs, node, out);
    }
    if (count > NEAR_MAX)
        at_buf_add_fmt(out, " and %zu more", count - NEAR_MAX);
    if (count == 0)
        at_buf_add_text(out, "no text field is on this screen");
}

void
at_selector_report_focus(const struct at_tree *tree,
                         const struct at_ref_table *refs, struct at_err *err)
{
    struct at_buf fields = AT_BUF_INIT(600);

    at_selector_write_fields(tree, refs, &fields);
    at_fail(err, AT_ENOTFOUND,
            "no text field has the focus, nothing was typed: tap one first "
            "(%s)",
            at_buf_text(&fields));
    at_buf_deinit(&fields);
}
