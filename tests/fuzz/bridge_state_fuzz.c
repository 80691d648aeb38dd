// bridge_state_fuzz.c: any bytes as what `content query` prints of an app's
// idling bridge
#include "base/alloc.h"
#include "device/android/framework/bridge/bridge_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check(const struct at_pending *item)
{
    at_assert(at_utf8_valid(at_str(item->text)) && item->text[0]);
    for (const char *at = item->text; *at; at++)
        at_assert((unsigned char)*at >= ' ' && *at != 0x7f);
}

// Idle apps are not waited for, and busy ones are.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_pending_list list = {0};
    struct at_bridge_row row;
    struct at_str printed = at_str_n((const char *)data, len);
    size_t waited = 0;
    bool ok = at_bridge_row_find(printed, &row, NULL) &&
              at_bridge_row_read(&row, &list, NULL);
    at_assert(list.count <= AT_SYNC_PENDING_MAX);
    for (size_t i = 0; i < list.count; i++) {
        check(&list.items[i]);
        waited += !list.items[i].endless;
    }
    at_assert(!ok || row.idle == (waited == 0));
    return 0;
}
