#include "virtual-android/model/window.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/capture.h"
#include "virtual-android/model/expr.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/rows.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/timer.h"
#include "virtual-android/model/web.h"

// Make the nodes that an activity's window has above the app's own.
static void
build_decor(struct vd_window *window, json_t *root)
{
    struct vd_node *decor =
        vd_node_bare(window, window->root, "android.widget.FrameLayout");
    struct vd_node *body =
        vd_node_bare(window, decor, "android.widget.LinearLayout");
    struct vd_node *content =
        vd_node_bare(window, body, "android.widget.FrameLayout");
    content->id = "android:id/content";
    if (root)
        vd_node_add(window, content, root);
}

static void
build_dump(struct vd_device *device, struct vd_window *window, const char *file)
{
    struct at_err err = AT_ERR_INIT;
    char *path = file[0] == '/' ? at_strdup(file)
                                : at_strfmt("%s/%s", window->app->dir, file);
    if (!vd_capture_load(window, path, &err))
        vd_log(device, window->app, 'E', "VirtualAndroid", "%s", err.msg);
    free(path);
}

// Fields start with their "text"; lists get their rows.
static void
fill_in(struct vd_device *device, struct vd_window *window)
{
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (json_object_get(node->json, "rows"))
            vd_rows_fill(device, window, node);
        const char *text = vd_json_text(node->json, "text", NULL);
        if (!(node->flags & VD_EDITABLE) || !text)
            continue;
        char *value = vd_expand(device, window->app, text);
        vd_node_set_value(node, value);
        free(value);
    }
}

static void
start_timers(struct vd_device *device, struct vd_window *window)
{
    size_t i;
    json_t *rule;
    json_array_foreach(json_object_get(window->json, "timers"), i, rule)
    {
        json_int_t after = json_integer_value(json_object_get(rule, "after"));
        json_int_t every = json_integer_value(json_object_get(rule, "every"));
        vd_timer_add(device, window->app, window, after ? after : every, every,
                     json_object_get(rule, "do"));
    }
}

struct vd_window *
vd_window_open(struct vd_device *device, struct vd_app *app, json_t *screen,
               const char *name)
{
    struct vd_window *window = at_alloc(sizeof(*window));
    window->app = app;
    window->id = ++device->next_id;
    window->opened_ms = device->clock.now_ms;
    window->json = json_incref(screen);
    window->package = vd_json_text(screen, "package", app->package);
    window->activity = vd_json_text(screen, "activity", ".MainActivity");
    window->name = at_arena_dup(&window->arena, at_str(name)).ptr;
    window->dialog = json_is_true(json_object_get(screen, "dialog"));
    window->root = vd_node_bare(window, NULL, "");
    window->dirty = true;
    const char *dump = vd_json_text(screen, "dump", NULL);
    if (dump)
        build_dump(device, window, dump);
    else if (json_is_true(json_object_get(screen, "bare")))
        vd_node_add(window, window->root, json_object_get(screen, "root"));
    else
        build_decor(window, json_object_get(screen, "root"));
    fill_in(device, window);
    start_timers(device, window);
    vd_web_open(device, window);
    return window;
}

void
vd_window_close(struct vd_device *device, struct vd_window **slot)
{
    struct vd_window *window = *slot;
    *slot = window->below;
    vd_timers_drop(device, window->app, window->id);
    vd_nodes_release(window->root);
    json_decref(window->json);
    at_arena_deinit(&window->arena);
    at_arena_deinit(&window->scratch);
    free(window);
}

static struct at_str
work_out(struct vd_device *device, struct vd_window *window,
         const struct vd_node *node, const char *key)
{
    const char *text = vd_json_text(node->json, key, "");
    if (!strstr(text, "${"))
        return at_str(text);
    char *full = vd_expand(device, window->app, text);
    struct at_str kept = at_arena_dup(&window->scratch, at_str(full));
    free(full);
    return kept;
}

// A state that the app file gives as a condition follows that condition.
static void
follow(struct vd_device *device, struct vd_window *window, struct vd_node *node,
       const char *key, bool *state, bool inverted)
{
    json_t *cond = json_object_get(node->json, key);
    if (json_is_object(cond))
        *state = vd_condition(device, window->app, cond) != inverted;
}

static void
refresh_node(struct vd_device *device, struct vd_window *window,
             struct vd_node *node)
{
    if (!node->json)
        return;
    node->desc = work_out(device, window, node, "desc");
    node->hint = work_out(device, window, node, "hint");
    if (!(node->flags & VD_EDITABLE))
        node->text = work_out(device, window, node, "text");
    follow(device, window, node, "visible", &node->hidden, true);
    follow(device, window, node, "enabled", &node->disabled, true);
    follow(device, window, node, "checked", &node->checked, false);
    follow(device, window, node, "selected", &node->selected, false);
}

