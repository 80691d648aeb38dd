#include "virtual-android/model/listener.h"

#include "base/limits.h"
#include "virtual-android/model/state.h"

void
vd_emit(struct vd_device *device, enum vd_event_type type, const char *package,
        const char *class_name, struct at_str text)
{
    if (device->listener)
        device->listener->emit(device, type, package, class_name, text);
}

void
vd_emit_node(struct vd_device *device, const struct vd_window *window,
             const struct vd_node *node, enum vd_event_type type)
{
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (!device->listener || !node)
        return;
    if (!node->password)
        vd_node_text(node, &text);
    if (text.len == 0)
        at_buf_add_str(&text, node->desc);
    vd_emit(device, type, node->package ? node->package : window->package,
            node->class_name, at_buf_str(&text));
    at_buf_deinit(&text);
}

void
vd_listener_sync(struct vd_device *device)
{
    if (device->listener)
        device->listener->sync(device);
}
