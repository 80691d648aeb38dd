// fiber_fuzz.c: any text as the rows of a React tree: refused, or an overlay
// whose texts and count are within their limits
#include "base/alloc.h"
#include "device/android/framework/hermes/fiber.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_overlay *overlay = NULL;
    struct at_err err = AT_ERR_INIT;
    struct at_str answer = at_str_n((const char *)data, len);
    size_t count = 0;
    bool ok = at_fiber_read(answer, 420, &overlay, &err);
    at_assert(ok == (err.code == AT_OK));
    at_assert(ok || !overlay);
    for (const struct at_overlay_item *it = overlay ? overlay->first : NULL; it;
         it = it->next) {
        at_assert(at_utf8_valid(it->label) && at_utf8_valid(it->id));
        at_assert(at_utf8_valid(it->component));
        count++;
    }
    at_assert(!overlay ||
              (overlay->count == count && count <= AT_OVERLAY_MAX_ITEMS));
    at_overlay_free(overlay);
    return 0;
}
