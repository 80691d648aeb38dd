#include "screen/axe_chrome.h"

#include "screen/fingerprint.h"

enum {
    STATUS_BAR_PT = 62,    // tallest status bar: the one with a Dynamic Island
    STATUS_CENTER_PT = 40, // an app's own elements start lower
    KEYS_MIN = 8,
    SUGGESTIONS_MAX = 4,
    STRIP_PT = 64, // tallest suggestion bar, including its gap
};

// Clock, island and battery count. Without a probe only the clock counts: it
// changes unprompted.
bool
at_axe_is_status(const struct at_node *node, bool probed)
{
    struct at_point center = at_rect_center(node->bounds);
    bool plain = node->role == AT_ROLE_UNKNOWN || node->role == AT_ROLE_IMAGE ||
                 node->role == AT_ROLE_TEXT_VIEW;
    if (node->first_child || !plain || node->bounds.bottom > STATUS_BAR_PT ||
        center.y_px > STATUS_CENTER_PT)
        return false;
    return probed || at_text_is_clock(node->text);
}

// UIKit uses the same key ids in every language.
static bool
is_system_key(const struct at_node *node)
{
    static const struct at_str ids[] = {
        AT_STR_ROW("delete"),
        AT_STR_ROW("dictation"),
        AT_STR_ROW("shift"),
        AT_STR_ROW("emoji"),
    };
    for (size_t i = 0; i < AT_LEN(ids); i++) {
        if (at_str_eq(node->resource_id, ids[i]))
            return true;
    }
    return false;
}

static bool
stands_in(const struct at_node *node, struct at_rect rect)
{
    return !at_rect_empty(node->bounds) &&
           at_rect_contains(rect, at_rect_center(node->bounds));
}

static bool
holds_keys(const struct at_node *app, struct at_rect rect)
{
    size_t buttons = 0;
    bool named = false;
    for (const struct at_node *it = app; it; it = at_node_next(it, app)) {
        if (it->role != AT_ROLE_BUTTON || !stands_in(it, rect))
            continue;
        buttons++;
        named = named || is_system_key(it);
    }
    return named && buttons >= KEYS_MIN;
}

// The keyboard background is an unnamed element as wide as the screen.
static bool
is_keyboard(const struct at_node *app, const struct at_node *node)
{
    const struct at_rect *screen = &app->bounds;
    const struct at_rect *rect = &node->bounds;
    return !node->first_child && node->text.len == 0 &&
           node->resource_id.len == 0 && rect->left <= screen->left &&
           rect->right >= screen->right && rect->bottom >= screen->bottom &&
           rect->top > screen->top + (screen->bottom - screen->top) / 4 &&
           holds_keys(app, *rect);
}

// The platform does not report suggestions as buttons; an app's own bar above
// the keys has buttons.
static bool
is_suggestion(const struct at_node *node, struct at_rect keys)
{
    bool plain = node->role == AT_ROLE_UNKNOWN ||
                 node->role == AT_ROLE_TEXT_VIEW ||
                 node->role == AT_ROLE_CONTAINER;
    return plain && !node->first_child && node->resource_id.len == 0 &&
           !at_rect_empty(node->bounds) && node->bounds.bottom <= keys.top &&
           node->bounds.top >= keys.top - STRIP_PT;
}

// Mark the children of parent that share the strip above the keys: at most
// four, side by side, together as wide as the screen.
static void
mark_suggestions(struct at_node *parent, struct at_rect keys)
{
    struct at_node *found[SUGGESTIONS_MAX];
    size_t count = 0;
    int32_t width = 0;
    for (struct at_node *it = parent->first_child; it; it = it->next) {
        if (!is_suggestion(it, keys))
            continue;
        if (count == SUGGESTIONS_MAX ||
            (count > 0 && (it->bounds.top != found[0]->bounds.top ||
                           it->bounds.left < found[count - 1]->bounds.right)))
            return;
        width += it->bounds.right - it->bounds.left;
        found[count++] = it;
    }
    bool whole = (int64_t)width * 10 >= ((int64_t)keys.right - keys.left) * 9;
    bool unnamed = count == 1 && found[0]->text.len == 0;
    for (size_t i = 0; whole && (count > 1 || unnamed) && i < count; i++)
        found[i]->flags |= AT_NODE_CHROME;
}

static void
mark_keyboard(struct at_node *app)
{
    const struct at_node *keyboard = app->first_child;
    while (keyboard && !is_keyboard(app, keyboard))
        keyboard = keyboard->next;
    if (!keyboard)
        return;
    for (struct at_node *it = app->first_child; it; it = it->next) {
        if (stands_in(it, keyboard->bounds))
            it->flags |= AT_NODE_CHROME;
        else if (it->role == AT_ROLE_CONTAINER &&
                 it->bounds.bottom <= keyboard->bounds.top)
            mark_suggestions(it, keyboard->bounds);
    }
    mark_suggestions(app, keyboard->bounds);
}

void
at_axe_mark_chrome(struct at_tree *tree)
{
    struct at_node *root = tree->root;
    for (struct at_node *app = root->first_child; app; app = app->next)
        mark_keyboard(app);
    for (struct at_node *it = root; it; it = at_node_next(it, root)) {
        if (it->parent)
            it->flags |= it->parent->flags & AT_NODE_CHROME;
    }
}
