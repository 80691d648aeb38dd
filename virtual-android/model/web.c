#include "virtual-android/model/web.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/state.h"
#include "virtual-android/pages.h"
#include "virtual-android/ports.h"

static const char *
page_of(const struct vd_node *node)
{
    bool web = node->kind && strcmp(node->kind->name, "web") == 0;
    return web ? vd_json_text(node->json, "page", NULL) : NULL;
}

static char *
socket_name(const struct vd_app *app)
{
    return at_strfmt("localabstract:webview_devtools_remote_%d", app->pid);
}

void
vd_web_open(struct vd_device *device, struct vd_window *window)
{
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        const char *page = page_of(node);
        if (!page || window->app->pid == 0 || !device->ports ||
            json_is_false(json_object_get(node->json, "debuggable")))
            continue;
        struct at_err err = AT_ERR_INIT;
        struct at_str rest = at_str(page);
        struct at_str endpoint = rest;
        at_str_next(&rest, '/', &endpoint);
        char *name = socket_name(window->app);
        char *to = at_strndup(endpoint.ptr, endpoint.len);
        if (!vd_ports_add(device->ports, name, to, &err))
            vd_log(device, window->app, 'E', "VirtualAndroid", "%s", err.msg);
        free(to);
        free(name);
    }
}

void
vd_web_close(struct vd_device *device, const struct vd_app *app)
{
    char *name = socket_name(app);
    if (device->ports) // a test's device has none
        vd_ports_remove(device->ports, name);
    free(name);
}

// The page that is drawn last at this place, unless something that minds
// touches is drawn over it.
static struct vd_node *
page_at(struct vd_window *window, struct at_point at)
{
    struct vd_node *over = vd_window_hit(window, at);
    struct vd_node *found = NULL;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (node == over)
            found = NULL;
        else if (page_of(node) && !node->hidden && vd_rect_has(node->seen, at))
            found = node;
    }
    return found;
}

static double
part(int32_t at, int32_t from, struct at_rect rect)
{
    double width = (double)rect.right - rect.left;
    return width > 0 ? ((double)at - from) / width : 0;
}

bool
vd_web_touch(struct vd_device *device, struct vd_window *window,
             struct at_point from, struct at_point to)
{
    struct vd_node *node = page_at(window, from);
    if (!node)
        return false;
    struct at_rect rect = node->rect;
    bool moves = abs(to.x_px - from.x_px) > VD_TOUCH_SLOP_PX ||
                 abs(to.y_px - from.y_px) > VD_TOUCH_SLOP_PX;
    const struct vd_page_input input = {
        .kind = moves ? VD_PAGE_SWIPE : VD_PAGE_TAP,
        .x = part(from.x_px, rect.left, rect),
        .y = part(from.y_px, rect.top, rect),
        .to_x = part(to.x_px, rect.left, rect),
        .to_y = part(to.y_px, rect.top, rect),
    };
    if (!moves && window->focus != node)
        vd_screen_focus(device, window, node);
    vd_pages_post(device->pages, page_of(node), &input);
    return true;
}

static struct vd_node *
focused_page(struct vd_window *window)
{
    struct vd_node *node = window ? window->focus : NULL;
    return node && page_of(node) && !node->hidden ? node : NULL;
}

bool
vd_web_type(struct vd_device *device, struct vd_window *window,
            struct at_str text)
{
    struct vd_node *node = focused_page(window);
    if (!node || text.len == 0)
        return node != NULL;
    vd_pages_post(device->pages, page_of(node),
                  &(struct vd_page_input){.kind = VD_PAGE_TEXT, .text = text});
    return true;
}

bool
vd_web_key(struct vd_device *device, struct vd_window *window, int code)
{
    struct vd_node *node = focused_page(window);
    if (!node || !vd_page_has_key(code))
        return false;
    vd_pages_post(device->pages, page_of(node),
                  &(struct vd_page_input){.kind = VD_PAGE_KEY, .key = code});
    return true;
}
