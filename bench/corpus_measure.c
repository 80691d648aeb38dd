#include "bench/corpus_measure.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "screen/compact.h"
#include "base/quote.h"
#include "tests/unit/screen/advice.h"

// The compact text shows the beginning only of a text longer than this.
enum { SHOWN_MAX_BYTES = 1000 };

static size_t
run_length(struct at_str text, bool (*fits)(char c))
{
    size_t len = 0;
    while (len < text.len && fits(text.ptr[len]))
        len++;
    return len;
}

static bool
is_blank(char c)
{
    return c == ' ';
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t
corpus_count_tokens(struct at_str text)
{
    enum { LETTERS = 6, DIGITS = 3 };
    size_t tokens = 0;
    while (text.len > 0) {
        size_t letters = run_length(text, is_letter);
        size_t digits = run_length(text, at_ascii_is_digit);
        size_t used = letters + digits;
        uint32_t cp;
        tokens += (letters + LETTERS - 1) / LETTERS;
        tokens += (digits + DIGITS - 1) / DIGITS;
        if (used == 0) {
            tokens += text.ptr[0] == ' ' ? 0 : 1;
            used = at_utf8_next(text, &cp);
            used = used ? used : 1;
            if (text.ptr[0] == '\n')
                used += run_length(at_str_skip(text, 1), is_blank);
        }
        text = at_str_skip(text, used);
    }
    return tokens;
}

// One line with a ref: what stands behind the ref.
static struct at_str
behind_ref(struct at_str line)
{
    struct at_str text = at_str_trim(line);
    size_t at = 0;
    if (!at_str_starts(text, AT_STR("@")))
        return AT_STR("");
    while (at < text.len && text.ptr[at] != ' ')
        at++;
    return at_str_trim(at_str_skip(text, at));
}

static int
by_text(const void *a, const void *b)
{
    return at_str_cmp(*(const struct at_str *)a, *(const struct at_str *)b);
}

static size_t
count_twins(struct at_str *lines, size_t count)
{
    size_t twins = 0;
    qsort(lines, count, sizeof(*lines), by_text);
    for (size_t i = 0; i < count; i++) {
        bool before = i > 0 && at_str_eq(lines[i - 1], lines[i]);
        bool after = i + 1 < count && at_str_eq(lines[i + 1], lines[i]);
        twins += before || after ? 1 : 0;
    }
    return twins;
}

// Is there neither a text nor a place?
static bool
says_nothing(struct at_str line)
{
    static const char *const places[] = {"left",   "right",  "top",
                                         "bottom", "center", " all",
                                         " of ",   "row ",   "%"};
    bool says =
        at_str_has(line, AT_STR("\"")) || at_str_starts(line, AT_STR("scroll"));
    for (size_t i = 0; i < AT_LEN(places); i++)
        says = says || at_str_has(line, at_str(places[i]));
    return !says;
}

static void
measure_lines(struct at_str text, struct corpus_figures *out)
{
    struct at_str *lines =
        at_realloc_array(NULL, text.len / 2 + 1, sizeof(*lines));
    struct at_str line;
    while (at_str_next_line(&text, &line)) {
        struct at_str behind = behind_ref(line);
        if (behind.len == 0)
            continue;
        lines[out->refs++] = behind;
        if (says_nothing(behind))
            out->unlabelled++;
    }
    out->twins = count_twins(lines, out->refs);
    free(lines);
}

static void
note(const char *what, const struct at_node *node, struct at_str text,
     struct at_buf *out)
{
    struct at_rect b = node->bounds;
    at_buf_add_fmt(out, "    %s ", what);
    at_quote_write(at_utf8_head(text, 100), out);
    at_buf_add_fmt(out, " %.*s [%d,%d][%d,%d]\n", AT_STR_ARG(node->class_name),
                   (int)b.left, (int)b.top, (int)b.right, (int)b.bottom);
}

// A private character is the picture of an icon font.
static bool
says_something(struct at_str text)
{
    uint32_t cp;
    for (size_t len; (len = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, len)) {
        bool icon = (cp >= 0xe000 && cp <= 0xf8ff) || cp >= 0xf0000;
        if (cp > ' ' && !icon)
            return true;
    }
    return false;
}

static bool
stands_in(struct at_str compact, struct at_str text, struct at_buf *scratch)
{
    at_buf_clear(scratch);
    at_quote_write(at_utf8_head(text, SHOWN_MAX_BYTES), scratch);
    struct at_str quoted = at_buf_str(scratch);
    return at_str_has(compact, at_str_n(quoted.ptr + 1, quoted.len - 2));
}

// Toolkits join the texts below a node into its description, by newlines or
// commas: nothing is lost where each piece stands somewhere.
static bool
pieces_stand_in(struct at_str compact, struct at_str text,
                struct at_buf *scratch)
{
    size_t start = 0;
    for (size_t i = 0; i <= text.len; i++) {
        bool end = i == text.len || text.ptr[i] == '\n' || text.ptr[i] == ',';
        if (!end)
            continue;
        struct at_str piece =
            at_str_trim(at_str_n(text.ptr + start, i - start));
        if (says_something(piece) && !stands_in(compact, piece, scratch))
            return false;
        start = i + 1;
    }
    return true;
}

static struct at_str
without_full_stop(struct at_str text)
{
    text = at_str_trim(text);
    return at_str_ends(text, AT_STR(".")) ? at_str_head(text, text.len - 1)
                                          : text;
}

static bool
is_lost(struct at_str compact, struct at_str text, struct at_buf *scratch)
{
    return says_something(text) && !stands_in(compact, text, scratch) &&
           !stands_in(compact, without_full_stop(text), scratch) &&
           !pieces_stand_in(compact, text, scratch);
}

// Return what is seen of a node: within the screen and all scrollables and
// pages around it. Written apart from screen/reach.c on purpose: a ruler of its
// own.
static struct at_rect
seen_of(const struct at_tree *tree, const struct at_node *node)
{
    struct at_rect seen = at_rect_intersect(
        node->bounds, (struct at_rect){0, 0, tree->width_px, tree->height_px});
    for (const struct at_node *up = node->parent; up; up = up->parent) {
        bool clips = at_node_has(up, AT_NODE_SCROLLABLE) ||
                     at_str_ends(up->class_name, AT_STR(".WebView"));
        if (clips && !at_rect_empty(up->bounds))
            seen = at_rect_intersect(seen, up->bounds);
    }
    return seen;
}

static bool
can_be_seen(const struct at_tree *tree, const struct at_node *node)
{
    return !at_rect_empty(seen_of(tree, node)) &&
           !at_node_has(node, AT_NODE_INVISIBLE) &&
           !at_node_has(node, AT_NODE_CHROME);
}

// Leave out the edge, which no finger hits alone.
static struct at_rect
inner_of(struct at_rect rect)
{
    enum { EDGE_PX = 7 };
    struct at_rect inner = {rect.left + EDGE_PX, rect.top + EDGE_PX,
                            rect.right - EDGE_PX, rect.bottom - EDGE_PX};
    return at_rect_empty(inner) ? rect : inner;
}

// RecyclerView and its kind take touches also with nothing to scroll.
static bool
takes_touch(const struct at_node *node)
{
    return at_node_has(node, AT_NODE_CLICKABLE) ||
           at_node_has(node, AT_NODE_LONG_CLICKABLE) ||
           node->role == AT_ROLE_LIST || node->role == AT_ROLE_SCROLL_VIEW;
}

// Does something drawn later take every touch of it?
static bool
is_covered(const struct at_tree *tree, const struct at_node *node)
{
    struct at_rect seen = inner_of(seen_of(tree, node));
    for (const struct at_node *it = at_node_next(node, tree->root); it;
         it = at_node_next(it, tree->root)) {
        if (takes_touch(it) && !at_node_has(it, AT_NODE_CHROME) &&
            at_rect_eq(at_rect_intersect(seen_of(tree, it), seen), seen))
            return true;
    }
    return false;
}

static void
measure_texts(const struct at_tree *tree, struct at_str compact,
              struct corpus_figures *out, struct at_buf *notes)
{
    struct at_buf scratch = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        const struct at_str texts[] = {node->text, node->description,
                                       node->hint};
        bool secret = at_node_has(node, AT_NODE_PASSWORD);
        if (!can_be_seen(tree, node))
            continue;
        for (size_t i = secret ? 1 : 0; i < AT_LEN(texts); i++) {
            if (!is_lost(compact, texts[i], &scratch))
                continue;
            out->lost++;
            note("lost", node, texts[i], notes);
        }
    }
    at_buf_deinit(&scratch);
}

