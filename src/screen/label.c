#include "screen/label.h"

#include "base/ascii.h"

// Icon fonts map their glyphs to private characters, which are meaningless as
// text.
static bool
is_icon_glyph(uint32_t cp)
{
    return (cp >= 0xe000 && cp <= 0xf8ff) || cp >= 0xf0000;
}

// Treat a long run of blanks as content, to bound the scan.
static bool
is_blank(struct at_str text)
{
    enum { BLANK_MAX_BYTES = 256 };
    uint32_t cp = 0;

    if (text.len > BLANK_MAX_BYTES)
        return false;
    text = at_str_trim(text);
    while (text.len > 0) {
        size_t len = at_utf8_next(text, &cp);
        if (len == 0 || !is_icon_glyph(cp))
            return false;
        text = at_str_skip(text, len);
    }
    return true;
}

// A character takes one to four bytes, so most texts need not be counted.
static bool
is_aggregate(struct at_str description)
{
    if (description.len <= AT_LABEL_MAX_CHARS || is_blank(description))
        return false;
    return description.len > (size_t)4 * AT_LABEL_MAX_CHARS ||
           at_utf8_count(description) > AT_LABEL_MAX_CHARS;
}

bool
at_label_is_number(struct at_str text)
{
    bool digit = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (at_ascii_is_digit(c))
            digit = true;
        else if (c != '.' && c != ',' && c != '%' && c != '-' && c != ' ')
            return false;
    }
    return digit;
}

static bool
is_value(const struct at_node *node, struct at_str text)
{
    return node->role == AT_ROLE_SLIDER && at_label_is_number(text);
}

struct at_str
at_node_value(const struct at_node *node)
{
    bool is_slider = node->role == AT_ROLE_SLIDER;
    if (node->role == AT_ROLE_TEXT_FIELD)
        return node->text;
    if ((is_slider || node->role == AT_ROLE_PROGRESS_BAR) &&
        node->state.len > 0)
        return node->state;
    if (is_slider && at_label_is_number(node->text))
        return node->text;
    if (is_slider && at_label_is_number(node->description))
        return node->description;
    return node->range;
}

// A node with both flags is half open, such as a bottom sheet.
const char *
at_node_expansion(const struct at_node *node)
{
    bool more = at_node_has(node, AT_NODE_EXPANDABLE);
    bool less = at_node_has(node, AT_NODE_COLLAPSIBLE);
    if (more && less)
        return "half-expanded";
    return more ? "collapsed" : less ? "expanded" : "";
}

// The text of some switches is their position; their description is then the
// label.
static bool
is_position(const struct at_node *node, struct at_str text)
{
    static const struct at_str words[] = {
        AT_STR_ROW("on"),          AT_STR_ROW("off"),
        AT_STR_ROW("an"),          AT_STR_ROW("aus"),
        AT_STR_ROW("ein"),         AT_STR_ROW("oui"),
        AT_STR_ROW("non"),         AT_STR_ROW("activé"),
        AT_STR_ROW("désactivé"),   AT_STR_ROW("activado"),
        AT_STR_ROW("sí"),          AT_STR_ROW("no"),
        AT_STR_ROW("desactivado"), AT_STR_ROW("ativado"),
        AT_STR_ROW("desativado"),  AT_STR_ROW("ligado"),
        AT_STR_ROW("desligado"),   AT_STR_ROW("attivo"),
        AT_STR_ROW("disattivo"),   AT_STR_ROW("yes"),
        AT_STR_ROW("aan"),         AT_STR_ROW("uit"),
        AT_STR_ROW("вкл"),         AT_STR_ROW("выкл"),
        AT_STR_ROW("включено"),    AT_STR_ROW("выключено"),
        AT_STR_ROW("açık"),        AT_STR_ROW("kapalı"),
        AT_STR_ROW("开"),          AT_STR_ROW("关"),
        AT_STR_ROW("开启"),        AT_STR_ROW("关闭"),
        AT_STR_ROW("開"),          AT_STR_ROW("關"),
        AT_STR_ROW("已开启"),      AT_STR_ROW("已关闭"),
        AT_STR_ROW("オン"),        AT_STR_ROW("オフ"),
        AT_STR_ROW("켜짐"),        AT_STR_ROW("꺼짐"),
        AT_STR_ROW("사용"),        AT_STR_ROW("사용 안함"),
        AT_STR_ROW("1"),           AT_STR_ROW("0"),
        AT_STR_ROW("i"),           AT_STR_ROW("o"),
    };
    text = at_str_trim(text);
    if (!at_node_has(node, AT_NODE_CHECKABLE) || is_blank(node->description))
        return false;
    if (node->state.len > 0 && at_str_eq_nocase(text, node->state))
        return true;
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_eq_nocase(text, words[i]))
            return true;
    }
    return false;
}

