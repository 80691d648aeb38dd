// take_touch.c: touches and keys as commands
#include <stdio.h>
#include <stdlib.h>

#include "device/gesture.h"
#include "maestro/keys.h"
#include "maestro/read/commands.h"
#include "maestro/record/take_priv.h"
#include "maestro/write/choose.h"
#include "screen/package.h"
#include "screen/reach.h"
#include "wire/android_keys.h"

enum { SWIPE_MS = 400 };

static int32_t
percent_of(int32_t at, int32_t from, int32_t to)
{
    int64_t size = to - from;
    int64_t percent =
        size > 0 ? ((int64_t)(at - from) * 100 + size / 2) / size : 0;
    return (int32_t)(percent < 0 ? 0 : percent > 100 ? 100 : percent);
}

struct at_str
at_maestro_take_point(struct at_maestro_take *take, struct at_rect bounds,
                      struct at_point at)
{
    char text[32];
    snprintf(text, sizeof(text), "%d%%,%d%%",
             (int)percent_of(at.x_px, bounds.left, bounds.right),
             (int)percent_of(at.y_px, bounds.top, bounds.bottom));
    return at_arena_dup(&take->arena, at_str(text));
}

static struct at_rect
screen_of(const struct at_tree *tree)
{
    return (struct at_rect){0, 0, tree->width_px, tree->height_px};
}

// On a screen that was not read, pixels are all that is known.
static struct at_str
pixels(struct at_maestro_take *take, struct at_point at)
{
    char text[32];
    snprintf(text, sizeof(text), "%d,%d", (int)at.x_px, (int)at.y_px);
    return at_arena_dup(&take->arena, at_str(text));
}

// Return true if a touch of the node's middle is one of what was touched.
static bool
middle_is_as_good(const struct at_tree *tree, const struct at_node *node,
                  struct at_point at)
{
    struct at_point middle =
        at_rect_center(at_rect_intersect(node->bounds, screen_of(tree)));
    const struct at_node *hit = at_reach_hit(tree, middle);
    return hit == at_reach_hit(tree, at) || (hit && hit == node);
}

// Large elements without an action of their own mean their points.
static bool
is_surface(const struct at_tree *tree, const struct at_node *node)
{
    int64_t area = (int64_t)(node->bounds.right - node->bounds.left) *
                   (node->bounds.bottom - node->bounds.top);
    return area * 2 > (int64_t)tree->width_px * tree->height_px ||
           at_node_has(node, AT_NODE_SCROLLABLE);
}

// The nearest element around node that a selector means, and the point in it.
static bool
aim_inside(struct at_maestro_take *take, const struct at_maestro_view *view,
           const struct at_node *node, struct at_point at,
           struct at_maestro_command *command)
{
    for (; node && node != view->tree->root; node = node->parent) {
        if (is_surface(view->tree, node) || !at_rect_contains(node->bounds, at))
            break;
        command->selector = at_maestro_choose_itself(&take->arena, view, node);
        if (!command->selector)
            continue;
        command->point = at_maestro_take_point(take, node->bounds, at);
        return true;
    }
    return false;
}

// Return the position of a value on its slider ("40 of 0..100"), 0 to 1; the
// middle if that is unknown.
static double
part_of(struct at_str range, double value)
{
    char text[100];
    ptrdiff_t of = at_str_find(range, AT_STR(" of "));
    ptrdiff_t dots = at_str_find(range, AT_STR(".."));
    if (of < 0 || dots < of || range.len >= sizeof(text))
        return 0.5;
    at_str_cut(text, sizeof(text), range);
    text[dots] = '\0';
    double min = strtod(text + of + 4, NULL);
    double max = strtod(text + dots + 2, NULL);
    return max > min ? (value - min) / (max - min) : 0.5;
}

// The point to tap; that of a value is its place on the slider.
static struct at_point
place_of(const struct at_aim *aim)
{
    const struct at_input *input = aim->input;
    if (input->kind != AT_INPUT_VALUE || !input->node)
        return aim->at;
    struct at_rect bounds = input->node->bounds;
    struct at_point at = at_rect_center(bounds);
    double part = part_of(input->node->range, input->value);
    at.x_px = bounds.left + (int32_t)(part * (bounds.right - bounds.left));
    return at;
}

