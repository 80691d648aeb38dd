#include "agent/proof/scene.h"

#include <stdlib.h>
#include <string.h>

#include "agent/guards/guard.h"
#include "base/alloc.h"
#include "screen/label.h"
#include "screen/loading.h"

// The texts of a row that are treated alike.
static const size_t texts[] = {
    offsetof(struct at_scene_row, text),
    offsetof(struct at_scene_row, description),
    offsetof(struct at_scene_row, label),
    offsetof(struct at_scene_row, value),
    offsetof(struct at_scene_row, hint),
    offsetof(struct at_scene_row, error),
    offsetof(struct at_scene_row, id),
};

static struct at_str *
text_of(const struct at_scene_row *row, size_t index)
{
    return (struct at_str *)(void *)((char *)row + texts[index]);
}

struct taking {
    const struct at_tree *tree;
    const struct at_scene_about *about;
    const struct at_node *indicator; // loading indicator; NULL: none
    struct at_scene *out;
};

// Nodes without a package belong to the window around them, or to the app if no
// node has a package.
static bool
is_own(const struct taking *taking, const struct at_node *node)
{
    while (node && node->package.len == 0)
        node = node->parent;
    return !node || at_guard_is_own(taking->about->scenario, node->package);
}

static bool
is_taken(const struct taking *taking, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) &&
           at_node_visible(taking->tree, node) && is_own(taking, node);
}

static struct at_scene_row
row_of(const struct at_node *node, size_t parent)
{
    bool is_field = node->role == AT_ROLE_TEXT_FIELD;
    bool is_control = at_node_has(node, AT_NODE_INTERACTIVE) ||
                      at_node_has(node, AT_NODE_CHECKABLE);
    return (struct at_scene_row){
        .text = is_field ? AT_STR("") : node->text,
        .description = node->description,
        .label = is_control ? at_node_label(node, NULL) : AT_STR(""),
        .value = at_node_value(node),
        .hint = node->hint,
        .error = node->error,
        .id = at_node_id_name(node),
        .box = node->seen,
        .flags = node->flags,
        .role = node->role,
        .error_unseen = node->error_unseen,
        .parent = parent,
    };
}

static void
add(struct at_scene *scene, struct at_scene_row row)
{
    if ((scene->count & (scene->count - 1)) == 0)
        scene->rows = at_realloc_array(scene->rows,
                                       scene->count > 0 ? 2 * scene->count : 1,
                                       sizeof(*scene->rows));
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        struct at_str *text = text_of(&row, i);
        *text =
            at_arena_dup(&scene->arena, at_utf8_head(*text, AT_SCENE_TEXT_MAX));
    }
    row.end = scene->count + 1;
    scene->rows[scene->count++] = row;
}

// Close the rows that do not contain node, and return the one around it.
static size_t
parent_of(struct at_scene *scene, const struct at_node *const *nodes,
          size_t parent, const struct at_node *node)
{
    while (parent != AT_SCENE_NONE) {
        const struct at_node *up = node->parent;
        while (up && up != nodes[parent])
            up = up->parent;
        if (up)
            return parent;
        scene->rows[parent].end = scene->count;
        parent = scene->rows[parent].parent;
    }
    return parent;
}

static void
take_rows(const struct taking *taking)
{
    struct at_scene *out = taking->out;
    const struct at_node **nodes =
        at_realloc_array(NULL, AT_SCENE_ROWS_MAX, sizeof(*nodes));
    const struct at_node *root = taking->tree->root;
    size_t parent = AT_SCENE_NONE;
    for (const struct at_node *node = at_node_next(root, root); node;
         node = at_node_next(node, root)) {
        if (!is_taken(taking, node))
            continue;
        if (out->count == AT_SCENE_ROWS_MAX) {
            out->is_partial = true;
            break;
        }
        parent = parent_of(out, nodes, parent, node);
        nodes[out->count] = node;
        struct at_scene_row row = row_of(node, parent);
        row.is_loading = node == taking->indicator;
        add(out, row);
        parent = out->count - 1;
    }
    for (; parent != AT_SCENE_NONE; parent = out->rows[parent].parent)
        out->rows[parent].end = out->count;
    free(nodes);
}

void
at_scene_take(const struct at_tree *tree, const struct at_scene_about *about,
              struct at_scene *out)
{
    *out = (struct at_scene){.at_ms = about->at_ms, .is_partial = true};
    if (!tree)
        return;
    struct at_str front =
        tree->front_package.len > 0 ? tree->front_package : about->front;
    struct at_dialog dialog = at_tree_dialog(tree);
    out->package = at_arena_dup(&out->arena, front);
    out->is_inside = at_guard_is_own(about->scenario, front);
    out->dialog = dialog.kind;
    out->dialog_title = at_arena_dup(
        &out->arena, at_utf8_head(dialog.title, AT_SCENE_TEXT_MAX));
    out->is_partial = at_tree_is_cut(tree);
    out->width_px = tree->width_px;
    out->height_px = tree->height_px;
    const struct at_node *indicator = at_tree_loading(tree, NULL);
    out->is_loading = indicator != NULL;
    take_rows(&(const struct taking){tree, about, indicator, out});
}

void
at_scene_gone(int64_t at_ms, struct at_scene *out)
{
    *out = (struct at_scene){.at_ms = at_ms, .is_gone = true};
}

void
at_scene_deinit(struct at_scene *scene)
{
    at_argv_deinit(&scene->toasts);
    at_arena_deinit(&scene->arena);
    free(scene->rows);
    *scene = (struct at_scene){0};
}

static bool
same_row(const struct at_scene_row *a, const struct at_scene_row *b)
{
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (!at_str_eq(*text_of(a, i), *text_of(b, i)))
            return false;
    }
    return at_rect_eq(a->box, b->box) && a->flags == b->flags &&
           a->role == b->role && a->parent == b->parent && a->end == b->end;
}

static bool
same_toasts(const struct at_scene *a, const struct at_scene *b)
{
    if (a->toasts.count != b->toasts.count)
        return false;
    for (size_t i = 0; i < a->toasts.count; i++) {
        if (strcmp(a->toasts.words[i], b->toasts.words[i]) != 0)
            return false;
    }
    return true;
}

bool
at_scene_eq(const struct at_scene *a, const struct at_scene *b)
{
    if (a->count != b->count || a->is_gone != b->is_gone ||
        a->is_inside != b->is_inside || a->dialog != b->dialog ||
        a->is_partial != b->is_partial || !at_str_eq(a->package, b->package) ||
        !same_toasts(a, b))
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (!same_row(&a->rows[i], &b->rows[i]))
            return false;
    }
    return true;
}

bool
at_scene_holds(const struct at_scene *scene, size_t outer, size_t inner)
{
    return inner >= outer && inner < scene->rows[outer].end;
}
