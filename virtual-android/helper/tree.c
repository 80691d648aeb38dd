// tree.c: all windows of the screen, node for node in preorder
#include "virtual-android/helper/tree.h"

#include "base/limits.h"
#include "virtual-android/access/chrome.h"
#include "virtual-android/access/node_texts.h"
#include "virtual-android/access/view.h"
#include "virtual-android/helper/nodes.h"

enum { NODES_MAX = 15000, DEPTH_MAX = 250, SIZE_MAX_CHARS = 8388608 };
enum {
    API_DRAWN = 24,
    API_TITLE = 24,
    API_DISPLAY = 33,
    ROOT_RETRY_MS = 50,
    ROOT_RETRIES = 10,
};

static const char *const members[VD_TREE_TEXTS] = {
    [VD_TREE_ID] = "id",           [VD_TREE_TEXT] = "text",
    [VD_TREE_DESC] = "desc",       [VD_TREE_HINT] = "hint",
    [VD_TREE_STATE] = "state",     [VD_TREE_PANE] = "pane",
    [VD_TREE_TOOLTIP] = "tooltip", [VD_TREE_ERROR] = "error",
    [VD_TREE_ROLE] = "role",
};

struct dumping {
    struct vd_device *device;
    struct vd_view view;
    const struct vd_tree_options *options;
    struct vd_writer *w;
    struct vd_window *window;
    struct at_str package; // package of the window's root
    struct at_rect screen;
    struct at_buf texts[VD_TREE_TEXTS];
    int32_t nodes;
    int64_t missing;
    int32_t shown;    // windows
    bool late;        // the app's own nodes are not there yet
    int32_t renewals; // renewals of the connection so far
    const char *truncated;
};

bool
vd_tree_read(struct vd_fields *fields, struct vd_tree_options *out)
{
    out->compact = vd_take_bool(fields, "compact");
    out->invisible = vd_take_bool(fields, "invisible");
    out->package = vd_take_text(fields, "package", "");
    out->max_nodes =
        vd_take_int(fields, "maxNodes", (struct vd_range){1, NODES_MAX}, 10000);
    out->max_depth = vd_take_int(fields, "maxDepth",
                                 (struct vd_range){1, DEPTH_MAX}, DEPTH_MAX);
    return vd_fields_done(fields);
}

static int32_t
clip(int32_t value, int32_t max)
{
    return value < 0 ? 0 : value > max ? max : value;
}

static void
put_bounds(struct vd_writer *w, struct at_rect r, struct at_rect screen)
{
    vd_name(w, "bounds");
    vd_open(w, '[');
    vd_int(w, clip(r.left, screen.right));
    vd_int(w, clip(r.top, screen.bottom));
    vd_int(w, clip(r.right, screen.right));
    vd_int(w, clip(r.bottom, screen.bottom));
    vd_close(w, ']');
}

static void
put_range(struct vd_writer *w, int32_t current)
{
    char text[32];
    struct at_buf number = AT_BUF_INIT(sizeof(text));
    at_buf_add_fmt(&number, "%d.0", (int)current);
    vd_name(w, "range");
    vd_open(w, '[');
    vd_text(w, AT_STR("0.0"));
    vd_text(w, AT_STR("100.0"));
    vd_text(w, at_buf_str(&number));
    vd_close(w, ']');
    at_buf_deinit(&number);
}

static struct at_str
package_of(const struct dumping *d, const struct vd_node *node)
{
    return at_str(node->package ? node->package : d->window->package);
}

// Nodes are drawn in the order of the tree.
static void
put_drawn(struct dumping *d, const struct vd_node *node, int32_t level,
          int32_t index)
{
    bool alone = level == 0 || (index == 0 && !node->next);
    if (!alone && !node->fixed && !d->options->compact &&
        vd_device_api_level(d->device) >= API_DRAWN)
        vd_put_int(d->w, "drawn", index + 1);
}

static void
put_node(struct dumping *d, const struct vd_node *node, unsigned flags,
         bool was_cut, int32_t depth, int32_t index)
{
    struct vd_writer *w = d->w;
    vd_open(w, '{');
    vd_put_int(w, "depth", depth);
    vd_put_int(w, "index", index);
    put_drawn(d, node, depth, index);
    vd_put_text(w, "class", at_str(node->class_name));
    if (!at_str_eq(package_of(d, node), d->package))
        vd_put_text(w, "package", package_of(d, node));
    for (size_t i = 0; i < VD_TREE_TEXTS; i++) {
        if (d->texts[i].len > 0)
            vd_put_text(w, members[i], at_buf_str(&d->texts[i]));
    }
    if (was_cut)
        vd_put_bool(w, "cut", true);
    vd_put_int(w, "flags", (int64_t)flags);
    put_bounds(w, node->seen, d->screen);
    if (node->flags & VD_SEEK)
        put_range(w, node->progress);
    vd_close(w, '}');
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
    if (flags & VD_TREE_ACTS)
        return true;
    for (size_t i = 0; i < VD_TREE_TEXTS; i++) {
        if (d->texts[i].len > 0)
            return true;
    }
    return false;
}

