// A device's sockets, a browser's list and a page's elements.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "device/android/framework/web/webview_page.h"
#include "device/android/framework/web/webview_target.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
read_page(struct at_str text)
{
    struct at_web_page page;
    if (at_web_page_parse(text, &page, NULL)) {
        struct at_overlay *overlay =
            at_overlay_new(AT_OVERLAY_ELEMENTS, "webview");
        overlay->under = (struct at_rect){0, 200, 1080, 2360};
        (void)at_web_page_fill(&page, overlay->under, overlay);
        for (struct at_overlay_item *it = overlay->first; it; it = it->next) {
            if (at_rect_empty(it->bounds) || it->bounds.right > 1080 ||
                ((it->flags & AT_NODE_PASSWORD) && it->text.len > 0 &&
                 it->text.ptr[0] != '*'))
                abort();
        }
        at_overlay_free(overlay);
    }
    at_web_page_deinit(&page);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct at_str text = at_str_n((const char *)data, size);
    struct at_web_sockets sockets;
    struct at_web_target targets[AT_WEB_TARGETS_MAX];
    at_web_find_sockets(text, "com.android.chrome", &sockets);
    json_t *list = at_json_parse(text, NULL);
    if (at_web_list(list, targets) > AT_WEB_TARGETS_MAX)
        abort();
    json_decref(list);
    read_page(text);
    return 0;
}
