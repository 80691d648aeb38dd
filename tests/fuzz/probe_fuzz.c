// probe_fuzz.c: any text as what the probe in an app's runtime answers
#include <string.h>

#include "base/alloc.h"
#include "device/android/framework/runtime/probe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_pending_list list = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_str answer = at_str_n((const char *)data, len);
    bool ok = at_probe_read(answer, "hermes", &list, &err);
    at_assert(ok == (err.code == AT_OK));
    at_assert(list.count <= AT_SYNC_PENDING_MAX);
    for (size_t i = 0; i < list.count; i++) {
        const struct at_pending *it = &list.items[i];
        at_assert(memchr(it->id, '\0', sizeof(it->id)) != NULL);
        at_assert(memchr(it->text, '\0', sizeof(it->text)) != NULL);
        at_assert(at_utf8_valid(at_str(it->text)) && it->due_ms >= -1);
        for (const char *c = it->text; *c; c++)
            at_assert((unsigned char)*c >= ' ' && *c != 0x7f);
    }
    return 0;
}