struct at_str
at_node_lasting_label(const struct at_node *node)
{
    if (node->role != AT_ROLE_TEXT_FIELD && !is_blank(node->text) &&
        !is_value(node, node->text) && !is_position(node, node->text))
        return node->text;
    if (!is_blank(node->description) && !is_aggregate(node->description) &&
        !is_value(node, node->description))
        return node->description;
    if (node->role != AT_ROLE_TEXT_FIELD && !is_blank(node->hint))
        return node->hint;
    return is_blank(node->tooltip) ? AT_STR("") : node->tooltip;
}

struct at_str
at_node_own_label(const struct at_node *node)
{
    struct at_str label = at_node_lasting_label(node);
    return label.len > 0 ? label : node->given_label;
}

// How well a text names its container, best first. Titles come before counts
// and picture descriptions; emoji, numbers and times are hardly names.
enum rank { RANK_TITLE, RANK_COUNT, RANK_PICTURE, RANK_FIGURE, RANK_NONE };

// Match a number with one or two short words: "87 replies", "1 min read".
static bool
is_count(struct at_str text)
{
    enum { MAX_BYTES = 32, WORDS_MAX = 2 };
    struct at_str rest = at_str_trim(text);
    struct at_str word;
    int words = 0;
    if (rest.len > MAX_BYTES || !at_str_next(&rest, ' ', &word) ||
        !at_label_is_number(word))
        return false;
    for (; rest.len > 0; words++) {
        if (!at_str_next(&rest, ' ', &word)) {
            word = rest;
            rest = AT_STR("");
        }
        if (word.len == 0 || word.ptr[0] < 'a' || word.ptr[0] > 'z')
            return false;
    }
    return words > 0 && words <= WORDS_MAX;
}

static bool
is_symbol(uint32_t cp)
{
    return cp < 0xc0 || (cp >= 0x2000 && cp <= 0x2bff) ||
           (cp >= 0xe000 && cp <= 0xf8ff) || (cp >= 0xfe00 && cp <= 0xfe0f) ||
           cp >= 0x1f000;
}

bool
at_label_is_figure(struct at_str text)
{
    enum { LETTERS_MAX = 3, READ_MAX_BYTES = 64 };
    size_t letters = 0;
    bool digits = false;
    uint32_t cp;
    text = at_utf8_head(text, READ_MAX_BYTES);
    for (size_t len; (len = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, len)) {
        bool ascii = cp < 0x80;
        if (ascii ? at_ascii_is_letter((char)cp) : !is_symbol(cp))
            letters++;
        digits = digits || (ascii && at_ascii_is_digit((char)cp));
    }
    return letters == 0 || (digits && letters <= LETTERS_MAX);
}

static enum rank
rank_of(const struct at_node *node, struct at_str label)
{
    if (label.len == 0 || at_node_has(node, AT_NODE_INVISIBLE) ||
        at_rect_empty(node->bounds))
        return RANK_NONE;
    if (at_label_is_figure(label))
        return RANK_FIGURE;
    if (node->role == AT_ROLE_IMAGE)
        return RANK_PICTURE;
    return is_count(label) ? RANK_COUNT : RANK_TITLE;
}