static int32_t
number(json_t *json, const char *key)
{
    return (int32_t)json_integer_value(json_object_get(json, key));
}

static void
shift(struct vd_node *top, int32_t dx, int32_t dy)
{
    for (struct vd_node *node = top; node; node = vd_node_next(node, top)) {
        struct at_rect *both[] = {&node->rect, &node->seen};
        for (size_t i = 0; i < AT_LEN(both); i++) {
            both[i]->left += dx;
            both[i]->right += dx;
            both[i]->top += dy;
            both[i]->bottom += dy;
        }
    }
}

// "move": {"dx", "dy", "ms"}: it moves from there to its place after the screen
// has opened.
static void
animate(struct vd_device *device, struct vd_window *window,
        struct vd_node *node)
{
    json_t *move = json_object_get(node->json, "move");
    int64_t total = number(move, "ms");
    int64_t gone = device->clock.now_ms - window->opened_ms;
    if (total <= 0 || node->hidden)
        return;
    if (gone >= total) {
        if (device->screen.last_change_ms < window->opened_ms + total)
            device->screen.last_change_ms = window->opened_ms + total;
        return;
    }
    int64_t left = total - gone;
    shift(node, (int32_t)(number(move, "dx") * left / total),
          (int32_t)(number(move, "dy") * left / total));
    device->screen.last_change_ms = device->clock.now_ms;
    window->dirty = true;
}

// Move a flung list to its present place; it slows down towards its end.
static void
roll_on(struct vd_device *device, struct vd_window *window,
        struct vd_node *node)
{
    if (node->fling_px == 0)
        return;
    int64_t total = node->fling_end_ms - node->fling_start_ms;
    int64_t left = node->fling_end_ms - device->clock.now_ms;
    int64_t then =
        left > 0 ? node->fling_px * left * left / (total * total) : 0;
    int32_t step = node->fling_px - (int32_t)then;
    node->scroll_px += step;
    node->fling_px = (int32_t)then;
    node->fling_start_ms = device->clock.now_ms;
    if (then != 0)
        window->dirty = true;
    int64_t changed = left > 0 ? device->clock.now_ms : node->fling_end_ms;
    if (changed > device->screen.last_change_ms)
        device->screen.last_change_ms = changed;
}

static struct at_rect
area_of(struct vd_device *device, struct vd_window *window)
{
    struct at_rect all = {0, 0, device->hardware.width_px,
                          vd_screen_keyboard_top(device)};
    json_t *b = json_object_get(window->json, "bounds");
    if (json_array_size(b) != 4)
        return all;
    int32_t v[4];
    for (size_t i = 0; i < 4; i++)
        v[i] = (int32_t)json_integer_value(json_array_get(b, i));
    return vd_rect_clip((struct at_rect){v[0], v[1], v[2], v[3]}, all);
}

// The app's nodes are between the bars of the system.
static void
keep_off_bars(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *content = vd_node_find(window, "android:id/content");
    if (!content || content->json || content->fixed)
        return;
    content->inset_top_px = VD_STATUS_BAR_PX;
    content->inset_bottom_px = device->screen.keyboard ? 0 : VD_NAV_BAR_PX;
}

void
vd_window_refresh(struct vd_device *device, struct vd_window *window)
{
    if (!window->dirty)
        return;
    window->dirty = false;
    at_arena_deinit(&window->scratch);
    window->scratch = (struct at_arena)AT_ARENA_INIT;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        refresh_node(device, window, node);
        roll_on(device, window, node);
    }
    keep_off_bars(device, window);
    vd_layout(window, area_of(device, window));
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root))
        animate(device, window, node);
}

// The last drawn node at this place that minds being touched.
struct vd_node *
vd_window_hit(struct vd_window *window, struct at_point at)
{
    struct vd_node *found = NULL;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        bool minds = node->flags & (VD_CLICKABLE | VD_LONG_CLICKABLE | VD_SEEK);
        if (node->fixed)
            minds = minds || node->id[0] != '\0' || node->text.len > 0;
        if (minds && !node->hidden && vd_rect_has(node->seen, at))
            found = node;
    }
    return found;
}

bool
vd_window_is_busy(const struct vd_window *window)
{
    if (json_is_true(json_object_get(window->json, "busy")))
        return true;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (vd_node_shown(node) &&
            json_is_true(json_object_get(node->json, "busy")))
            return true;
    }
    return false;
}