static bool
takes_input(const struct at_node *node)
{
    const uint32_t flags = AT_NODE_CLICKABLE | AT_NODE_LONG_CLICKABLE |
                           AT_NODE_CHECKABLE | AT_NODE_SCROLLABLE;
    return (node->flags & flags) != 0 || node->role == AT_ROLE_TEXT_FIELD;
}

static bool
only_scrolls(const struct at_node *node)
{
    return (node->actions & ~(uint32_t)AT_ACTION_SCROLL) == 0;
}

// Does another ref take this one's input at the same place?
static const struct at_node *
find_same_place(const struct at_compact_plan *plan, size_t before)
{
    const struct at_node *node = plan->lines[before].node;
    for (size_t i = 0; i < before; i++) {
        const struct at_node *other = plan->lines[i].node;
        if (plan->lines[i].kind && at_rect_eq(node->bounds, other->bounds) &&
            only_scrolls(node) == only_scrolls(other))
            return other;
    }
    return NULL;
}

// Does a ref lie at the same place, or around a box that only shows its state?
static bool
is_reached_by_other(const struct at_compact_plan *plan,
                    const struct at_node *node)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct at_node *other = plan->lines[i].node;
        if (plan->lines[i].kind && at_rect_eq(node->bounds, other->bounds))
            return true;
    }
    for (const struct at_node *up = node->parent; up; up = up->parent) {
        if (at_node_has(up, AT_NODE_INTERACTIVE))
            return (up->actions & AT_ACTION_CHECK) &&
                   !at_node_has(node, AT_NODE_CLICKABLE);
    }
    return false;
}