// A browser fills its tree a while after it was first asked.
static void
put_empty_web_view(struct dumping *d, const struct vd_node *root)
{
    vd_open(d->w, '{');
    vd_put_int(d->w, "depth", 1);
    vd_put_int(d->w, "index", 0);
    vd_put_text(d->w, "class", AT_STR("android.webkit.WebView"));
    vd_put_int(d->w, "flags", 1);
    put_bounds(d->w, root->seen, d->screen);
    vd_close(d->w, '}');
    d->nodes++;
}

static void
dump_node(struct dumping *d, struct vd_node *node, int32_t depth, int32_t level,
          int32_t index)
{
    if (!has_room(d, level))
        return;
    unsigned flags = vd_tree_flags(d->device, d->window, node);
    if (flags & VD_TREE_INVISIBLE && !d->options->invisible && level > 0)
        return;
    bool was_cut = vd_tree_texts(d->device, d->window, node, d->texts);
    if (d->texts[VD_TREE_ERROR].len > 0)
        flags |= VD_TREE_INVALID; // setError() sets both
    bool written =
        !d->options->compact || level == 0 || says_something(d, flags);
    if (written) {
        d->nodes++;
        put_node(d, node, flags, was_cut, depth, index);
    }
    int32_t i = 0;
    if (d->late && level == 0) {
        put_empty_web_view(d, node);
        return;
    }
    for (struct vd_node *c = node->first_child; c; c = c->next) {
        // Nodes without a place do not exist: gone views, rows out of sight.
        bool exists = !c->hidden &&
                      (vd_node_shown(c) || !(node->kind->flags & VD_RECYCLES));
        if (exists)
            dump_node(d, c, written ? depth + 1 : depth, level + 1, i++);
    }
}

static void
put_window(struct dumping *d, const struct vd_chrome *chrome, struct at_rect at,
           bool front)
{
    struct vd_writer *w = d->w;
    vd_put_text(w, "package", d->package);
    vd_put_int(w, "id", chrome ? chrome->id : (int64_t)d->window->id);
    vd_put_text(w, "type", at_str(chrome ? chrome->type : "application"));
    vd_put_int(w, "layer", d->shown++);
    vd_put_bool(w, "active", front);
    vd_put_bool(w, "focused", front);
    put_bounds(w, at, d->screen);
    const char *title = chrome ? chrome->title : vd_view_title(d->window);
    if (vd_device_api_level(d->device) >= API_TITLE &&
        (chrome || !d->window->dialog))
        vd_put_text(w, "title", at_str(title));
    if (vd_device_api_level(d->device) >= API_DISPLAY)
        vd_put_int(w, "display", 0);
    vd_name(w, "nodes");
}

static bool
is_requested(const struct dumping *d, struct at_str package)
{
    return d->options->package.len == 0 ||
           at_str_eq(d->options->package, package);
}

// A captured dump may have several roots: each is a window.
static void
dump_window(struct dumping *d, struct vd_window *window, bool front)
{
    d->window = window;
    vd_window_refresh(d->device, window);
    for (struct vd_node *root = window->root->first_child; root;
         root = root->next) {
        d->package = package_of(d, root);
        if (!is_requested(d, d->package))
            continue;
        vd_open(d->w, '{');
        put_window(d, NULL, root->seen, front && !root->next);
        vd_open(d->w, '[');
        dump_node(d, root, 0, 0, 0);
        vd_close(d->w, ']');
        vd_close(d->w, '}');
    }
}

static void
put_some(struct vd_writer *w, const char *name, const char *text)
{
    if (text[0])
        vd_put_text(w, name, at_str(text));
}

// Write all members except the bounds into the open object.
static void
put_chrome_node(struct vd_writer *w, const struct vd_chrome_node *node,
                int64_t number)
{
    vd_put_int(w, "depth", number > 0);
    vd_put_int(w, "index", number > 0 ? number - 1 : 0);
    vd_put_text(w, "class", at_str(node->class_name));
    put_some(w, "id", node->id);
    put_some(w, "text", node->text);
    put_some(w, "desc", node->desc);
    vd_put_int(w, "flags",
               node->button ? VD_TREE_ENABLED | VD_TREE_CLICKABLE
                            : VD_TREE_ENABLED);
}

