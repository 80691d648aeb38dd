// window.c: windows from screens, and which of them is in front
#include "virtual-android/model.h"

#include <string.h>

#include "base/alloc.h"

static const char *
get_text(json_t *json, const char *key, const char *fallback)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : fallback;
}

void
va_window_touch(struct va_device *device)
{
    device->last_change_ms = device->now_ms;
    struct va_window *front = va_window_front(device);
    if (front)
        front->dirty = true;
}

int32_t
va_keyboard_top(const struct va_device *device)
{
    if (!device->keyboard)
        return device->height_px;
    return device->height_px - device->height_px * 37 / 100;
}

// What an activity's window has above the app's own nodes.
static void
build_decor(struct va_window *window, json_t *root)
{
    struct va_node *decor =
        va_node_bare(window, window->root, "android.widget.FrameLayout");
    struct va_node *body =
        va_node_bare(window, decor, "android.widget.LinearLayout");
    struct va_node *content =
        va_node_bare(window, body, "android.widget.FrameLayout");
    content->id = "android:id/content";
    if (root)
        va_node_add(window, content, root);
}

static void
build_dump(struct va_device *device, struct va_window *window, const char *file)
{
    struct at_err err = AT_ERR_INIT;
    char *path = file[0] == '/' ? at_strdup(file)
                                : at_strfmt("%s/%s", window->app->dir, file);
    if (!va_capture_load(window, path, &err))
        va_log(device, window->app, 'E', "VirtualAndroid", "%s", err.msg);
    free(path);
}

// Fields hold what their "text" says at the start; lists get their rows.
static void
fill_in(struct va_device *device, struct va_window *window)
{
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (json_object_get(node->json, "rows"))
            va_node_fill(device, window, node);
        const char *text = get_text(node->json, "text", NULL);
        if (!(node->flags & VA_EDITABLE) || !text)
            continue;
        char *value = va_expand(device, window->app, text);
        va_set_value(node, value);
        free(value);
    }
}

static void
start_timers(struct va_device *device, struct va_window *window)
{
    size_t i;
    json_t *rule;
    json_array_foreach(json_object_get(window->json, "timers"), i, rule)
    {
        json_int_t after = json_integer_value(json_object_get(rule, "after"));
        json_int_t every = json_integer_value(json_object_get(rule, "every"));
        va_timer_add(device, window->app, window, after ? after : every, every,
                     json_object_get(rule, "do"));
    }
}

struct va_window *
va_window_open(struct va_device *device, struct va_app *app, json_t *screen,
               const char *name)
{
    struct va_window *window = at_alloc(sizeof(*window));
    window->app = app;
    window->id = ++device->next_id;
    window->opened_ms = device->now_ms;
    window->json = json_incref(screen);
    window->package = get_text(screen, "package", app->package);
    window->activity = get_text(screen, "activity", ".MainActivity");
    window->name = at_arena_dup(&window->arena, at_str(name)).ptr;
    window->dialog = json_is_true(json_object_get(screen, "dialog"));
    window->root = va_node_bare(window, NULL, "");
    window->dirty = true;
    const char *dump = get_text(screen, "dump", NULL);
    if (dump)
        build_dump(device, window, dump);
    else if (json_is_true(json_object_get(screen, "bare")))
        va_node_add(window, window->root, json_object_get(screen, "root"));
    else
        build_decor(window, json_object_get(screen, "root"));
    fill_in(device, window);
    start_timers(device, window);
    return window;
}

void
va_window_close(struct va_device *device, struct va_window **slot)
{
    struct va_window *window = *slot;
    *slot = window->below;
    va_timers_drop(device, window->app, window->id);
    va_nodes_release(window->root);
    json_decref(window->json);
    at_arena_deinit(&window->arena);
    at_arena_deinit(&window->scratch);
    free(window);
}

struct va_window *
va_window_front(struct va_device *device)
{
    if (device->system)
        return device->system;
    struct va_app *app = va_app_front(device);
    return app ? app->top : NULL;
}

// Of the app's dialogs in front and the screen they stand on.
struct va_node *
va_window_node(struct va_app *app, const char *id,
               struct va_window **out_window)
{
    for (struct va_window *w = app ? app->top : NULL; w; w = w->below) {
        struct va_node *node = va_node_find(w, id);
        *out_window = w;
        if (node)
            return node;
        if (!w->dialog)
            break;
    }
    return NULL;
}

static struct at_str
work_out(struct va_device *device, struct va_window *window,
         const struct va_node *node, const char *key)
{
    const char *text = get_text(node->json, key, "");
    if (!strstr(text, "${"))
        return at_str(text);
    char *full = va_expand(device, window->app, text);
    struct at_str kept = at_arena_dup(&window->scratch, at_str(full));
    free(full);
    return kept;
}

