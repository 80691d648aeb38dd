// tree.c: all windows of the screen, node for node in preorder
#include "base/limits.h"
#include "virtual-android/helper/api.h"
#include "virtual-android/helper/chrome.h"
#include "virtual-android/helper/node_texts.h"
#include "virtual-android/model.h"

enum { NODES_MAX = 15000, DEPTH_MAX = 250, SIZE_MAX_CHARS = 8388608 };
enum {
    API_TITLE = 24,
    API_DISPLAY = 33,
    ROOT_RETRY_MS = 50,
    ROOT_RETRIES = 10
};

static const char *const members[VA_TREE_TEXTS] = {
    [VA_TREE_ID] = "id",           [VA_TREE_TEXT] = "text",
    [VA_TREE_DESC] = "desc",       [VA_TREE_HINT] = "hint",
    [VA_TREE_STATE] = "state",     [VA_TREE_PANE] = "pane",
    [VA_TREE_TOOLTIP] = "tooltip", [VA_TREE_ERROR] = "error",
    [VA_TREE_ROLE] = "role",
};

struct dumping {
    struct va_device *device;
    const struct va_tree_options *options;
    struct va_writer *w;
    struct va_window *window;
    struct at_str package; // of the window's root
    struct at_rect screen;
    struct at_buf texts[VA_TREE_TEXTS];
    int32_t nodes;
    int64_t missing;
    int32_t shown; // windows
    const char *truncated;
};

bool
va_tree_read(struct va_fields *fields, struct va_tree_options *out)
{
    out->compact = va_take_bool(fields, "compact");
    out->invisible = va_take_bool(fields, "invisible");
    out->package = va_take_text(fields, "package", "");
    out->max_nodes =
        va_take_int(fields, "maxNodes", (struct va_range){1, NODES_MAX}, 10000);
    out->max_depth = va_take_int(fields, "maxDepth",
                                 (struct va_range){1, DEPTH_MAX}, DEPTH_MAX);
    return va_fields_done(fields);
}

