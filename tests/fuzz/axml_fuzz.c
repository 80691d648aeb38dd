// axml_fuzz.c: any bytes as a binary manifest, read element by element
#include <stdlib.h>

#include "base/limits.h"
#include "wire/apk.h"
#include "wire/axml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str bytes = at_str_n((const char *)data, len);
    struct at_axml doc = AT_AXML_INIT;
    struct at_apk_info info = AT_APK_INFO_INIT;
    enum at_axml_event event = AT_AXML_BAD;
    if (at_axml_open(bytes, &doc, NULL))
        event = at_axml_next(&doc, NULL);
    for (; event < AT_AXML_DONE; event = at_axml_next(&doc, NULL)) {
        struct at_axml_attr attr;
        for (size_t i = 0; i < doc.attr_count; i++) {
            if (at_axml_attr_at(&doc, i, &attr, NULL) &&
                !(at_utf8_valid(attr.name) && at_utf8_valid(attr.text)))
                abort();
        }
        if (doc.depth == 0 || doc.depth > AT_AXML_MAX_DEPTH)
            abort();
    }
    at_axml_deinit(&doc);
    if (at_apk_manifest_parse(bytes, &info, NULL) && info.package.len == 0)
        abort();
    at_apk_info_deinit(&info);
    return 0;
}