// Set the element, or the point, of a touch. by_node: a point would be another
// element's, so only the element counts.
void
at_maestro_take_target(struct at_maestro_take *take, const struct at_aim *aim,
                       struct at_maestro_command *command)
{
    const struct at_input *input = aim->input;
    bool by_node = input->node && input->tree;
    const struct at_tree *tree = by_node ? input->tree : aim->tree;
    const struct at_node *node = by_node ? input->node : aim->node;
    struct at_maestro_view view;
    if (!tree) {
        command->point = pixels(take, aim->at);
        return;
    }
    at_maestro_view_init(&view, tree, NULL);
    if (!node) {
        const struct at_maestro_node *at = at_maestro_view_at(&view, aim->at);
        node = at ? at->node : NULL;
    }
    take->on_keyboard = node && at_package_is_input_method(node->package);
    bool whole = node && node->role != AT_ROLE_SLIDER &&
                 (by_node || !is_surface(tree, node)) &&
                 middle_is_as_good(tree, node, aim->at);
    if (whole)
        command->selector = at_maestro_choose(&take->arena, &view, node);
    if (!command->selector &&
        !aim_inside(take, &view, node, place_of(aim), command) && whole)
        command->selector = at_maestro_choose_beside(&take->arena, &view, node);
    if (!command->selector)
        command->point =
            at_maestro_take_point(take, screen_of(tree), place_of(aim));
    at_maestro_view_deinit(&view);
}

static enum at_maestro_direction
direction_of(const struct at_swipe *swipe)
{
    int32_t dx = swipe->to.x_px - swipe->from.x_px;
    int32_t dy = swipe->to.y_px - swipe->from.y_px;
    if (abs(dx) > abs(dy))
        return dx > 0 ? AT_MAESTRO_RIGHT : AT_MAESTRO_LEFT;
    return dy > 0 ? AT_MAESTRO_DOWN : AT_MAESTRO_UP;
}

// An element that is moved itself, such as a row that is swiped away.
static const struct at_maestro_selector *
moved(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_node *node = aim->node;
    const struct at_maestro_selector *selector = NULL;
    struct at_maestro_view view;
    if (!aim->tree || !node || is_surface(aim->tree, node))
        return NULL;
    at_maestro_view_init(&view, aim->tree, NULL);
    if (middle_is_as_good(aim->tree, node, aim->at))
        selector = at_maestro_choose(&take->arena, &view, node);
    at_maestro_view_deinit(&view);
    return selector;
}

// Hold an element and move it, which only our own runner can.
static void
take_drag(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_swipe *swipe = &aim->input->swipe;
    struct at_maestro_command *command = at_maestro_take_add(take, "drag");
    struct at_maestro_command end = {0};
    struct at_aim drop = {
        .tree = aim->tree,
        .node = aim->tree ? at_reach_hit(aim->tree, swipe->to) : NULL,
        .at = swipe->to,
        .input = &(const struct at_input){.kind = AT_INPUT_TAP},
    };
    if (!command)
        return;
    at_maestro_take_target(take, aim, command);
    at_maestro_take_target(take, &drop, &end);
    command->from = command->selector;
    command->selector = NULL;
    command->to = end.selector;
    command->to_point = end.point;
    command->hold_ms = swipe->press_ms;
    command->duration_ms = swipe->duration_ms;
}

static void
take_swipe(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_swipe *swipe = &aim->input->swipe;
    bool slides = aim->node && aim->node->role == AT_ROLE_SLIDER;
    if (swipe->press_ms > 0 && !slides) {
        take_drag(take, aim);
        return;
    }
    struct at_maestro_command *command =
        at_maestro_take_add(take, slides ? "tapOn" : "swipe");
    if (!command)
        return;
    if (slides) { // to where the finger ends
        struct at_aim end = *aim;
        end.at = swipe->to;
        at_maestro_take_target(take, &end, command);
        return;
    }
    command->selector = moved(take, aim);
    if (command->selector) {
        command->direction = direction_of(swipe);
    } else if (aim->tree) {
        struct at_rect screen = screen_of(aim->tree);
        command->start = at_maestro_take_point(take, screen, swipe->from);
        command->end = at_maestro_take_point(take, screen, swipe->to);
    } else {
        command->start = pixels(take, swipe->from);
        command->end = pixels(take, swipe->to);
    }
    if (swipe->duration_ms > SWIPE_MS)
        command->duration_ms = swipe->duration_ms;
}

