#include "screen/loading.h"

#include "base/limits.h"
#include "screen/element_text.h"
#include "screen/label.h"

enum {
    LONGEST_BYTES = 60, // maximum length of an indicator's text
    SAME_PLACE_PX = 8,  // maximum shift of a redrawn bar
    BESIDE_MAX = 2,     // maximum number of elements beside a lone text
};

static bool
drawn(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

static bool
has_word(struct at_str text, const char *word)
{
    return at_str_find_nocase(text, at_str(word)) >= 0;
}

static bool
has_digit(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] >= '0' && text.ptr[i] <= '9')
            return true;
    }
    return false;
}

static bool
has_percentage(const struct at_node *node)
{
    return node->range.len > 0 || has_digit(node->text) ||
           has_digit(node->state) || has_digit(node->description);
}

static bool
holds_others(const struct at_node *node)
{
    const struct at_node *it = at_node_next(node, node);
    while (it && at_node_own_label(it).len == 0 &&
           !at_node_has(it, AT_NODE_INTERACTIVE))
        it = at_node_next(it, node);
    return it != NULL;
}

// A spinner is roughly square. A flat bar may have a position that the dump
// omits.
static bool
looks_indeterminate(const struct at_node *node)
{
    int32_t width = node->bounds.right - node->bounds.left;
    int32_t height = node->bounds.bottom - node->bounds.top;
    struct at_str id = at_node_id_name(node);
    return width < height * 2 || has_word(id, "loading") ||
           has_word(id, "indeterminate");
}

static const struct at_str loading_texts[] = {
    AT_STR_ROW("loading"),       AT_STR_ROW("please wait"),
    AT_STR_ROW("just a moment"), AT_STR_ROW("loading, please wait"),
    AT_STR_ROW("loading data"),  AT_STR_ROW("cargando"),
    AT_STR_ROW("carregando"),    AT_STR_ROW("caricamento"),
    AT_STR_ROW("chargement"),    AT_STR_ROW("wird geladen"),
    AT_STR_ROW("laden"),         AT_STR_ROW("загрузка"),
    AT_STR_ROW("加载中"),        AT_STR_ROW("正在加载"),
    AT_STR_ROW("載入中"),        AT_STR_ROW("読み込み中"),
    AT_STR_ROW("로딩 중"),       AT_STR_ROW("불러오는 중"),
};

// A text starting with one of these and ending with dots announces progress:
// "Fetching your notes...".
static const struct at_str loading_verbs[] = {
    AT_STR_ROW("loading"),     AT_STR_ROW("fetching"),
    AT_STR_ROW("connecting"),  AT_STR_ROW("signing in"),
    AT_STR_ROW("logging in"),  AT_STR_ROW("signing out"),
    AT_STR_ROW("logging out"), AT_STR_ROW("refreshing"),
    AT_STR_ROW("syncing"),     AT_STR_ROW("searching"),
    AT_STR_ROW("saving"),      AT_STR_ROW("submitting"),
    AT_STR_ROW("sending"),     AT_STR_ROW("uploading"),
    AT_STR_ROW("downloading"), AT_STR_ROW("processing"),
    AT_STR_ROW("please wait"),
};

// Descriptions of animated pictures.
static const struct at_str loading_pictures[] = {
    AT_STR_ROW("spinner"),
    AT_STR_ROW("loading spinner"),
    AT_STR_ROW("loading indicator"),
    AT_STR_ROW("loading animation"),
    AT_STR_ROW("loading icon"),
    AT_STR_ROW("loading content"),
    AT_STR_ROW("progress indicator"),
    AT_STR_ROW("progress spinner"),
    AT_STR_ROW("activity indicator"),
    AT_STR_ROW("busy indicator"),
    AT_STR_ROW("shimmer"),
    AT_STR_ROW("skeleton"),
};

static struct at_str
without_dots(struct at_str text, bool *out_dots)
{
    static const struct at_str dots[] = {
        AT_STR_ROW("."),
        AT_STR_ROW("…"),
        AT_STR_ROW("。"),
    };
    size_t before;
    text = at_str_trim(text);
    *out_dots = false;
    do {
        before = text.len;
        for (size_t i = 0; i < AT_LEN(dots); i++) {
            if (at_str_ends(text, dots[i])) {
                text.len -= dots[i].len;
                *out_dots = true;
            }
        }
    } while (text.len < before);
    return text;
}

