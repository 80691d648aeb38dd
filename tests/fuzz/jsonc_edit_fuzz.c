#include "base/alloc.h"
#include "wire/jsonc_edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { TEXT_MAX = 1 << 20 };

static const struct at_str path[] = {AT_STR_ROW("mcpServers"),
                                     AT_STR_ROW("agentest")};
static const struct at_str items[] = {AT_STR_ROW("-y"), AT_STR_ROW("a\"b\n")};
static const struct at_entry_member members[] = {
    {.name = AT_STR_ROW("command"), .text = AT_STR_ROW("/a \"b\"")},
    {.name = AT_STR_ROW("args"), .is_list = true, .items = items, .count = 2},
};
static const struct at_entry entry = {path, 2, members, 2,
                                      AT_STR_ROW("command")};

// Putting twice is putting once, and dropping leaves nothing to drop.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str in = at_str_n((const char *)data, len);
    struct at_buf one = AT_BUF_INIT(TEXT_MAX);
    struct at_buf two = AT_BUF_INIT(TEXT_MAX);
    struct at_buf less = AT_BUF_INIT(TEXT_MAX);
    struct at_buf least = AT_BUF_INIT(TEXT_MAX);
    if (at_jsonc_put(in, &entry, &one, NULL)) {
        at_assert(at_jsonc_put(at_buf_str(&one), &entry, &two, NULL));
        at_assert(at_str_eq(at_buf_str(&one), at_buf_str(&two)));
        at_assert(at_jsonc_drop(at_buf_str(&one), &entry, &less, NULL));
        at_assert(less.len < one.len);
        at_assert(at_jsonc_drop(at_buf_str(&less), &entry, &least, NULL));
        at_assert(at_str_eq(at_buf_str(&less), at_buf_str(&least)));
    }
    at_buf_deinit(&one);
    at_buf_deinit(&two);
    at_buf_deinit(&less);
    at_buf_deinit(&least);
    return 0;
}