// A state that the app file gives as a condition follows it all the time.
static void
follow(struct va_device *device, struct va_window *window, struct va_node *node,
       const char *key, bool *state, bool inverted)
{
    json_t *cond = json_object_get(node->json, key);
    if (json_is_object(cond))
        *state = va_holds(device, window->app, cond) != inverted;
}

static void
refresh_node(struct va_device *device, struct va_window *window,
             struct va_node *node)
{
    if (!node->json)
        return;
    node->desc = work_out(device, window, node, "desc");
    node->hint = work_out(device, window, node, "hint");
    if (!(node->flags & VA_EDITABLE))
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
shift(struct va_node *top, int32_t dx, int32_t dy)
{
    for (struct va_node *node = top; node; node = va_node_next(node, top)) {
        struct at_rect *both[] = {&node->rect, &node->seen};
        for (size_t i = 0; i < AT_LEN(both); i++) {
            both[i]->left += dx;
            both[i]->right += dx;
            both[i]->top += dy;
            both[i]->bottom += dy;
        }
    }
}

// "move": {"dx", "dy", "ms"}: it comes from there after the screen opened.
static void
animate(struct va_device *device, struct va_window *window,
        struct va_node *node)
{
    json_t *move = json_object_get(node->json, "move");
    int64_t total = number(move, "ms");
    int64_t gone = device->now_ms - window->opened_ms;
    if (total <= 0 || node->hidden)
        return;
    if (gone >= total) {
        if (device->last_change_ms < window->opened_ms + total)
            device->last_change_ms = window->opened_ms + total;
        return;
    }
    int64_t left = total - gone;
    shift(node, (int32_t)(number(move, "dx") * left / total),
          (int32_t)(number(move, "dy") * left / total));
    device->last_change_ms = device->now_ms;
    window->dirty = true;
}

// What a fling has moved by now, slowing down towards its end.
static void
roll_on(struct va_device *device, struct va_window *window,
        struct va_node *node)
{
    if (node->fling_px == 0)
        return;
    int64_t total = node->fling_end_ms - node->fling_start_ms;
    int64_t left = node->fling_end_ms - device->now_ms;
    int64_t then =
        left > 0 ? node->fling_px * left * left / (total * total) : 0;
    int32_t step = node->fling_px - (int32_t)then;
    node->scroll_px += step;
    node->fling_px = (int32_t)then;
    node->fling_start_ms = device->now_ms;
    if (then != 0)
        window->dirty = true;
    int64_t changed = left > 0 ? device->now_ms : node->fling_end_ms;
    if (changed > device->last_change_ms)
        device->last_change_ms = changed;
}

static struct at_rect
area_of(struct va_device *device, struct va_window *window)
{
    struct at_rect all = {0, 0, device->width_px, va_keyboard_top(device)};
    json_t *b = json_object_get(window->json, "bounds");
    if (json_array_size(b) != 4)
        return all;
    int32_t v[4];
    for (size_t i = 0; i < 4; i++)
        v[i] = (int32_t)json_integer_value(json_array_get(b, i));
    return va_rect_clip((struct at_rect){v[0], v[1], v[2], v[3]}, all);
}

// The app's own nodes stand between the bars of the system.
static void
keep_off_bars(struct va_device *device, struct va_window *window)
{
    struct va_node *content = va_node_find(window, "android:id/content");
    if (!content || content->json || content->fixed)
        return;
    content->inset_top_px = VA_STATUS_BAR_PX;
    content->inset_bottom_px = device->keyboard ? 0 : VA_NAV_BAR_PX;
}

void
va_window_refresh(struct va_device *device, struct va_window *window)
{
    if (!window->dirty)
        return;
    window->dirty = false;
    at_arena_deinit(&window->scratch);
    window->scratch = (struct at_arena)AT_ARENA_INIT;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        refresh_node(device, window, node);
        roll_on(device, window, node);
    }
    keep_off_bars(device, window);
    va_layout(window, area_of(device, window));
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root))
        animate(device, window, node);
}

// The last drawn node at this place that minds being touched.
struct va_node *
va_window_hit(struct va_window *window, struct at_point at)
{
    struct va_node *found = NULL;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        bool minds = node->flags & (VA_CLICKABLE | VA_LONG_CLICKABLE | VA_SEEK);
        if (node->fixed)
            minds = minds || node->id[0] != '\0' || node->text.len > 0;
        if (minds && !node->hidden && va_rect_has(node->seen, at))
            found = node;
    }
    return found;
}

bool
va_window_is_busy(const struct va_window *window)
{
    if (json_is_true(json_object_get(window->json, "busy")))
        return true;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (va_node_shown(node) &&
            json_is_true(json_object_get(node->json, "busy")))
            return true;
    }
    return false;
}