static bool
is_one_of(struct at_str text, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq_nocase(text, rows[i]))
            return true;
    }
    return false;
}

static bool
begins_with_verb(struct at_str text)
{
    for (size_t i = 0; i < AT_LEN(loading_verbs); i++) {
        struct at_str verb = loading_verbs[i];
        if (at_str_eq_nocase(at_str_head(text, verb.len), verb) &&
            (text.len <= verb.len || text.ptr[verb.len] == ' '))
            return true;
    }
    return false;
}

// A sentence that ends with a single full stop is not an indicator.
static bool
ends_with_ellipsis(struct at_str text)
{
    text = at_str_trim(text);
    return at_str_ends(text, AT_STR("...")) || at_str_ends(text, AT_STR("…"));
}

static bool
is_loading_text(struct at_str text, bool *out_dots)
{
    *out_dots = false;
    if (text.len == 0 || text.len > LONGEST_BYTES)
        return false;
    struct at_str bare = without_dots(text, out_dots);
    return is_one_of(bare, loading_texts, AT_LEN(loading_texts)) ||
           (ends_with_ellipsis(text) && begins_with_verb(bare));
}

// Match "Bundling 45%" and "Loading… 45 %".
static bool
ends_with_percentage(struct at_str text)
{
    static const struct at_str signs[] = {
        AT_STR_ROW("%"),
        AT_STR_ROW("％"),
        AT_STR_ROW("٪"),
    };
    bool dots;
    text = without_dots(text, &dots);
    for (size_t i = 0; i < AT_LEN(signs); i++) {
        if (!at_str_ends(text, signs[i]))
            continue;
        struct at_str number =
            at_str_trim(at_str_head(text, text.len - signs[i].len));
        return number.len > 0 && has_digit(at_str_skip(number, number.len - 1));
    }
    return false;
}

static struct at_str
shown_text(const struct at_node *node)
{
    return node->text.len > 0 ? node->text : node->description;
}

static bool
is_short_text(const struct at_node *node)
{
    struct at_str text = shown_text(node);
    return node->role != AT_ROLE_TEXT_FIELD &&
           !at_node_has(node, AT_NODE_INTERACTIVE) && text.len > 0 &&
           text.len <= LONGEST_BYTES;
}

// A language-independent test: the text indicates progress if it appeared with
// the action and is alone on the screen.
static bool
may_say_progress(const struct at_node *node)
{
    struct at_str text = shown_text(node);
    return is_short_text(node) &&
           (ends_with_ellipsis(text) || ends_with_percentage(text));
}

// Match a time of day or a stopwatch: "12:34".
static bool
has_clock(struct at_str text)
{
    for (size_t i = 1; i + 1 < text.len; i++) {
        if (text.ptr[i] == ':' && has_digit(at_str_n(text.ptr + i - 1, 1)) &&
            has_digit(at_str_n(text.ptr + i + 1, 1)))
            return true;
    }
    return false;
}

static bool
may_count(const struct at_node *node)
{
    struct at_str text = shown_text(node);
    return is_short_text(node) && has_digit(text) && !has_clock(text);
}

// Allow a title and a close button beside it.
static bool
is_alone(const struct at_tree *tree, const struct at_node *node)
{
    int others = 0;
    for (const struct at_node *it = at_node_next(tree->root, tree->root); it;
         it = at_node_next(it, tree->root)) {
        if (it != node && drawn(tree, it) &&
            (at_node_own_label(it).len > 0 ||
             at_node_has(it, AT_NODE_INTERACTIVE)))
            others++;
    }
    return others <= BESIDE_MAX;
}

// A button or tab may be named "Loading"; with dots it indicates progress.
static bool
says_loading(const struct at_node *node)
{
    bool dots = false;
    struct at_str text = node->text.len > 0 ? node->text : node->description;
    bool plain = !at_node_has(node, AT_NODE_INTERACTIVE);
    if (node->role == AT_ROLE_TEXT_FIELD)
        return false;
    if (is_loading_text(text, &dots))
        return dots || plain;
    return plain && node->text.len == 0 &&
           is_one_of(at_str_trim(node->description), loading_pictures,
                     AT_LEN(loading_pictures));
}

