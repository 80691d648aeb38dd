// wipe.c: overwrites memory through a volatile pointer, which compilers do not
// optimise away
#include "base/wipe.h"

#include <stdlib.h>
#include <string.h>

void
at_wipe(void *ptr, size_t len)
{
    volatile unsigned char *bytes = ptr;
    for (size_t i = 0; i < len; i++)
        bytes[i] = 0;
}

void
at_wipe_text(char *text)
{
    if (text)
        at_wipe(text, strlen(text));
    free(text);
}

void
at_wipe_buf(struct at_buf *buf)
{
    at_wipe(buf->data, buf->cap);
    at_buf_deinit(buf);
}

void
at_wipe_argv(struct at_argv *argv)
{
    for (size_t i = 0; i < argv->count; i++)
        at_wipe(argv->words[i], strlen(argv->words[i]));
    at_argv_deinit(argv);
}
