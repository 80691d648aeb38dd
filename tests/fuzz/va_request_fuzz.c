// va_request_fuzz.c: any bytes as a request to the virtual device's helper
#include <stdlib.h>

#include "virtual-android/helper/api.h"
#include "virtual-android/helper/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct va_refusal refusal = {.code = VA_FINE};
    struct va_head head;
    struct va_input input;
    size_t end = va_head_end(text);

    if (end > len)
        abort();
    if (end > 0 && va_head_parse(at_str_head(text, end - 4), &head, &refusal) &&
        head.body_len > VA_BODY_MAX_BYTES)
        abort();
    refusal.code = VA_FINE;
    json_t *body = va_body_parse(at_str_skip(text, end), &refusal);
    if (!body != (refusal.code != VA_FINE))
        abort();
    if (body) {
        struct va_fields fields = va_fields_of(body, "the body", &refusal);
        bool ok = va_action_read(&fields, NULL, &input);
        if (ok != (refusal.code == VA_FINE))
            abort();
    }
    json_decref(body);
    return 0;
}
