// vd_request_fuzz.c: any bytes as a request to the virtual device's helper
#include <stdlib.h>

#include "virtual-android/helper/api.h"
#include "virtual-android/helper/head.h"
#include "virtual-android/helper/inputs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct vd_refusal refusal = {.code = VD_NOT_REFUSED};
    struct vd_head head;
    struct vd_input input;
    size_t end = vd_head_end(text);
    if (end > len)
        abort();
    if (end > 0 && vd_head_parse(at_str_head(text, end - 4), &head, &refusal) &&
        head.body_len > VD_BODY_MAX_BYTES)
        abort();
    refusal.code = VD_NOT_REFUSED;
    json_t *body = vd_body_parse(at_str_skip(text, end), &refusal);
    if (!body != (refusal.code != VD_NOT_REFUSED))
        abort();
    if (body) {
        struct vd_fields fields = vd_fields_of(body, "the body", &refusal);
        bool ok = vd_action_read(&fields, NULL, &input);
        if (ok != (refusal.code == VD_NOT_REFUSED))
            abort();
    }
    json_decref(body);
    return 0;
}
