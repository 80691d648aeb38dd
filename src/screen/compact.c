#include "screen/compact.h"

#include "base/limits.h"
#include "screen/compact_plan.h"
#include "screen/gaps.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "screen/quote.h"
#include "screen/ref.h"

enum { APP_NAME_MAX_BYTES = 60 };

void
at_compact_write_quoted(struct at_str text, struct at_buf *out)
{
    at_quote_write(text, out);
}

// One screen of a document is no label: its beginning and its length are.
static void
write_text(struct at_str text, struct at_buf *out)
{
    struct at_str head = text;
    if (text.len > AT_COMPACT_TEXT_MAX_BYTES)
        head = at_utf8_head(text, AT_COMPACT_TEXT_MAX_BYTES);
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_fmt(out, "... +%zu more characters",
                       at_utf8_count(at_str_skip(text, head.len)));
}

static void
write_named(const char *name, struct at_str text, struct at_buf *out)
{
    if (text.len == 0)
        return;
    at_buf_add_char(out, ' ');
    at_buf_add_text(out, name);
    at_buf_add_char(out, '=');
    write_text(text, out);
}

// What was typed into a password field is nobody's business, its length may be.
static void
write_value(const struct at_node *node, struct at_buf *out)
{
    struct at_str value = at_node_value(node);
    if (value.len > 0 && at_node_has(node, AT_NODE_PASSWORD))
        at_buf_add_fmt(out, " value=%zu chars", at_utf8_count(value));
    else
        write_named("value", value, out);
}

// Only where nothing else tells one of these from the next.
static void
write_id(const struct at_node *node, struct at_buf *out)
{
    write_named("id", at_node_id_name(node), out);
}

static const struct {
    uint32_t flag;
    const char *token;
} tokens[] = {
    {AT_NODE_FOCUSED, " focused"},
    {AT_NODE_PASSWORD, " password"},
    {AT_NODE_SELECTED, " selected"},
};

static void
write_state(const struct at_node *node, char kind, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(tokens); i++) {
        bool idle_focus = tokens[i].flag == AT_NODE_FOCUSED && kind == 's';
        if ((node->flags & tokens[i].flag) && !idle_focus)
            at_buf_add_text(out, tokens[i].token);
    }
    if (kind == 'c' || (node->flags & AT_NODE_CHECKED))
        at_buf_add_text(out, at_node_has(node, AT_NODE_CHECKED) ? " checked"
                                                                : " unchecked");
    if (!at_node_has(node, AT_NODE_ENABLED))
        at_buf_add_text(out, " disabled");
    if (*at_node_expansion(node))
        at_buf_add_fmt(out, " %s", at_node_expansion(node));
    if (at_node_has(node, AT_NODE_DISMISSABLE))
        at_buf_add_text(out, " dismissable");
}

// Of these the class does not tell what they are for.
static const bool is_vague[AT_ROLE_COUNT] = {
    [AT_ROLE_UNKNOWN] = true,
    [AT_ROLE_CONTAINER] = true,
    [AT_ROLE_TEXT_VIEW] = true,
    [AT_ROLE_IMAGE] = true,
};

// Behind all that the contract has: what the app says in words of its own.
static void
write_words(const struct at_node *node, struct at_buf *out)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE) && is_vague[node->role])
        write_named("role", node->role_words, out);
    if (at_node_has(node, AT_NODE_INVALID) && node->error.len == 0)
        at_buf_add_text(out, " invalid");
    write_named("error", node->error, out);
    if (at_node_has(node, AT_NODE_TEXT_CUT))
        at_buf_add_text(out, " text-cut");
}

// Since Android 11 a check box tells its state in words too, of which the flag
// says all there is to say.
static bool
repeats_flag(const struct at_node *node)
{
    static const char *const words[] = {"checked", "not checked", "unchecked",
                                        "on", "off"};

    if (!at_node_has(node, AT_NODE_CHECKABLE))
        return false;
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_eq_nocase(node->state, at_str(words[i])))
            return true;
    }
    return false;
}