static void
dump_chrome(struct dumping *d)
{
    const struct vd_chrome *chrome = vd_chromes;
    for (; chrome->type; chrome++) {
        struct at_rect at = vd_chrome_bounds(chrome, d->screen);
        d->package = at_str(chrome->package);
        if ((chrome->keyboard && !d->view.keyboard) ||
            !is_requested(d, d->package))
            continue;
        if (chrome->keyboard)
            at.top = vd_screen_keyboard_top(d->device);
        vd_open(d->w, '{');
        put_window(d, chrome, at, false);
        vd_open(d->w, '[');
        for (size_t i = 0; i < VD_CHROME_NODES && chrome->nodes[i].class_name;
             i++) {
            if (!has_room(d, i > 0))
                break;
            d->nodes++;
            vd_open(d->w, '{');
            put_chrome_node(d->w, &chrome->nodes[i], (int64_t)i);
            put_bounds(d->w, vd_chrome_part(&chrome->nodes[i], at), d->screen);
            vd_close(d->w, '}');
        }
        vd_close(d->w, ']');
        vd_close(d->w, '}');
    }
}

static void
dump_all(struct dumping *d, struct vd_window *front)
{
    bool turned = front->rotation % 2 != 0;
    const struct vd_view *view = &d->view;
    d->screen.right = turned ? view->height_px : view->width_px;
    d->screen.bottom = turned ? view->width_px : view->height_px;
    vd_open(d->w, '{');
    vd_put_int(d->w, "rotation", front->rotation);
    vd_put_int(d->w, "width", d->screen.right);
    vd_put_int(d->w, "height", d->screen.bottom);
    vd_name(d->w, "windows");
    vd_open(d->w, '[');
    // A window takes all touches of those behind it, so the platform does not
    // list them (AOSP WindowsForAccessibilityObserver).
    dump_window(d, front, true);
    dump_chrome(d);
    vd_close(d->w, ']');
    vd_put_int(d->w, "rootless", 0);
    vd_put_int(d->w, "nodeCount", d->nodes);
    vd_put_int(d->w, "missing", d->missing);
    if (d->truncated)
        vd_put_text(d->w, "truncated", at_str(d->truncated));
    if (d->renewals > 0)
        vd_put_int(d->w, "reacquired", d->renewals);
    vd_close(d->w, '}');
}

// Returns false, and leaves the writer unchanged, if no window matches.
static bool
try(struct dumping *d)
{
    size_t before = d->w->out->len;
    bool comma = d->w->comma;
    vd_view_lock(d->device, &d->view);
    if (d->view.front)
        dump_all(d, d->view.front);
    vd_view_unlock(d->device);
    if (d->shown > 0)
        return true;
    at_buf_cut(d->w->out, before);
    d->w->comma = comma;
    return false;
}

static bool
read_once(struct vd_api *api, const struct vd_tree_options *options,
          struct vd_writer *w)
{
    struct dumping d = {.device = api->device,
                        .options = options,
                        .w = w,
                        .renewals = vd_nodes_renewals(api)};
    if (vd_device_fault_left(api->device, "null-root") > 0)
        return false;
    d.late = vd_device_take_fault(api->device, "late-tree");
    for (size_t j = 0; j < VD_TREE_TEXTS; j++)
        d.texts[j] = (struct at_buf)AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    bool found = try(&d);
    for (size_t j = 0; j < VD_TREE_TEXTS; j++)
        at_buf_deinit(&d.texts[j]);
    return found;
}

static bool
refuse_none(const struct vd_tree_options *options, struct vd_refusal *refusal)
{
    if (options->package.len > 0)
        return vd_refuse(refusal, VD_NO_WINDOW,
                         "no window of '%.*s' is on the screen",
                         AT_STR_ARG(options->package));
    return vd_refuse(refusal, VD_NO_WINDOW,
                     "no window gives its content at the moment, ask again");
}

bool
vd_put_tree(struct vd_api *api, const struct vd_tree_options *options,
            struct vd_writer *w, struct vd_refusal *refusal)
{
    size_t before = w->out->len;
    bool renewed = false;
    if (!vd_api_simulate_latency(api, "helper-tree"))
        return false;
    vd_nodes_forget(api);
    if (vd_nodes_put_cached(api, w))
        return true;
    for (int i = 0; i <= ROOT_RETRIES; i++) {
        if (read_once(api, options, w)) {
            vd_nodes_keep(api, at_str_skip(at_buf_str(w->out), before));
            return true;
        }
        if (!renewed && options->package.len == 0 && vd_nodes_renew(api)) {
            renewed = true;
            i = -1;
        }
        if (!vd_api_wait(api, ROOT_RETRY_MS))
            return false;
    }
    return refuse_none(options, refusal);
}

void
vd_tree_look(struct vd_api *api, struct at_buf *out)
{
    const struct vd_tree_options all = {
        .package = AT_STR(""), .max_nodes = NODES_MAX, .max_depth = DEPTH_MAX};
    struct vd_writer w = {.out = out};
    struct dumping d = {.device = api->device, .options = &all, .w = &w};
    for (size_t i = 0; i < VD_TREE_TEXTS; i++)
        d.texts[i] = (struct at_buf)AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    (void)try(&d);
    for (size_t i = 0; i < VD_TREE_TEXTS; i++)
        at_buf_deinit(&d.texts[i]);
}
