// jwk_set_fuzz.c: what an emulator lists as keys; and ours is found in its own
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/jwt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    unsigned char point[AT_ES256_POINT_BYTES] = {0};
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf set = AT_BUF_INIT(AT_JWT_PART_MAX_BYTES);
    char *kid = at_strndup(len ? in.ptr : "", len);
    // Named anything, it is in there or not, without harm.
    (void)!at_jwk_set_has(in, "a1");
    if (at_utf8_valid(at_str(kid)) && at_jwk_set_write(point, kid, &set)) {
        at_assert(at_jwk_set_has(at_buf_str(&set), kid));
        at_assert(
            !at_jwk_set_has(at_str_head(at_buf_str(&set), set.len - 1), kid));
    }
    free(kid);
    at_buf_deinit(&set);
    return 0;
}
