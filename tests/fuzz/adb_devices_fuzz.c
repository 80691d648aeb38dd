#include "base/alloc.h"
#include "wire/adb_devices.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_inside(struct at_str part, const char *text, size_t len)
{
    at_assert(part.len == 0 ||
              (part.ptr >= text && part.ptr + part.len <= text + len));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const char *text = (const char *)data;
    struct at_str rest = at_str_n(text, len);
    struct at_adb_entry e;
    while (at_adb_devices_next(&rest, &e)) {
        at_assert(e.serial.len > 0 && e.state.len > 0 && e.transport_id >= 0);
        const struct at_str parts[] = {e.serial,  e.state, e.path,
                                       e.product, e.model, e.device};
        for (size_t i = 0; i < AT_LEN(parts); i++)
            check_inside(parts[i], text, len);
    }
    return 0;
}
