#include "screen/element_text.h"

#include "base/alike.h"
#include "base/ascii.h"
#include "screen/kind.h"
#include "screen/label.h"
#include "base/quote.h"
#include "screen/shown_error.h"

// A longer text is cut; the line states how many characters follow.
enum { TEXT_MAX_BYTES = 1000 };

// Write the beginning and the length of an overlong text.
static void
write_text(struct at_str text, struct at_buf *out)
{
    struct at_str head = text;
    if (text.len > TEXT_MAX_BYTES)
        head = at_utf8_head(text, TEXT_MAX_BYTES);
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

// Write the value, or only the length of a password. A slider or progress
// position is a bare number without name and quotes.
static void
write_value(const struct at_node *node, struct at_buf *out)
{
    struct at_str value = at_node_value(node);
    if (value.len > 0 && at_node_has(node, AT_NODE_PASSWORD))
        at_buf_add_fmt(out, " value=%zu chars", at_utf8_count(value));
    else if (node->role != AT_ROLE_TEXT_FIELD && at_label_is_number(value))
        at_buf_add_fmt(out, " %.*s", AT_STR_ARG(value));
    else
        write_named("value", value, out);
}

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

// Write touch behaviour that the kind's word does not imply: a clickable
// scrollable, an element that takes long presses but no taps.
static void
write_touch(const struct at_node *node, char kind, struct at_buf *out)
{
    bool only_long = node->actions == AT_ACTION_LONG_PRESS;
    if (kind == 's' && (node->actions & AT_ACTION_TAP))
        at_buf_add_text(out, " clickable");
    else if (only_long)
        at_buf_add_text(out, " long-press-only");
}

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
    write_touch(node, kind, out);
    if (node->may_be_covered)
        at_buf_add_text(out, " covered?");
}

// The class names of these roles do not describe the element.
static const bool is_vague[AT_ROLE_COUNT] = {
    [AT_ROLE_UNKNOWN] = true,
    [AT_ROLE_CONTAINER] = true,
    [AT_ROLE_TEXT_VIEW] = true,
    [AT_ROLE_IMAGE] = true,
};

// Write the words that extend the contract's format, at the end of the line.
static void
write_words(const struct at_node *node, struct at_buf *out)
{
    if (at_node_has(node, AT_NODE_MAYBE_HINT))
        at_buf_add_text(out, " maybe-hint");
    if (at_node_has(node, AT_NODE_INTERACTIVE) && is_vague[node->role])
        write_named("role", node->role_words, out);
    if (at_node_has(node, AT_NODE_INVALID) && node->error.len == 0)
        at_buf_add_text(out, " invalid");
    write_named(at_node_error_word(node), node->error, out);
    if (at_node_has(node, AT_NODE_TEXT_CUT))
        at_buf_add_text(out, " text-cut");
}

bool
at_element_state_repeats_flag(const struct at_node *node)
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

static bool
eq_without_blanks(struct at_str a, struct at_str b)
{
    while (a.len > 0 && b.len > 0) {
        if (a.ptr[0] == ' ')
            a = at_str_skip(a, 1);
        else if (b.ptr[0] == ' ')
            b = at_str_skip(b, 1);
        else if (at_ascii_lower(a.ptr[0]) != at_ascii_lower(b.ptr[0]))
            return false;
        else {
            a = at_str_skip(a, 1);
            b = at_str_skip(b, 1);
        }
    }
    return at_str_trim(a).len == 0 && at_str_trim(b).len == 0;
}

// Return true if text includes everything in description.
static bool
says_as_much(struct at_str text, struct at_str description)
{
    enum { READ_MAX_BYTES = 512 };
    struct at_str says = at_str_trim(description);
    if (at_str_ends(says, AT_STR(".")))
        says = at_str_head(says, says.len - 1);
    return says.len == 0 || eq_without_blanks(text, says) ||
           (text.len <= READ_MAX_BYTES && at_alike_has_nocase(text, says));
}

