// dotenv_fuzz.c: any bytes as a .env file: names and values come from it
#include <stdlib.h>

#include "agent/dotenv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
count(void *user, struct at_str name, struct at_str value)
{
    size_t *left = user;
    if (name.len == 0 || name.len + value.len + 1 > *left)
        abort();
    *left -= name.len + value.len + 1;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    size_t left = len;
    if (!at_dotenv_read(at_str_n((const char *)data, len), count, &left,
                        &err) &&
        err.code != AT_EUSAGE && err.code != AT_ELIMIT)
        abort();
    return 0;
}