// Return the first of the best-ranked labels below top, in reading order.
static struct at_str
hoist(const struct at_node *top, const struct at_node **out_from)
{
    struct at_str best = AT_STR("");
    const struct at_node *node = top->first_child;
    enum rank best_rank = RANK_NONE;
    *out_from = NULL;
    while (node && best_rank != RANK_TITLE) {
        bool closed = at_node_has(node, AT_NODE_INTERACTIVE);
        struct at_str label = closed ? AT_STR("") : at_node_own_label(node);
        enum rank rank = rank_of(node, label);
        if (rank < best_rank) {
            best = label;
            best_rank = rank;
            *out_from = node;
        }
        node = closed ? at_node_skip(node, top) : at_node_next(node, top);
    }
    return best;
}

// Return the first label of an invisible descendant: apps name tabs and icons
// with nodes of size zero.
static struct at_str
hoist_unseen(const struct at_node *top, const struct at_node **out_from)
{
    const struct at_node *node = top->first_child;
    while (node) {
        bool closed = at_node_has(node, AT_NODE_INTERACTIVE);
        struct at_str label = closed ? AT_STR("") : at_node_own_label(node);
        if (label.len > 0 && at_rect_empty(node->seen) &&
            !at_label_is_figure(label)) {
            *out_from = node;
            return label;
        }
        node = closed ? at_node_skip(node, top) : at_node_next(node, top);
    }
    return AT_STR("");
}

// Texts in a scrollable or list are its content rather than its name.
static bool
may_hoist(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD ||
           (node->role != AT_ROLE_LIST &&
            !at_node_has(node, AT_NODE_SCROLLABLE) &&
            !at_node_has(node, AT_NODE_WRAPS_SCREEN));
}

struct at_str
at_node_label(const struct at_node *node, const struct at_node **out_from)
{
    const struct at_node *from = NULL;
    struct at_str label = at_node_own_label(node);
    if (label.len > 0)
        from = node;
    else if (may_hoist(node))
        label = hoist(node, &from);
    if (!from && is_aggregate(node->description)) {
        label = node->description; // no descendant has a shorter one
        from = node;
    }
    if (!from && node->named_by) {
        label = node->named_by->text;
        from = node->named_by;
    }
    if (!from && may_hoist(node) && at_node_has(node, AT_NODE_INTERACTIVE))
        label = hoist_unseen(node, &from);
    if (out_from)
        *out_from = from;
    return label;
}

struct at_str
at_id_name(struct at_str id)
{
    ptrdiff_t at = at_str_find(id, AT_STR(":id/"));
    return at < 0 ? id : at_str_skip(id, (size_t)at + 4);
}

struct at_str
at_node_id(const struct at_node *node)
{
    return node->resource_id.len > 0 ? node->resource_id : node->given_id;
}

struct at_str
at_node_id_name(const struct at_node *node)
{
    return at_id_name(at_node_id(node));
}

static bool
holds_text(const struct at_node *node)
{
    for (const struct at_node *it = node->first_child; it;
         it = at_node_next(it, node)) {
        if (at_str_trim(it->text).len > 0 ||
            at_str_trim(it->description).len > 0)
            return true;
    }
    return false;
}

struct at_str
at_node_plain_text(const struct at_node *node)
{
    struct at_str label = at_node_own_label(node);
    if (label.len > 0 || at_str_trim(node->description).len == 0)
        return label;
    return holds_text(node) ? AT_STR("") : node->description;
}

static struct at_str
any_text(const struct at_node *node)
{
    const struct at_str *const texts[] = {
        &node->text,
        &node->description,
        &node->hint,
        &node->tooltip,
    };
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i]->len > 0)
            return *texts[i];
    }
    return AT_STR("");
}

struct at_str
at_node_effective_text(const struct at_node *node)
{
    for (const struct at_node *it = node; it; it = at_node_next(it, node)) {
        struct at_str text = any_text(it);
        if (text.len > 0)
            return text;
    }
    return node->given_label;
}

bool
at_node_takes_text(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD || (node->actions & AT_ACTION_TYPE);
}
