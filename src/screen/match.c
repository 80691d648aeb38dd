#include "screen/match.h"

#include "screen/label.h"
#include "screen/role.h"

static struct at_str
read_id(const struct at_node *node)
{
    return node->resource_id;
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
    return node->text;
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

static struct at_str (*const sources[])(const struct at_node *node) = {
    [AT_MATCH_TEXT] = read_text,
    [AT_MATCH_DESCRIPTION] = read_description,
    [AT_MATCH_HINT] = read_hint,
    [AT_MATCH_ERROR] = read_error,
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
    return has.len > 0 && at_str_has(has, want);
}

// The full tree's "cls" is the short name, and is meant to be used.
static bool
is_class(struct at_str has, struct at_str want)
{
    return at_str_eq(has, want) || at_str_eq(at_class_short_name(has), want);
}

struct at_match
at_match_init(const struct at_selector *selector)
{
    bool exact = selector->exact;
    const struct at_match_part all[AT_MATCH_PARTS] = {
        {"id", selector->id, exact ? at_match_id : has_part, false, read_id},
        {"className", selector->class_name, is_class, false, read_class},
        {"description", selector->description, exact ? at_str_eq : has_part,
         false, read_description},
        {"text", selector->text, at_str_eq, true, NULL},
        {"textContains", selector->text_contains, has_part, true, NULL},
    };
    struct at_match match = {.source = AT_MATCH_TEXT};
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
    return p->is_text ? sources[match->source](node) : p->read(node);
}

bool
at_match_parts(const struct at_match *match, size_t count,
               const struct at_node *node)
{
    for (size_t i = 0; i < count; i++) {
        const struct at_match_part *part = &match->parts[i];
        struct at_str has = at_match_read(match, i, node);
        if (!part->fits(has, part->want))
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

size_t
at_match_settle(struct at_match *match, const struct at_tree *tree)
{
    size_t source_count = has_text_part(match) ? AT_MATCH_SOURCES : 1;

    for (int chrome = 0; chrome < 2; chrome++) {
        for (size_t source = 0; source < source_count; source++) {
            match->chrome = chrome != 0;
            match->source = (enum at_match_source)source;
            size_t count = count_matches(match, tree);
            if (count > 0)
                return count;
        }
    }
    match->chrome = false;
    match->source = AT_MATCH_TEXT;
    return 0;
}