// ShimmerFrameLayout and similar views remain around the content after loading.
static bool
is_skeleton(const struct at_node *node)
{
    static const char *const words[] = {"shimmer", "skeleton"};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (has_word(node->class_name, words[i]) ||
            has_word(at_node_id_name(node), words[i]))
            return at_node_own_label(node).len == 0 && !holds_others(node);
    }
    return false;
}

static bool
is_near(int32_t a, int32_t b)
{
    return a - b <= SAME_PLACE_PX && b - a <= SAME_PLACE_PX;
}

static bool
is_same(const struct at_node *a, const struct at_node *b)
{
    return at_str_eq(a->class_name, b->class_name) &&
           at_str_eq(a->resource_id, b->resource_id) &&
           is_near(a->bounds.left, b->bounds.left) &&
           is_near(a->bounds.top, b->bounds.top) &&
           is_near(a->bounds.right, b->bounds.right) &&
           is_near(a->bounds.bottom, b->bounds.bottom);
}

static bool
is_bar(const struct at_node *node)
{
    return node->role == AT_ROLE_PROGRESS_BAR && !has_percentage(node) &&
           !holds_others(node);
}

static bool
is_indicator(const struct at_node *node)
{
    return is_bar(node) || says_loading(node) || is_skeleton(node);
}

static bool
stood_in(const struct at_tree *before, const struct at_node *node)
{
    const struct at_node *it = before ? before->root : NULL;
    while (it && !(is_same(it, node) && drawn(before, it) &&
                   (is_indicator(it) || may_say_progress(it))))
        it = at_node_next(it, before->root);
    return it != NULL;
}

static bool
is_loading(const struct at_tree *tree, const struct at_loading_past *past,
           const struct at_node *node)
{
    bool lone = past->before && may_say_progress(node) && is_alone(tree, node);
    if ((!is_indicator(node) && !lone) || stood_in(past->ignored, node))
        return false;
    if (is_bar(node) && tree->reports_ranges)
        return true;
    if (past->before)
        return !stood_in(past->before, node);
    return !is_bar(node) || looks_indeterminate(node);
}

const struct at_node *
at_tree_loading(const struct at_tree *tree, const struct at_loading_past *past)
{
    static const struct at_loading_past unknown;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (drawn(tree, node) && is_loading(tree, past ? past : &unknown, node))
            return node;
    }
    return NULL;
}

// Compare without the width, which changes as the text grows.
static bool
counted_in(const struct at_tree *before, const struct at_node *node)
{
    const struct at_node *it = before ? before->root : NULL;
    while (it && !(at_str_eq(it->class_name, node->class_name) &&
                   at_str_eq(it->resource_id, node->resource_id) &&
                   is_near(it->bounds.top, node->bounds.top) &&
                   is_near(it->bounds.bottom, node->bounds.bottom) &&
                   drawn(before, it) && may_count(it)))
        it = at_node_next(it, before->root);
    return it != NULL;
}

const struct at_node *
at_tree_counter(const struct at_tree *tree, const struct at_loading_past *past)
{
    const struct at_node *found = NULL;
    if (!past->before)
        return NULL;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!drawn(tree, node) || !may_count(node))
            continue;
        if (found || !is_alone(tree, node) || counted_in(past->before, node) ||
            counted_in(past->ignored, node))
            return NULL;
        found = node;
    }
    return found;
}

struct at_str
at_loading_text(const struct at_node *indicator)
{
    return indicator ? shown_text(indicator) : AT_STR("");
}

void
at_loading_write(const struct at_node *indicator, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_element_text_write(indicator, NULL, &text);
    struct at_str line = at_str_trim(at_buf_str(&text));
    struct at_str class_name = indicator->class_name;
    for (size_t i = class_name.len; i > 0; i--) {
        if (class_name.ptr[i - 1] == '.') {
            class_name = at_str_skip(class_name, i);
            break;
        }
    }
    bool named = line.len > 0 && !at_str_is(line, "\"\"");
    at_buf_add_str(out, named ? line : class_name);
    if (!named && at_node_id_name(indicator).len > 0)
        at_buf_add_fmt(out, " id=\"%.*s\"",
                       AT_STR_ARG(at_node_id_name(indicator)));
    at_buf_deinit(&text);
}