static bool
is_still(const struct at_swipe *swipe)
{
    return swipe->from.x_px == swipe->to.x_px &&
           swipe->from.y_px == swipe->to.y_px;
}

// Maestro's word for a key of Android; NULL: it has none.
static const char *
key_word(struct at_str name)
{
#define KEY_ROW(word, number) {word, number},
    static const struct {
        const char *word;
        int code;
    } words[] = {AT_MAESTRO_KEYS(KEY_ROW)};
    int64_t code = -1;
    if (at_str_starts(name, AT_STR("KEYCODE_")))
        name = at_str_skip(name, 8);
    for (const struct at_android_key *key = at_android_keys; key->name; key++) {
        if (at_str_eq_nocase(name, at_str(key->name)))
            code = key->code;
    }
    if (code < 0 && !at_str_to_i64(name, 0, INT16_MAX, &code))
        return NULL;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        // Maestro's Tab is the key for Space.
        if (words[i].code == code)
            return words[i].word;
    }
    return NULL;
}

static void
take_key(struct at_maestro_take *take, const struct at_input *input)
{
    const char *word = key_word(input->text);
    unsigned times = input->repeat > 0 ? input->repeat : 1;
    if (!word) {
        take->missing = "Maestro has no name for this key";
        return;
    }
    for (unsigned i = 0; i < times; i++) {
        bool is_back = at_str_is(at_str(word), "Back");
        struct at_maestro_command *command =
            at_maestro_take_add(take, is_back ? "back" : "pressKey");
        if (command && !is_back)
            command->text = at_str(word);
    }
}

// The movement of a gesture of one finger, after a hold.
static struct at_swipe
movement_of(const struct at_gesture *gesture)
{
    const struct at_touch_frame *first = &gesture->frames[0];
    const struct at_touch_frame *last = &gesture->frames[gesture->count - 1];
    struct at_point from = first->touches[0].at;
    int64_t moved_ns = 0;
    for (size_t i = 0; i < gesture->count && moved_ns == 0; i++) {
        struct at_point at = gesture->frames[i].touches[0].at;
        if (at.x_px != from.x_px || at.y_px != from.y_px)
            moved_ns = gesture->frames[i > 0 ? i - 1 : 0].at_ns;
    }
    return (struct at_swipe){
        .from = from,
        .to = last->touches[0].at,
        .press_ms = moved_ns / AT_NS_PER_MS,
        .duration_ms = (last->at_ns - moved_ns) / AT_NS_PER_MS,
    };
}

static void
take_gesture(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_gesture *gesture = aim->input->gesture;
    if (gesture->fingers != 1 || gesture->count == 0) {
        take->missing = "Maestro has no gesture of several fingers";
        return;
    }
    struct at_input input = *aim->input;
    struct at_aim moved_aim = *aim;
    input.kind = AT_INPUT_SWIPE;
    input.swipe = movement_of(gesture);
    moved_aim.input = &input;
    take_swipe(take, &moved_aim);
}

void
at_maestro_take_input(struct at_maestro_take *take, const struct at_aim *aim)
{
    const struct at_input *input = aim->input;
    const char *name = "tapOn";
    switch (input->kind) {
    case AT_INPUT_KEY:
        take_key(take, input);
        return;
    case AT_INPUT_GESTURE:
        take_gesture(take, aim);
        return;
    case AT_INPUT_TEXT:
    case AT_INPUT_SET_TEXT:
        return; // take.c
    case AT_INPUT_SWIPE:
        if (!is_still(&input->swipe)) {
            take_swipe(take, aim);
            return;
        }
        name = "longPressOn";
        break;
    case AT_INPUT_DOUBLE_TAP:
        name = "doubleTapOn";
        break;
    default:
        break;
    }
    struct at_maestro_command *command = at_maestro_take_add(take, name);
    if (command)
        at_maestro_take_target(take, aim, command);
}
