// maestro_modules_fuzz.c: rewriting keeps the lines of a text, ends, and leaves
// alone what imports and exports nothing
#include <stdlib.h>

#include "maestro/read/modules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static ptrdiff_t
import(void *user, struct at_str name, size_t offset)
{
    const struct at_str *whole = user;
    if (name.len == 0 || offset >= whole->len ||
        !at_str_starts(at_str_skip(*whole, offset + 1), name))
        abort();
    return name.len > 8 ? -1 : (ptrdiff_t)name.len;
}

static size_t
lines_of(struct at_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.ptr[i] == '\n';
    return count;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf out = AT_BUF_INIT(64 * len + (size_t)1024 * 1024);
    bool any;
    bool ok = at_maestro_module_rewrite(text, import, &text, &out, &any);
    if (ok && !any && !at_str_eq(at_buf_str(&out), text))
        abort();
    if (ok && !out.overflow && lines_of(at_buf_str(&out)) < lines_of(text))
        abort();
    at_buf_deinit(&out);
    return 0;
}
