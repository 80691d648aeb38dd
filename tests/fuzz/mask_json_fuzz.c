// mask_json_fuzz.c: a secret in any value shows in no text of the masked copy,
// and masking that again changes nothing
#include <stdlib.h>

#include "agent/guards/mask.h"
#include "agent/guards/secrets.h"
#include "base/alloc.h"
#include "wire/json.h"

enum { TEXT_MAX_BYTES = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *
read_variable(void *user, const char *name)
{
    (void)user;
    return at_str_is(at_str(name), "SECRET_A") ? "q\"u\\i c" : "i crest";
}

static struct at_secrets *
the_secrets(void)
{
    static struct at_secrets *secrets;
    struct at_argv names = AT_ARGV_INIT;
    if (secrets)
        return secrets;
    at_argv_add(&names, "a");
    at_argv_add(&names, "b");
    if (!at_secrets_new(&names, read_variable, NULL, &secrets, NULL))
        abort();
    at_argv_deinit(&names);
    return secrets;
}

static void
check(const json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_string(value))
        at_assert(!at_secrets_shown(the_secrets(), at_json_str(value)));
    json_array_foreach(value, i, member) check(member);
    json_object_foreach((json_t *)(uintptr_t)value, key, member) check(member);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    len = len < TEXT_MAX_BYTES ? len : TEXT_MAX_BYTES;
    json_t *value = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!value)
        return 0;
    json_t *masked = at_mask_json(the_secrets(), value);
    json_t *again = at_mask_json(the_secrets(), masked);
    check(masked);
    at_assert(json_equal(masked, again));
    json_decref(value);
    json_decref(masked);
    json_decref(again);
    return 0;
}
