#include "base/alloc.h"
#include "wire/http1.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// A head, the same from its beginnings, and its body to the end of the input.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_http1_head head;
    struct at_http1_head cut;
    struct at_str piece;
    size_t used;
    size_t none;
    if (at_http1_head_parse(in, &head, &used) != AT_PARSE_DONE) {
        at_assert(used == 0);
        return 0;
    }
    at_assert(used > 0 && used <= len);
    at_assert(at_http1_head_parse(at_str_head(in, used - 1), &cut, &none) ==
              AT_PARSE_MORE);
    at_assert(at_http1_field(&head, "content-length").len <= used);
    struct at_http1_body body = at_http1_body(&head);
    in = at_str_skip(in, used);
    while (!body.over &&
           at_http1_body_next(&body, in, &piece, &used) == AT_PARSE_DONE) {
        at_assert(used > 0 && used <= in.len && piece.len <= used);
        in = at_str_skip(in, used);
    }
    return 0;
}
