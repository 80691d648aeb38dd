// http_fields_fuzz.c: what is read of headers lies within them
#include <stdlib.h>

#include "http/fields.h"
#include "server/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const uint64_t sizes[] = {0, 1, 1000, UINT64_MAX / 2};
    struct at_str text = at_str_n((const char *)data, len);
    struct at_str params[AT_ROUTE_PARAMS_MAX];
    struct at_str cookie = at_http_cookie(text, "login");
    if (cookie.len > len)
        abort();
    (void)at_http_tag_listed(text, at_str("\"a\""));
    (void)at_http_takes_coding(text, "gzip");
    for (size_t i = 0; i < AT_LEN(sizes); i++) {
        uint64_t first = 0, count = 0;
        if (at_http_range_read(text, sizes[i], &first, &count) !=
            AT_HTTP_RANGE_PART)
            continue;
        if (count == 0 || first >= sizes[i] || count > sizes[i] - first)
            abort();
    }
    if (at_path_match(AT_STR("/r/{id}/f/{path...}"), at_path_own(text),
                      params) &&
        (params[0].len == 0 || params[1].len == 0 ||
         params[0].len + params[1].len > len))
        abort();
    return 0;
}
