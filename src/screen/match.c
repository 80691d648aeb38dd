#include "screen/match.h"

#include "base/alike.h"
#include "screen/label.h"
#include "screen/role.h"

static struct at_str
read_id(const struct at_node *node)
{
    return at_node_id(node);
}

static struct at_str
read_class(const struct at_node *node)
{
    return node->class_name;
}

static struct at_str
read_description(const struct at_node *node)
{
    return node->description;
}

static struct at_str
read_text(const struct at_node *node)
{
    if (node->text.len > 0)
        return node->text;
    return node->named_by ? node->named_by->text : node->given_label;
}

static struct at_str
read_hint(const struct at_node *node)
{
    return node->text.len == 0 ? node->hint : AT_STR("");
}

static struct at_str
read_error(const struct at_node *node)
{
    return node->error;
}

static struct at_str
read_label(const struct at_node *node)
{
    if (!at_node_takes_text(node))
        return AT_STR("");
    return node->hint.len > 0 ? node->hint : at_node_label(node, NULL);
}

// Search words in the name part of an id, without its package.
static struct at_str
read_id_name(const struct at_node *node)
{
    return at_node_id_name(node);
}

static struct at_str (*const sources[])(const struct at_node *node) = {
    [AT_MATCH_TEXT] = read_text,   [AT_MATCH_DESCRIPTION] = read_description,
    [AT_MATCH_HINT] = read_hint,   [AT_MATCH_ERROR] = read_error,
    [AT_MATCH_LABEL] = read_label, [AT_MATCH_ID] = read_id_name,
};
_Static_assert(AT_LEN(sources) == AT_MATCH_SOURCES, "one reader a source");

bool
at_match_id(struct at_str resource_id, struct at_str want)
{
    size_t start = resource_id.len;
    while (start > 0 && resource_id.ptr[start - 1] != '/')
        start--;
    return at_str_eq(resource_id, want) ||
           at_str_eq(at_str_skip(resource_id, start), want);
}

static bool
has_part(struct at_str has, struct at_str want)
{
    return has.len > 0 && at_alike_has(has, want);
}

// Most ids contain the package name, so a part of it would match nearly all of
// them. The package is compared only if the wanted part includes a separator.
static bool
has_id_part(struct at_str id, struct at_str want)
{
    bool whole = at_str_has(want, AT_STR(":")) || at_str_has(want, AT_STR("/"));
    return has_part(whole ? id : at_id_name(id), want);
}

// The full tree prints short names as "cls", so selectors may use them.
static bool
is_class(struct at_str has, struct at_str want)
{
    return at_str_eq(has, want) || at_str_eq(at_class_short_name(has), want);
}

static bool
has_words(struct at_str has, struct at_str want)
{
    return has.len > 0 && at_alike_has_nocase(has, want);
}

#define BIT(source) (1U << (source))
#define TEXTS (BIT(AT_MATCH_TEXT) | BIT(AT_MATCH_HINT) | BIT(AT_MATCH_ERROR))

static const char *const words_names[] = {
    [AT_WORDS_ANY] = "text",
    [AT_WORDS_TEXT] = "text",
    [AT_WORDS_DESCRIPTION] = "content-desc",
    [AT_WORDS_ID] = "resource-id",
};

static unsigned
sources_of(const struct at_selector *selector)
{
    static const unsigned of_words[] = {
        [AT_WORDS_ANY] = BIT(AT_MATCH_SOURCES) - 1,
        [AT_WORDS_TEXT] = TEXTS | BIT(AT_MATCH_LABEL),
        [AT_WORDS_DESCRIPTION] = BIT(AT_MATCH_DESCRIPTION),
        [AT_WORDS_ID] = BIT(AT_MATCH_ID),
    };
    if (selector->words.len > 0)
        return of_words[selector->words_in];
    return TEXTS | BIT(AT_MATCH_DESCRIPTION) |
           (selector->labels ? BIT(AT_MATCH_LABEL) : 0);
}