// Write the description if it adds something to the text used as the label.
static void
write_description(const struct at_node *node, struct at_str label,
                  struct at_buf *out)
{
    bool is_value = at_node_value(node).ptr == node->description.ptr;
    if (label.len > 0 && label.ptr == node->text.ptr && !is_value &&
        !says_as_much(label, node->description))
        write_named("desc", node->description, out);
}

static void
write_place(const struct at_place *place, struct at_buf *out)
{
    if (place->of > 0)
        at_buf_add_fmt(out, " %u of %u", (unsigned)place->number,
                       (unsigned)place->of);
    if (place->row > 0)
        at_buf_add_fmt(out, " row %u column %u", (unsigned)place->row,
                       (unsigned)place->number);
    if (place->word)
        at_buf_add_fmt(out, " %s", place->word);
    if (place->beside.len == 0)
        return;
    at_buf_add_char(out, ' ');
    write_text(place->beside, out);
}

static void
write_interactive(const struct at_node *node,
                  const struct at_element_words *words, struct at_buf *out)
{
    struct at_str label = words->label;
    struct at_kind kind = at_node_kind(node, label);
    bool named =
        label.len > 0 || node->hint.len > 0 || at_node_value(node).len > 0;
    at_buf_add_text(out, kind.word);
    if (label.len > 0) {
        at_buf_add_char(out, ' ');
        write_text(label, out);
    }
    write_description(node, label, out);
    if ((!named && !words->hides_id) || words->tells_id)
        write_id(node, out);
    write_place(&words->place, out);
    write_value(node, out);
    if (kind.letter == 'f')
        write_named("hint", node->hint, out);
    else if (node->role != AT_ROLE_SLIDER &&
             !at_element_state_repeats_flag(node))
        write_named("state", node->state, out);
    write_state(node, kind.letter, out);
    write_words(node, out);
    if (at_node_opens_web(node))
        at_buf_add_text(out, " web");
}

static const struct {
    enum at_role role;
    const char *word;
} plain_words[] = {
    {AT_ROLE_IMAGE, "image "},
    {AT_ROLE_PROGRESS_BAR, "progress "},
    {AT_ROLE_TEXT_FIELD, "input "},
};

static bool
has_word(const struct at_node *node)
{
    return node->role == AT_ROLE_PROGRESS_BAR ||
           node->role == AT_ROLE_TEXT_FIELD || at_node_opens_web(node);
}

static void
write_plain(const struct at_node *node, struct at_str label, struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(plain_words); i++) {
        if (node->role == plain_words[i].role)
            at_buf_add_text(out, plain_words[i].word);
    }
    if (at_node_opens_web(node))
        at_buf_add_text(out, "web ");
    if (label.len > 0 || !has_word(node))
        write_text(label, out);
    else
        out->len--; // drop the blank after the word
    write_description(node, label, out);
    if (has_word(node) || node->range.len > 0)
        write_value(node, out);
    else if (at_node_has(node, AT_NODE_GRAFTED)) // role name given by a page
        write_named("state", node->state, out);
    if (node->role == AT_ROLE_TEXT_FIELD)
        write_named("hint", node->hint, out);
    if (at_node_has(node, AT_NODE_CHOSEN))
        at_buf_add_text(out, " selected");
    write_words(node, out);
}

void
at_element_text_write_words(const struct at_node *node,
                            const struct at_element_words *words,
                            struct at_buf *out)
{
    if (at_node_has(node, AT_NODE_INTERACTIVE))
        write_interactive(node, words, out);
    else
        write_plain(node, words->label, out);
}

void
at_element_text_write(const struct at_node *node, const char *ref,
                      struct at_buf *out)
{
    const struct at_element_words words = {.label = at_node_label(node, NULL)};
    at_element_text_write_words(node, &words, out);
    if (ref)
        at_buf_add_fmt(out, " %s", ref);
}
