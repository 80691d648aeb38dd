#include "flow/changes/seen.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "screen/hash.h"
#include "screen/label.h"
#include "screen/match.h"

enum { SLOTS = 2 * AT_SEEN_MAX };

// The compared parts of a selector; the texts belong to the arena.
struct element {
    uint64_t hash;
    struct at_str resource_id;
    struct at_str class_name;
    struct at_str text;
    struct at_str description;
    struct at_str hint;
    struct at_str error;
    struct at_str given_label;
    struct at_str given_id;
};

struct at_seen {
    struct element *slots[SLOTS]; // NULL: free; open addressing
    size_t count;
    size_t bytes;
    struct at_arena arena;
    bool forgot;
};

struct at_seen *
at_seen_new(void)
{
    struct at_seen *seen = at_alloc(sizeof(*seen));
    seen->arena = (struct at_arena)AT_ARENA_INIT;
    return seen;
}

void
at_seen_free(struct at_seen *seen)
{
    if (!seen)
        return;
    at_arena_deinit(&seen->arena);
    free(seen);
}

static struct element
element_of(const struct at_node *node)
{
    bool field = node->role == AT_ROLE_TEXT_FIELD;
    struct element element = {
        .resource_id = node->resource_id,
        .class_name = node->class_name,
        .text = field ? AT_STR("") : node->text,
        .description = node->description,
        .hint = node->hint,
        .error = node->error,
        .given_label = node->given_label,
        .given_id = node->given_id,
    };
    const struct at_str texts[] = {element.resource_id, element.class_name,
                                   element.text,        element.description,
                                   element.hint,        element.error,
                                   element.given_label, element.given_id};
    uint64_t hash = AT_HASH_INIT;
    for (size_t i = 0; i < AT_LEN(texts); i++)
        hash = at_hash_str(hash, texts[i]);
    element.hash = hash;
    return element;
}

static size_t
bytes_of(const struct element *element)
{
    return element->resource_id.len + element->class_name.len +
           element->text.len + element->description.len + element->hint.len +
           element->error.len + element->given_label.len +
           element->given_id.len;
}

static void
begin_anew(struct at_seen *seen)
{
    at_arena_deinit(&seen->arena);
    *seen = (struct at_seen){.arena = AT_ARENA_INIT, .forgot = true};
}

static struct element **
slot_of(struct at_seen *seen, uint64_t hash)
{
    size_t at = hash % SLOTS;
    while (seen->slots[at] && seen->slots[at]->hash != hash)
        at = (at + 1) % SLOTS;
    return &seen->slots[at];
}

static struct at_str
keep(struct at_seen *seen, struct at_str text)
{
    return at_arena_dup(&seen->arena, text);
}

static void
add(struct at_seen *seen, const struct element *element)
{
    size_t bytes = bytes_of(element);
    if (*slot_of(seen, element->hash) || bytes > AT_SEEN_MAX_BYTES)
        return;
    if (seen->count == AT_SEEN_MAX || seen->bytes + bytes > AT_SEEN_MAX_BYTES)
        begin_anew(seen);
    struct element *kept = at_arena_alloc(&seen->arena, sizeof(*kept));
    *kept = (struct element){
        .hash = element->hash,
        .resource_id = keep(seen, element->resource_id),
        .class_name = keep(seen, element->class_name),
        .text = keep(seen, element->text),
        .description = keep(seen, element->description),
        .hint = keep(seen, element->hint),
        .error = keep(seen, element->error),
        .given_label = keep(seen, element->given_label),
        .given_id = keep(seen, element->given_id),
    };
    *slot_of(seen, element->hash) = kept;
    seen->count++;
    seen->bytes += bytes;
}

void
at_seen_add(struct at_seen *seen, const struct at_tree *tree)
{
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!at_node_visible(tree, node))
            continue;
        struct element element = element_of(node);
        add(seen, &element);
    }
}

void
at_seen_add_text(struct at_seen *seen, struct at_str text)
{
    const struct at_node node = {.text = text};
    struct element element = element_of(&node);
    add(seen, &element);
}

static bool
matches(struct at_match match, const struct element *element, bool by_given)
{
    const struct at_node node = {
        .resource_id = element->resource_id,
        .class_name = element->class_name,
        .text = element->text,
        .description = element->description,
        .hint = element->hint,
        .error = element->error,
        .given_label = by_given ? element->given_label : AT_STR(""),
        .given_id = by_given ? element->given_id : AT_STR(""),
    };
    for (size_t i = 0; i < AT_MATCH_SOURCES; i++) {
        match.source = (enum at_match_source)i;
        if (at_match_searches(&match, match.source) &&
            at_match_parts(&match, match.count, &node))
            return true;
    }
    return false;
}

bool
at_seen_has(const struct at_seen *seen, const struct at_selector *selector,
            bool *out_forgot)
{
    struct at_match match = at_match_init(selector);
    *out_forgot = seen->forgot;
    for (size_t i = 0; i < SLOTS && match.count > 0; i++) {
        if (seen->slots[i] && matches(match, seen->slots[i], true))
            return true;
    }
    return false;
}

bool
at_seen_is_name(const struct at_seen *seen, const struct at_selector *selector)
{
    struct at_match match = at_match_init(selector);
    for (size_t i = 0; i < SLOTS && match.count > 0; i++) {
        const struct element *element = seen->slots[i];
        if (element && matches(match, element, true) &&
            !matches(match, element, false))
            return true;
    }
    return false;
}
