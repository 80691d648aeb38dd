// guard_tree_fuzz.c: the guard on a small screen: what refuses a button's own
// text refuses the touch of it
//
// Two bytes are a node: its class, states and depth, and its words.
#include "agent/guards/guard.h"
#include "base/alloc.h"
#include "screen/label.h"

enum { NODES_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const classes[] = {
    "android.widget.TextView",     "android.widget.Button",
    "android.widget.LinearLayout", "android.widget.ImageButton",
    "android.widget.Switch",       "android.app.Dialog",
    "android.widget.EditText",     "android.webkit.WebView",
};

static const char *const words[] = {
    "",           "OK",     "Delete", "Delete account?",
    "Pay $99.00", "Cancel", "Milk",   "This can't be undone",
};

static void
add_node(struct at_tree *tree, struct at_node **at, const uint8_t *bytes)
{
    for (unsigned up = bytes[0] >> 6; up > 0 && (*at)->parent->parent; up--)
        *at = (*at)->parent;
    struct at_node *node = at_tree_add(tree, *at);
    if (!node)
        return;
    int32_t top = (bytes[1] >> 3) * 60;
    node->class_name = at_str(classes[bytes[0] & 7]);
    node->package = AT_STR("com.example.app");
    node->text = at_str(words[bytes[1] & 7]);
    node->flags = AT_NODE_ENABLED;
    node->flags |= bytes[0] & 8 ? AT_NODE_CLICKABLE : 0u;
    node->flags |= bytes[0] & 16 ? AT_NODE_CHECKABLE : 0u;
    node->bounds = (struct at_rect){0, top, 1080, top + 60};
    *at = node;
}

static struct at_tree *
make_tree(const uint8_t *data, size_t len)
{
    struct at_tree *tree = at_tree_new();
    struct at_node *root = at_tree_add(tree, tree->root);
    struct at_node *at = root;
    root->class_name = AT_STR("android.widget.FrameLayout");
    root->package = AT_STR("com.example.app");
    root->flags = AT_NODE_ENABLED;
    root->bounds = (struct at_rect){0, 0, 1080, 1920};
    for (size_t i = 0; i + 1 < len && i / 2 < NODES_MAX; i += 2)
        add_node(tree, &at, data + i);
    at_tree_finish(tree);
    return tree;
}

// The first byte chooses the node.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static char package[] = "com.example.app";
    static char goal[] = "The list is shown.";
    const struct at_scenario scenario = {.package = package, .goal = goal};
    struct at_err err = AT_ERR_INIT;
    if (len == 0)
        return 0;
    struct at_tree *tree = make_tree(data + 1, len - 1);
    const struct at_node *node = tree->root->first_child;
    for (unsigned i = data[0] % NODES_MAX; i > 0 && node; i--)
        node = at_node_next(node, tree->root);
    if (node) {
        bool touch = at_guard_touch(&scenario, tree, node, &err);
        at_assert(touch == (err.code == AT_OK));
        // one with a field at its very place is the field to a finger
        bool button = node->role == AT_ROLE_BUTTON &&
                      !at_node_takes_text(node) &&
                      at_node_has(node, AT_NODE_INTERACTIVE);
        at_assert(!touch || !button ||
                  at_guard_label(&scenario, node->text, node->role, NULL));
    }
    at_tree_free(tree);
    return 0;
}