static int32_t
clip(int32_t value, int32_t max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

static void
put_bounds(struct va_writer *w, struct at_rect r, struct at_rect screen)
{
    va_name(w, "bounds");
    va_open(w, '[');
    va_int(w, clip(r.left, screen.right));
    va_int(w, clip(r.top, screen.bottom));
    va_int(w, clip(r.right, screen.right));
    va_int(w, clip(r.bottom, screen.bottom));
    va_close(w, ']');
}

static void
put_range(struct va_writer *w, int32_t current)
{
    char text[32];
    struct at_buf number = AT_BUF_INIT(sizeof(text));
    at_buf_add_fmt(&number, "%d.0", (int)current);
    va_name(w, "range");
    va_open(w, '[');
    va_text(w, AT_STR("0.0"));
    va_text(w, AT_STR("100.0"));
    va_text(w, at_buf_str(&number));
    va_close(w, ']');
    at_buf_deinit(&number);
}

static struct at_str
package_of(const struct dumping *d, const struct va_node *node)
{
    return at_str(node->package ? node->package : d->window->package);
}

static void
put_node(struct dumping *d, const struct va_node *node, unsigned flags,
         bool was_cut, int32_t depth, int32_t index)
{
    struct va_writer *w = d->w;
    va_open(w, '{');
    va_put_int(w, "depth", depth);
    va_put_int(w, "index", index);
    va_put_text(w, "class", at_str(node->class_name));
    if (!at_str_eq(package_of(d, node), d->package))
        va_put_text(w, "package", package_of(d, node));
    for (size_t i = 0; i < VA_TREE_TEXTS; i++) {
        if (d->texts[i].len > 0)
            va_put_text(w, members[i], at_buf_str(&d->texts[i]));
    }
    if (was_cut)
        va_put_bool(w, "cut", true);
    va_put_int(w, "flags", (int64_t)flags);
    put_bounds(w, node->seen, d->screen);
    if (node->flags & VA_SEEK)
        put_range(w, node->progress);
    va_close(w, '}');
}

static bool
has_room(struct dumping *d, int32_t level)
{
    if (d->truncated)
        return false;
    if (d->nodes >= d->options->max_nodes)
        d->truncated = "nodes";
    else if (d->w->out->len > SIZE_MAX_CHARS)
        d->truncated = "size";
    else if (level >= d->options->max_depth)
        d->missing++;
    else
        return true;
    return false;
}

static bool
says_something(const struct dumping *d, unsigned flags)
{
    if (flags & VA_TREE_ACTS)
        return true;
    for (size_t i = 0; i < VA_TREE_TEXTS; i++) {
        if (d->texts[i].len > 0)
            return true;
    }
    return false;
}

static void
dump_node(struct dumping *d, struct va_node *node, int32_t depth, int32_t level,
          int32_t index)
{
    if (!has_room(d, level))
        return;
    unsigned flags = va_tree_flags(d->device, d->window, node);
    if (flags & VA_TREE_INVISIBLE && !d->options->invisible && level > 0)
        return;
    bool was_cut = va_tree_texts(d->device, d->window, node, d->texts);
    if (d->texts[VA_TREE_ERROR].len > 0)
        flags |= VA_TREE_INVALID; // setError() says both
    bool written =
        !d->options->compact || level == 0 || says_something(d, flags);
    if (written) {
        d->nodes++;
        put_node(d, node, flags, was_cut, depth, index);
    }
    int32_t i = 0;
    for (struct va_node *c = node->first_child; c; c = c->next) {
        // What is not laid out is not there: gone views, rows out of sight.
        bool exists = !c->hidden &&
                      (va_node_shown(c) || !(node->kind->flags & VA_RECYCLES));
        if (exists)
            dump_node(d, c, written ? depth + 1 : depth, level + 1, i++);
    }
}

static void
put_window(struct dumping *d, const struct va_chrome *chrome, struct at_rect at,
           bool front)
{
    struct va_writer *w = d->w;
    va_put_text(w, "package", d->package);
    va_put_int(w, "id", chrome ? chrome->id : (int64_t)d->window->id);
    va_put_text(w, "type", at_str(chrome ? chrome->type : "application"));
    va_put_int(w, "layer", d->shown++);
    va_put_bool(w, "active", front);
    va_put_bool(w, "focused", front);
    put_bounds(w, at, d->screen);
    const char *title = chrome ? chrome->title : d->window->app->label;
    if (d->device->api_level >= API_TITLE && (chrome || !d->window->dialog))
        va_put_text(w, "title", at_str(title));
    if (d->device->api_level >= API_DISPLAY)
        va_put_int(w, "display", 0);
    va_name(w, "nodes");
}

static bool
wanted(const struct dumping *d, struct at_str package)
{
    return d->options->package.len == 0 ||
           at_str_eq(d->options->package, package);
}

// A captured dump may have more than one root: a window each.
static void
dump_window(struct dumping *d, struct va_window *window, bool front)
{
    d->window = window;
    va_window_refresh(d->device, window);
    for (struct va_node *root = window->root->first_child; root;
         root = root->next) {
        d->package = package_of(d, root);
        if (!wanted(d, d->package))
            continue;
        va_open(d->w, '{');
        put_window(d, NULL, root->seen, front && !root->next);
        va_open(d->w, '[');
        dump_node(d, root, 0, 0, 0);
        va_close(d->w, ']');
        va_close(d->w, '}');
    }
}

// Up to the one in front: the dialogs over it come after it.
static void
dump_stack(struct dumping *d, struct va_window *top,
           const struct va_window *front)
{
    if (!top)
        return;
    if (top->dialog)
        dump_stack(d, top->below, front);
    dump_window(d, top, top == front);
}

static void
dump_chrome(struct dumping *d)
{
    const struct va_chrome *chrome = va_chromes;
    for (; chrome->type; chrome++) {
        struct at_rect at = va_chrome_bounds(chrome, d->screen);
        d->package = at_str(chrome->package);
        if ((chrome->keyboard && !d->device->keyboard) ||
            !wanted(d, d->package))
            continue;
        if (chrome->keyboard)
            at.top = va_keyboard_top(d->device);
        va_open(d->w, '{');
        put_window(d, chrome, at, false);
        va_open(d->w, '[');
        for (size_t i = 0; i < VA_CHROME_NODES && chrome->nodes[i].class_name;
             i++) {
            if (!has_room(d, i > 0))
                break;
            d->nodes++;
            va_open(d->w, '{');
            va_put_chrome_node(d->w, &chrome->nodes[i], (int64_t)i);
            put_bounds(d->w, va_chrome_part(&chrome->nodes[i], at), d->screen);
            va_close(d->w, '}');
        }
        va_close(d->w, ']');
        va_close(d->w, '}');
    }
}

static void
dump_all(struct dumping *d, struct va_window *front)
{
    struct va_app *app = va_app_front(d->device);
    bool turned = front->rotation % 2 != 0;
    struct va_device *device = d->device;
    d->screen.right = turned ? device->height_px : device->width_px;
    d->screen.bottom = turned ? device->width_px : device->height_px;
    va_open(d->w, '{');
    va_put_int(d->w, "rotation", front->rotation);
    va_put_int(d->w, "width", d->screen.right);
    va_put_int(d->w, "height", d->screen.bottom);
    va_name(d->w, "windows");
    va_open(d->w, '[');
    dump_stack(d, app ? app->top : NULL, front);
    dump_stack(d, device->system, front);
    dump_chrome(d);
    va_close(d->w, ']');
    va_put_int(d->w, "rootless", 0);
    va_put_int(d->w, "nodeCount", d->nodes);
    va_put_int(d->w, "missing", d->missing);
    if (d->truncated)
        va_put_text(d->w, "truncated", at_str(d->truncated));
    va_close(d->w, '}');
}

// With the writer as it was before where no window is wanted.
static bool
try(struct dumping *d)
{
    size_t before = d->w->out->len;
    bool comma = d->w->comma;
    va_lock(d->device);
    struct va_window *front = va_window_front(d->device);
    if (front && !d->device->screen_off)
        dump_all(d, front);
    va_unlock(d->device);
    if (d->shown > 0)
        return true;
    at_buf_cut(d->w->out, before);
    d->w->comma = comma;
    return false;
}

bool
va_put_tree(struct va_api *api, const struct va_tree_options *options,
            struct va_writer *w, struct va_refusal *refusal)
{
    bool ok = va_api_spend(api, "helper-tree");
    bool found = false;
    for (int i = 0; ok && !found; i++) {
        struct dumping d = {.device = api->device, .options = options, .w = w};
        for (size_t j = 0; j < VA_TREE_TEXTS; j++)
            d.texts[j] = (struct at_buf)AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
        found = try(&d);
        for (size_t j = 0; j < VA_TREE_TEXTS; j++)
            at_buf_deinit(&d.texts[j]);
        if (found || i == ROOT_RETRIES)
            break;
        ok = va_api_wait(api, ROOT_RETRY_MS);
    }
    if (found || !ok)
        return found;
    if (options->package.len > 0)
        return va_refuse(refusal, VA_NO_WINDOW,
                         "no window of '%.*s' is on the screen",
                         AT_STR_ARG(options->package));
    return va_refuse(refusal, VA_NO_WINDOW,
                     "no window gives its content at the moment, ask again");
}
