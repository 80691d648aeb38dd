// zip_fuzz.c: any bytes as an archive; what is read has its declared length
#include <stdlib.h>

#include "base/limits.h"
#include "wire/zip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_zip zip;
    struct at_zip_entry entry;
    size_t at = 0;
    if (!at_zip_open(at_str_n((const char *)data, len), &zip, NULL))
        return 0;
    for (size_t i = 0; i < 16 && at_zip_next(&zip, &at, &entry); i++) {
        struct at_buf out = AT_BUF_INIT(1 * AT_MIB);
        if (at > zip.directory.len)
            abort();
        bool ok = at_zip_read(&zip, &entry, &out, NULL);
        if (out.len != (ok ? entry.len : 0))
            abort();
        at_buf_deinit(&out);
    }
    return 0;
}
