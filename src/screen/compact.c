#include "screen/compact.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "screen/detect.h"
#include "screen/element_text.h"
#include "screen/gaps.h"
#include "base/quote.h"
#include "screen/ref.h"

enum { APP_NAME_MAX_BYTES = 60 };

// Write a package with "?" for characters a package name cannot have, since
// they would break the header's format.
static void
write_package(struct at_str package, struct at_buf *out)
{
    for (size_t i = 0; i < package.len; i++) {
        char c = package.ptr[i];
        bool fine = at_ascii_is_name(c);
        at_buf_add_char(out, fine ? c : '?');
    }
}

void
at_compact_write_header(const struct at_tree *tree, const char *fingerprint,
                        struct at_buf *out)
{
    struct at_str package = tree->front_package;
    at_buf_add_fmt(out, "screen %dx%d ", (int)tree->width_px,
                   (int)tree->height_px);
    if (package.len == 0 && tree->app_name.len > 0)
        at_quote_write(at_utf8_head(tree->app_name, APP_NAME_MAX_BYTES), out);
    else if (package.len == 0)
        at_buf_add_text(out, "unknown");
    write_package(package, out);
    at_buf_add_fmt(out, " #%s", fingerprint);
}

// The topmost window names the screen. Below a bubble, for example, the app's
// own window is visible too.
static const struct at_node *
window_under(const struct at_tree *tree)
{
    const struct at_node *under = NULL;
    for (const struct at_node *it = tree->root->first_child; it;
         it = it->next) {
        if (it->package.len > 0 && !at_node_has(it, AT_NODE_CHROME) &&
            !at_str_eq(it->package, tree->front_package) &&
            at_node_visible(tree, it))
            under = it;
    }
    return under;
}

static void
write_front(const struct at_tree *tree, struct at_buf *out)
{
    const struct at_node *under = window_under(tree);
    if (at_tree_is_locked(tree))
        at_buf_add_text(out, " lock screen");
    if (!under)
        return;
    at_buf_add_text(out, " over ");
    write_package(under->package, out);
}

static void
write_hidden(const struct at_compact_line *line, struct at_buf *out)
{
    if (line->hidden_interactive > 0)
        at_buf_add_fmt(out, " ... +%u more interactive elements",
                       (unsigned)line->hidden_interactive);
    else if (line->hidden_texts > 0)
        at_buf_add_fmt(out, " ... +%u more texts",
                       (unsigned)line->hidden_texts);
}

void
at_compact_write_indent(const struct at_compact_line *line, struct at_buf *out)
{
    for (uint32_t i = 0; i < line->indent; i++)
        at_buf_add(out, "  ", 2);
}

void
at_compact_write_line(const struct at_compact_line *line, struct at_buf *out)
{
    at_element_text_write_words(line->node, &line->words, out);
    write_hidden(line, out);
}

static void
write_line(const struct at_compact_line *line, const char *ref,
           struct at_buf *out)
{
    at_compact_write_indent(line, out);
    if (ref)
        at_buf_add_fmt(out, "%s ", ref);
    at_compact_write_line(line, out);
    at_buf_add_char(out, '\n');
}

bool
at_compact_write_gaps(const struct at_tree *tree, struct at_buf *out)
{
    size_t start = out->len;
    at_buf_add_text(out, "... not the whole screen: ");
    if (!at_gaps_write(tree, out)) {
        at_buf_cut(out, start);
        return false;
    }
    at_buf_add_char(out, '\n');
    return true;
}

// Write how many lines are omitted, and how to see them.
static void
write_cut(const struct at_compact_plan *plan, size_t shown, size_t max_lines,
          const struct at_advice *advice, struct at_buf *out)
{
    size_t elements = 0;
    size_t texts = 0;
    for (size_t i = shown; i < plan->count; i++) {
        const struct at_compact_line *line = &plan->lines[i];
        elements += line->hidden_interactive + (line->kind ? 1 : 0);
        texts += line->hidden_texts + (line->kind ? 0 : 1);
    }
    at_buf_add_fmt(out,
                   "... %zu more interactive elements and %zu texts not shown "
                   "(line limit %zu): ",
                   elements, texts, max_lines);
    if (advice->rest_from)
        at_buf_add_fmt(out, "%s%zu", advice->rest_from, shown);
    at_buf_add_fmt(out, "%s\n", advice->rest);
}

