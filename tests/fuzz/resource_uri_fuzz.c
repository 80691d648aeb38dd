// resource_uri_fuzz.c: the parts that a template finds are inside the URI
#include <stdlib.h>
#include <string.h>

#include "mcp/resource.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const char *const templates[] = {
        "device://{serial}/tree",
        "device://{serial}/logs/{package}",
        "{all}",
        "a{b}c{d}e{f}g{h}",
        "agentest://fixed",
    };
    struct at_str uri = at_str_n((const char *)data, len);
    for (size_t i = 0; i < AT_LEN(templates); i++) {
        struct at_resource_source source = {.uri = templates[i]};
        struct at_str vars[AT_RESOURCE_VARS_MAX] = {{0}};
        if (!at_resource_match(&source, uri, vars))
            continue;
        for (size_t v = 0; v < AT_LEN(vars); v++) {
            if (vars[v].len > 0 &&
                (vars[v].ptr < uri.ptr ||
                 vars[v].ptr + vars[v].len > uri.ptr + uri.len ||
                 memchr(vars[v].ptr, '/', vars[v].len)))
                abort();
        }
    }
    return 0;
}
