// flow_pattern_fuzz.c: a selector's pattern and a value, with a NUL between
// them. It must neither crash nor run on, and a pattern without an error must
// have a verdict; an invalid one must match its own text.
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_lookup.h"
#include "maestro/lookup/pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    const uint8_t *end = len > 0 ? memchr(data, '\0', len) : NULL;
    size_t pattern_len = end ? (size_t)(end - data) : len;
    struct at_str source = at_str_n((const char *)data, pattern_len);
    struct at_str value =
        end ? at_str_n((const char *)end + 1, len - pattern_len - 1)
            : AT_STR("");
    struct at_maestro_pattern *pattern = NULL;
    struct at_err err = AT_ERR_INIT;
    if (len > 4096)
        return 0;
    if (!at_maestro_pattern_new(source, &pattern, &err)) {
        at_assert(err.code == AT_EUNSUPPORTED || err.code == AT_ELIMIT ||
                  err.code == AT_EUSAGE);
        at_assert(err.msg[0] != '\0');
        return 0;
    }
    (void)at_maestro_pattern_text(pattern, value);
    (void)at_maestro_pattern_id(pattern, value);
    if (at_maestro_pattern_is_quoted(pattern))
        at_assert(at_maestro_pattern_text(pattern, source) ==
                  AT_MAESTRO_MATCHES);
    at_maestro_pattern_free(pattern);
    return 0;
}