static void
measure_refs(const struct at_tree *tree, struct corpus_figures *out,
             struct at_buf *notes)
{
    struct at_compact_opts all = {0};
    struct at_compact_plan plan;
    bool *has_ref = at_alloc(tree->node_count + 1);
    at_compact_plan_init(&plan, tree, &all);
    for (size_t i = 0; i < plan.count; i++) {
        if (!plan.lines[i].kind)
            continue;
        has_ref[plan.lines[i].node->order] = true;
        const struct at_node *other = find_same_place(&plan, i);
        out->same_place += other ? 1 : 0;
        if (other)
            note("same place", other, plan.lines[i].words.label, notes);
    }
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (has_ref[node->order] || !takes_input(node) ||
            !can_be_seen(tree, node) || is_covered(tree, node) ||
            is_reached_by_other(&plan, node))
            continue;
        out->unreachable++;
        note("no ref", node, node->resource_id, notes);
    }
    at_compact_plan_deinit(&plan);
    free(has_ref);
}

void
corpus_measure(const struct at_tree *tree, struct corpus_figures *out,
               struct at_buf *out_notes)
{
    struct at_compact_opts all = {.max_lines = AT_TREE_MAX_NODES + 2};
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_compact_write(tree, &all, &text, refs, &result);
    *out = (struct corpus_figures){
        .tokens = corpus_count_tokens(at_buf_str(&text)),
        .bytes = text.len,
    };
    measure_lines(at_buf_str(&text), out);
    measure_texts(tree, at_buf_str(&text), out, out_notes);
    measure_refs(tree, out, out_notes);
    at_buf_deinit(&text);
    at_ref_table_free(refs);
}