// The refs that elements already have.
struct known {
    struct at_ref_match *matches; // owned
    size_t count;
};

static void
begin_refs(const struct at_compact_opts *opts, const struct at_tree *tree,
           struct at_ref_table *refs, struct known *out)
{
    *out = (struct known){0};
    if (!opts->keeps_refs || at_ref_table_is_list(refs)) {
        at_ref_table_begin(refs);
        return;
    }
    out->count = at_ref_table_count(refs);
    out->matches = at_realloc_array(NULL, out->count, sizeof(*out->matches));
    at_ref_match_all(refs, tree, out->matches);
    at_ref_table_renew(refs);
}

static const char *
known_name(const struct known *known, const struct at_compact_line *line)
{
    for (size_t i = 0; i < known->count; i++) {
        const struct at_ref_match *match = &known->matches[i];
        if (match->node == line->node && match->name[1] == line->kind)
            return match->name;
    }
    return NULL;
}

static const char *
add_ref(struct at_ref_table *refs, const struct known *known,
        const struct at_tree *tree, const struct at_compact_line *line)
{
    const char *name = line->kind ? known_name(known, line) : NULL;
    if (!line->kind)
        return NULL;
    if (!name)
        return at_ref_table_add(refs, line->kind, tree, line->node);
    at_ref_table_keep(refs, name, tree, line->node);
    return name;
}

// A surface draws its own content: a game, a map, an unreadable page.
static bool
is_surface(const struct at_node *node)
{
    static const char *const words[] = {"SurfaceView", "TextureView",
                                        "UnityPlayer", "GLView"};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_has(node->class_name, at_str(words[i])))
            return true;
    }
    return node->role == AT_ROLE_WEB_VIEW;
}

// A single surface or unnamed container does not count as content.
static bool
shows_nothing(const struct at_compact_plan *plan)
{
    if (plan->count != 1)
        return plan->count == 0;
    const struct at_node *node = plan->lines[0].node;
    bool nameless =
        node->role == AT_ROLE_CONTAINER || node->role == AT_ROLE_UNKNOWN;
    return is_surface(node) ||
           (nameless && plan->lines[0].words.label.len == 0);
}

void
at_compact_write(const struct at_tree *tree, const struct at_compact_opts *opts,
                 struct at_buf *out, struct at_ref_table *refs,
                 struct at_compact_result *result)
{
    size_t max = opts->max_lines ? opts->max_lines : AT_COMPACT_MAX_LINES;
    struct at_compact_plan plan;
    struct known known;
    at_compact_plan_init(&plan, tree, opts);
    *result = (struct at_compact_result){
        .fingerprint = at_tree_screen_fingerprint(tree),
        .truncated = plan.count + 1 > max,
    };
    // the header counts as a line, and so does the closing line of a cut tree
    size_t shown = plan.count;
    if (result->truncated)
        shown = max > 2 ? max - 2 : 0;
    begin_refs(opts, tree, refs, &known);
    at_compact_write_header(tree, result->fingerprint.text, out);
    write_front(tree, out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; i < shown; i++) {
        const char *ref = add_ref(refs, &known, tree, &plan.lines[i]);
        write_line(&plan.lines[i], ref, out);
        result->ref_count += plan.lines[i].kind ? 1 : 0;
    }
    if (result->truncated)
        write_cut(&plan, shown, opts->stated_max ? opts->stated_max : max,
                  at_ref_table_advice(refs), out);
    at_ref_table_end(refs);
    bool nothing = shows_nothing(&plan) && !opts->only_interactive;
    if (nothing)
        at_buf_add_fmt(out, "... nothing readable: %s\n",
                       at_ref_table_advice(refs)->see_screen);
    result->line_count = nothing ? 1 : 0;
    result->line_count += 1 + shown + (result->truncated ? 1 : 0);
    result->line_count += at_compact_write_gaps(tree, out) ? 1 : 0;
    at_compact_plan_deinit(&plan);
    free(known.matches);
}
