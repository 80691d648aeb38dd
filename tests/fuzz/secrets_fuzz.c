// secrets_fuzz.c: no part of a value is left in any text that contained it
#include <stdlib.h>

#include "agent/guards/secrets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *
read_variable(void *user, const char *name)
{
    (void)user;
    return at_str_is(at_str(name), "SECRET_A")   ? "q\"u\\i c"
           : at_str_is(at_str(name), "SECRET_B") ? "i crest"
                                                 : "7";
}

// Made once: the values are the same for each input.
static struct at_secrets *
the_secrets(void)
{
    static struct at_secrets *secrets;
    if (secrets)
        return secrets;
    struct at_argv names = AT_ARGV_INIT;
    at_argv_add(&names, "a");
    at_argv_add(&names, "b");
    at_argv_add(&names, "pin");
    if (!at_secrets_new(&names, read_variable, NULL, &secrets, NULL))
        abort();
    at_argv_deinit(&names);
    return secrets;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    enum { TEXT_MAX_BYTES = 512 }; // more of it finds nothing new
    struct at_secrets *secrets = the_secrets();
    len = len < TEXT_MAX_BYTES ? len : TEXT_MAX_BYTES;
    struct at_str text = at_str_n((const char *)data, len);
    struct at_buf once = AT_BUF_INIT(16 * len + 64);
    struct at_buf twice = AT_BUF_INIT(32 * len + 128);
    struct at_buf filled = AT_BUF_INIT(16 * len + 64);
    bool used;
    at_secrets_mask(secrets, text, &once);
    if (at_secrets_shown(secrets, at_buf_str(&once)))
        abort();
    at_secrets_mask(secrets, at_buf_str(&once), &twice);
    if (!at_str_eq(at_buf_str(&once), at_buf_str(&twice)))
        abort();
    if (at_secrets_fill(secrets, text, &filled, &used, NULL) && !used &&
        !at_str_eq(at_buf_str(&filled), text))
        abort();
    at_buf_deinit(&once);
    at_buf_deinit(&twice);
    at_buf_deinit(&filled);
    return 0;
}
