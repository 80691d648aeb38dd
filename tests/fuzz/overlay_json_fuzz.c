// overlay_json_fuzz.c: any JSON as overlays: refused, or the same once it is
// written and read again
#include "base/alloc.h"
#include "screen/overlay_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_overlay *overlay = NULL;
    struct at_overlay *again = NULL;
    struct at_err err = AT_ERR_INIT;
    json_t *json = json_loadb((const char *)data, len,
                              JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (!json)
        return 0;
    bool ok = at_overlay_json_read(json, &overlay, &err);
    json_decref(json);
    at_assert(ok == (err.code == AT_OK) && (ok || !overlay));
    if (!ok)
        return 0;
    json_t *written = at_overlay_json(overlay);
    at_assert(at_overlay_json_read(written, &again, &err));
    json_t *twice = at_overlay_json(again);
    at_assert(json_equal(written, twice));
    json_decref(written);
    json_decref(twice);
    at_overlay_free(overlay);
    at_overlay_free(again);
    return 0;
}
