// maestro_uses_fuzz.c: any bytes as a script: what is found lies in it, in
// order, at its line and column
#include <stdlib.h>
#include <string.h>

#include "maestro/migrate/script_uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// Return where a line and column are in the text.
static size_t
offset_of(struct at_str text, uint32_t line, uint32_t column)
{
    size_t at = 0;
    for (uint32_t n = 1; n < line; n++) {
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        if (!end)
            abort();
        at = (size_t)(end - text.ptr) + 1;
    }
    return at + column - 1;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_maestro_uses uses = {.text = at_str_n((const char *)data, len)};
    struct at_maestro_use use;
    struct at_str address;
    size_t last = 0;
    while (at_maestro_uses_next(&uses, &use)) {
        const char *end = use.name.ptr + use.name.len;
        if (use.kind > AT_MAESTRO_USE_HTTP || use.name.len == 0 ||
            use.name.ptr < uses.text.ptr || end > uses.text.ptr + len)
            abort();
        size_t at = (size_t)(use.name.ptr - uses.text.ptr);
        if (at < last || uses.at > len ||
            offset_of(uses.text, use.line, use.column) != at)
            abort();
        last = at;
    }
    if (at_maestro_local_address(uses.text, &address) &&
        (address.len < 4 || address.ptr + address.len > uses.text.ptr + len))
        abort();
    return 0;
}