static void
write_element(const struct at_node *node, struct at_str label,
              struct at_buf *out)
{
    struct at_kind kind = at_node_kind(node, label);
    bool named =
        label.len > 0 || node->hint.len > 0 || at_node_value(node).len > 0;

    at_buf_add_text(out, kind.word);
    if (label.len > 0) {
        at_buf_add_char(out, ' ');
        write_text(label, out);
    }
    if (!named)
        write_id(node, out);
    write_value(node, out);
    if (kind.letter == 'f')
        write_named("hint", node->hint, out);
    else if (node->role != AT_ROLE_SLIDER && !repeats_flag(node))
        write_named("state", node->state, out);
    write_state(node, kind.letter, out);
    write_words(node, out);
}

static const struct {
    enum at_role role;
    const char *word;
} plain_words[] = {
    {AT_ROLE_IMAGE, "image "},
    {AT_ROLE_PROGRESS_BAR, "progress "},
};

static void
write_plain(const struct at_node *node, struct at_str label, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(plain_words); i++) {
        if (node->role == plain_words[i].role)
            at_buf_add_text(out, plain_words[i].word);
    }
    if (label.len > 0 || node->role != AT_ROLE_PROGRESS_BAR)
        write_text(label, out);
    else
        out->len--; // the blank after the word
    if (node->role == AT_ROLE_PROGRESS_BAR || node->range.len > 0)
        write_value(node, out);
    write_words(node, out);
}

void
at_compact_write_element(const struct at_node *node, const char *ref,
                         struct at_buf *out)
{
    struct at_str label = at_node_label(node, NULL);

    if (at_node_has(node, AT_NODE_INTERACTIVE))
        write_element(node, label, out);
    else
        write_plain(node, label, out);
    if (ref)
        at_buf_add_fmt(out, " %s", ref);
}

// The package goes into a line of its own format, so it is held to what a
// package may be made of.
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
    for (size_t i = 0; i < package.len; i++) {
        char c = package.ptr[i];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
        at_buf_add_char(out, fine ? c : '?');
    }
    at_buf_add_fmt(out, " #%s", fingerprint);
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
    if (line->kind)
        write_element(line->node, line->label, out);
    else
        write_plain(line->node, line->label, out);
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

// Nothing goes missing in silence: how much, and how to see it.
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

static const char *
add_ref(struct at_ref_table *refs, const struct at_tree *tree,
        const struct at_compact_line *line)
{
    if (!refs || !line->kind)
        return NULL;
    return at_ref_table_add(refs, line->kind, tree, line->node);
}

void
at_compact_write(const struct at_tree *tree, const struct at_compact_opts *opts,
                 struct at_buf *out, struct at_ref_table *refs,
                 struct at_compact_result *result)
{
    size_t max = opts->max_lines ? opts->max_lines : AT_COMPACT_MAX_LINES;
    struct at_compact_plan plan;

    at_compact_plan_init(&plan, tree, opts);
    *result = (struct at_compact_result){
        .fingerprint = at_tree_screen_fingerprint(tree),
        .truncated = plan.count + 1 > max,
    };
    // the header and, where lines are missing, the last one count
    size_t shown = plan.count;
    if (result->truncated)
        shown = max > 2 ? max - 2 : 0;
    if (refs)
        at_ref_table_begin(refs);
    at_compact_write_header(tree, result->fingerprint.text, out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; i < shown; i++) {
        const char *ref = add_ref(refs, tree, &plan.lines[i]);
        write_line(&plan.lines[i], ref, out);
        result->ref_count += plan.lines[i].kind ? 1 : 0;
    }
    if (result->truncated)
        write_cut(&plan, shown, max, at_ref_table_advice(refs), out);
    if (refs)
        at_ref_table_end(refs);
    result->line_count = 1 + shown + (result->truncated ? 1 : 0);
    result->line_count += at_compact_write_gaps(tree, out) ? 1 : 0;
    at_compact_plan_deinit(&plan);
}
