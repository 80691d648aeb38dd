#include "screen/selector_report.h"

#include "base/alike.h"
#include "base/limits.h"
#include "base/near.h"
#include "screen/compact.h"
#include "screen/element_text.h"
#include "screen/label.h"
#include "screen/reach_report.h"
#include "base/quote.h"

enum { NEAR_MAX = 3, MANY_MAX = 5, LINE_MAX_BYTES = 120, WANT_MAX_BYTES = 80 };

void
at_selector_write(const struct at_selector *selector, struct at_buf *out)
{
    const struct {
        const char *name;
        struct at_str text;
    } all[] = {
        {"ref", selector->ref},
        {"id", selector->id},
        {"text", selector->text},
        {"textContains", selector->text_contains},
        {"className", selector->class_name},
        {"description", selector->description},
        {"near", selector->near},
        {"inside", selector->inside},
        {"below", selector->below},
        {"words", selector->words},
    };
    const char *before = "{";

    for (size_t i = 0; i < AT_LEN(all); i++) {
        if (all[i].text.len == 0)
            continue;
        at_buf_add_fmt(out, "%s\"%s\":", before, all[i].name);
        at_quote_write(all[i].text, out);
        before = ",";
    }
    if (selector->index >= 0) {
        at_buf_add_fmt(out, "%s\"index\":%lld", before,
                       (long long)selector->index);
        before = ",";
    }
    if (selector->focused) {
        at_buf_add_fmt(out, "%s\"focused\":true", before);
        before = ",";
    }
    at_buf_add_text(out, before[0] == '{' ? "{}" : "}");
}

static void
write_start(const struct at_selector *selector, struct at_buf *out)
{
    struct at_buf json = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);
    at_selector_write(selector, &json);
    at_buf_add_text(out, "Element not found matching: ");
    at_quote_cut(at_buf_str(&json), 300, out);
    at_buf_deinit(&json);
}

static void
write_want(const struct at_match_part *part, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s ", part->name);
    at_quote_write(at_utf8_head(part->want, WANT_MAX_BYTES), out);
}

static bool
matches_visibly(const struct at_match *match, size_t count,
                const struct at_tree *tree, const struct at_node *node)
{
    if (match->app_only && at_node_has(node, AT_NODE_CHROME))
        return false;
    return at_node_visible(tree, node) && at_match_parts(match, count, node);
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

// Return the first part that leaves no element.
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

// Return true if has differs from want in a few letters. For an id compare only
// the name.
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
    return at_alike_has_near(has, want) ||
           (has.len >= LEAST_BYTES && at_alike_has_near(want, has)) ||
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
        if (at_match_searches(match, other.source) &&
            is_near(at_match_read(&other, failed, node), want))
            return true;
    }
    return false;
}

static void
write_near(const struct at_match *match, size_t failed,
           const struct at_node *node, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_element_text_write(node, NULL, &line);
    at_quote_cut(at_buf_str(&line), LINE_MAX_BYTES, out);
    if (!match->parts[failed].is_text) {
        struct at_str has = at_match_read(match, failed, node);
        at_buf_add_fmt(out, " (%s ", match->parts[failed].name);
        at_quote_write(at_utf8_head(has, WANT_MAX_BYTES), out);
        at_buf_add_char(out, ')');
    }
    at_buf_deinit(&line);
}

// Return true if the tree has visible content besides chrome.
static bool
has_content(const struct at_tree *tree)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node))
            return true;
    }
    return false;
}

// List near misses of the failed part among the elements that match the
// preceding parts, or else those elements. System bars are listed only if there
// is nothing else.
static void
write_candidates(const struct at_match *match, size_t failed,
                 const struct at_tree *tree, struct at_buf *out)
{
    bool chrome = !has_content(tree);
    for (int any = 0; any < (failed > 0 ? 2 : 1); any++) {
        size_t count = 0;
        for (const struct at_node *node = tree->root; node && count < NEAR_MAX;
             node = at_node_next(node, tree->root)) {
            if (!matches_visibly(match, failed, tree, node) ||
                at_node_has(node, AT_NODE_CHROME) != chrome ||
                (!any && !is_near_miss(match, failed, node)))
                continue;
            at_buf_add_text(out, count++ ? ", " : "; nearest: ");
            write_near(match, failed, node, out);
        }
        if (count > 0)
            return;
    }
}

// Write why the first invisible match is hidden.
static void
write_hidden(const struct at_match *match, const struct at_tree *tree,
             const struct at_node *first, const struct at_advice *advice,
             struct at_buf *out)
{
    const struct at_reach reach = at_reach_of(tree, first);
    size_t count = 0;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root))
        count += !at_node_visible(tree, node) &&
                         at_match_parts(match, match->count, node)
                     ? 1
                     : 0;
    count = count > 0 ? count : 1; // found in another source
    at_buf_add_fmt(out, "; %zu match%s, but ", count, count == 1 ? "es" : "");
    at_reach_write(&reach, advice, out);
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
    const struct at_node *hidden = at_selector_find_hidden(selector, tree);
    write_start(selector, &text);
    if (hidden) {
        write_hidden(&match, tree, hidden, at_ref_table_advice(refs), &text);
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
    const char *ref = at_ref_name_of(refs, tree, node);
    at_element_text_write(node, ref, &line);
    at_quote_cut(at_buf_str(&line), LINE_MAX_BYTES, out);
    at_buf_deinit(&line);
}

// Show elements without a ref with their place.
static void
add_candidate(const struct at_tree *tree, const struct at_ref_table *refs,
              const struct at_node *node, struct at_buf *out)
{
    struct at_point at = at_rect_center(node->bounds);
    add_element(tree, refs, node, out);
    if (!at_ref_name_of(refs, tree, node))
        at_buf_add_fmt(out, " at %d,%d", (int)at.x_px, (int)at.y_px);
}

void
at_selector_report_many(const struct at_selector *selector,
                        const struct at_match *match,
                        const struct at_tree *tree,
                        const struct at_ref_table *refs, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    struct at_buf selects = AT_BUF_INIT(AT_SELECTOR_MAX_BYTES * 8);
    struct at_buf wanted = AT_BUF_INIT(AT_KIB);
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
    at_selector_write(selector, &selects);
    at_quote_cut(at_buf_str(&selects), 300, &wanted);
    at_fail(err, AT_ENOTFOUND,
            "%zu elements match %s: %s; say which by its ref", count,
            at_buf_text(&wanted), at_buf_text(&text));
    at_buf_deinit(&selects);
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
            "no text field is focused, nothing was typed: tap one first "
            "(%s)",
            at_buf_text(&fields));
    at_buf_deinit(&fields);
}