static enum at_match_source
first_source(unsigned searched)
{
    enum at_match_source source = AT_MATCH_TEXT;
    while (!(searched & BIT(source)))
        source++;
    return source;
}

bool
at_match_searches(const struct at_match *match, enum at_match_source source)
{
    return source == AT_MATCH_LABEL || (match->sources & BIT(source)) != 0;
}

struct at_match
at_match_init(const struct at_selector *selector)
{
    bool exact = selector->exact;
    const struct at_match_part all[AT_MATCH_PARTS] = {
        {"id", selector->id, exact ? at_match_id : has_id_part, at_match_id,
         false, read_id},
        {"className", selector->class_name, is_class, NULL, false, read_class},
        {"description", selector->description, exact ? at_alike_eq : has_part,
         at_alike_eq, false, read_description},
        {"text", selector->text, at_alike_eq, NULL, true, NULL},
        {"textContains", selector->text_contains, has_part, NULL, true, NULL},
        {words_names[selector->words_in], selector->words, has_words, NULL,
         true, NULL},
    };
    unsigned searched = sources_of(selector);
    struct at_match match = {
        .source = first_source(searched),
        .app_only = selector->app_only,
        .sources = searched,
        .by_whole = !exact && selector->index < 0 &&
                    (selector->id.len > 0 || selector->description.len > 0),
    };
    for (size_t i = 0; i < AT_LEN(all); i++) {
        if (all[i].want.len > 0)
            match.parts[match.count++] = all[i];
    }
    return match;
}

struct at_str
at_match_read(const struct at_match *match, size_t part,
              const struct at_node *node)
{
    const struct at_match_part *p = &match->parts[part];
    if (p->is_text && match->source == AT_MATCH_ID &&
        at_str_has(p->want, AT_STR("/")))
        return at_node_id(node); // compare the words with the whole id
    return p->is_text ? sources[match->source](node) : p->read(node);
}

bool
at_match_parts(const struct at_match *match, size_t count,
               const struct at_node *node)
{
    for (size_t i = 0; i < count; i++) {
        const struct at_match_part *part = &match->parts[i];
        struct at_str has = at_match_read(match, i, node);
        bool whole = match->whole && part->fits_whole;
        if (!(whole ? part->fits_whole : part->fits)(has, part->want))
            return false;
    }
    return true;
}

bool
at_match_node(const struct at_match *match, const struct at_tree *tree,
              const struct at_node *node)
{
    return node != tree->root && at_match_parts(match, match->count, node) &&
           at_node_has(node, AT_NODE_CHROME) == match->chrome &&
           at_node_visible(tree, node);
}

static size_t
count_matches(const struct at_match *match, const struct at_tree *tree)
{
    size_t count = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root))
        count += at_match_node(match, tree, node) ? 1 : 0;
    return count;
}

static bool
has_text_part(const struct at_match *match)
{
    for (size_t i = 0; i < match->count; i++) {
        if (match->parts[i].is_text)
            return true;
    }
    return false;
}

bool
at_match_next_source(struct at_match *match)
{
    enum at_match_source next = match->source + 1;
    while (next < AT_MATCH_SOURCES && !(match->sources & BIT(next)))
        next++;
    if (!has_text_part(match) || next == AT_MATCH_SOURCES)
        return false;
    match->source = next;
    return true;
}

static size_t
settle_source(struct at_match *match, const struct at_tree *tree)
{
    match->source = first_source(match->sources);
    do {
        size_t count = count_matches(match, tree);
        if (count > 0)
            return count;
    } while (at_match_next_source(match));
    return 0;
}

size_t
at_match_settle(struct at_match *match, const struct at_tree *tree)
{
    for (int chrome = 0; chrome < (match->app_only ? 1 : 2); chrome++) {
        for (int part = match->by_whole ? 0 : 1; part < 2; part++) {
            match->chrome = chrome != 0;
            match->whole = part == 0;
            size_t count = settle_source(match, tree);
            if (count > 0)
                return count;
        }
    }
    match->chrome = false;
    match->whole = false;
    match->source = first_source(match->sources);
    return 0;
}
