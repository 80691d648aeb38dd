#include "agent/guards/tree_mask.h"

#include "agent/guards/normalize.h"
#include "agent/guards/loose.h"
#include "screen/hash.h"
#include "screen/label.h"

// A field is identified on another screen by its id, or else by its place and
// label.
static uint64_t
identify(const struct at_node *field)
{
    char path[512];
    uint64_t hash = at_hash_str(AT_HASH_INIT, field->package);
    hash = at_hash_str(hash, field->class_name);
    hash = at_hash_str(hash, field->resource_id);
    if (field->resource_id.len > 0)
        return hash;
    at_node_path(field, path, sizeof(path));
    hash = at_hash_str(hash, at_str(path));
    return at_hash_str(hash, at_node_own_label(field));
}

static uint64_t
hash_text(const struct at_node *field)
{
    return at_hash_str(AT_HASH_INIT, field->text);
}

static size_t
kept(const struct at_tree_mask *tree_mask)
{
    return tree_mask->count < AT_TREE_MASK_MAX ? tree_mask->count
                                               : AT_TREE_MASK_MAX;
}

void
at_tree_mask_forget(struct at_tree_mask *tree_mask, const struct at_node *field)
{
    uint64_t wanted = identify(field);
    for (size_t i = 0; i < kept(tree_mask); i++) {
        if (tree_mask->rows[i].field == wanted)
            tree_mask->rows[i].field = 0;
    }
}

void
at_tree_mask_note(struct at_tree_mask *tree_mask, const struct at_node *field,
                  size_t secret)
{
    at_tree_mask_forget(tree_mask, field);
    tree_mask->rows[tree_mask->count++ % AT_TREE_MASK_MAX] =
        (struct at_tree_mask_row){.field = identify(field),
                                  .before = hash_text(field),
                                  .secret = secret};
}

static void
cover(struct at_node *node)
{
    if (at_node_has(node, AT_NODE_PASSWORD))
        return;
    node->flags |= AT_NODE_PASSWORD;
    node->covered = true;
}

static void
cover_fields(const struct at_tree_mask *tree_mask,
             const struct at_secrets *secrets, struct at_node *node)
{
    uint64_t is = kept(tree_mask) > 0 ? identify(node) : 0;
    for (size_t i = 0; i < kept(tree_mask); i++) {
        const struct at_tree_mask_row *row = &tree_mask->rows[i];
        if (row->field == 0 || row->field != is)
            continue;
        if (!at_node_has(node, AT_NODE_PASSWORD) && node->text.len > 0 &&
            hash_text(node) != row->before)
            at_secrets_learn(secrets, row->secret, node->text);
        cover(node);
    }
}

// Return the only letter or digit of a text; 0 if it has none or several.
static uint32_t
only_letter(struct at_str text)
{
    uint32_t found = 0;
    if (text.len > 16)
        return 0;
    while (text.len > 0) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(text, &cp);
        uint32_t letter = at_normalize_letter(cp);
        if (letter && found)
            return 0;
        found = letter ? letter : found;
        text = at_str_skip(text, step ? step : 1);
    }
    return found;
}

// Consecutive boxes in the tree without a text between them.
enum { BOXES_MAX = 64 };

struct boxes {
    struct at_node *nodes[BOXES_MAX];
    uint32_t letters[BOXES_MAX];
    size_t count;
};

static void
cover_box(struct at_node *node)
{
    static const char dot[] = "\u2022";
    cover(node);
    if (at_node_takes_text(node))
        return;
    if (node->text.len > 0)
        node->text = at_str(dot);
    if (node->description.len > 0)
        node->description = at_str(dot);
}

static void
cover_run(const struct boxes *boxes, size_t from, const struct at_loose *value)
{
    size_t same = 0;
    while (same < value->count && from + same < boxes->count &&
           boxes->letters[from + same] == value->letters[same])
        same++;
    for (size_t i = 0; same >= AT_LOOSE_BEGIN_CHARS && i < same; i++)
        cover_box(boxes->nodes[from + i]);
}

static void
end_boxes(struct boxes *boxes, const struct at_secrets *secrets)
{
    const struct at_loose *value;
    size_t secret;
    for (size_t row = 0; boxes->count >= AT_LOOSE_BEGIN_CHARS &&
                         (value = at_secrets_value(secrets, row, &secret));
         row++) {
        for (size_t from = 0; from < boxes->count; from++)
            cover_run(boxes, from, value);
    }
    boxes->count = 0;
}

static void
add_box(struct boxes *boxes, struct at_node *node,
        const struct at_secrets *secrets)
{
    struct at_str text = node->text.len > 0 ? node->text : node->description;
    uint32_t letter = only_letter(text);
    if (text.len == 0)
        return;
    if (node->role == AT_ROLE_BUTTON)
        letter = 0; // a key of the app's own keyboard
    if (!letter || boxes->count == BOXES_MAX)
        end_boxes(boxes, secrets);
    if (!letter)
        return;
    boxes->nodes[boxes->count] = node;
    boxes->letters[boxes->count++] = letter;
}

void
at_tree_mask_apply(const struct at_tree_mask *tree_mask,
                   const struct at_secrets *secrets, struct at_tree *tree)
{
    struct boxes boxes = {.count = 0};
    struct at_node *node = at_secrets_count(secrets) > 0 ? tree->root : NULL;
    for (; node; node = (struct at_node *)at_node_next(node, tree->root)) {
        if (at_node_takes_text(node))
            cover_fields(tree_mask, secrets, node);
        add_box(&boxes, node, secrets);
    }
    end_boxes(&boxes, secrets);
}
