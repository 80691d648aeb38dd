// wipe.h: clearing of memory that held a secret
#ifndef AT_BASE_WIPE_H
#define AT_BASE_WIPE_H

#include <stddef.h>

#include "base/argv.h"
#include "base/buf.h"

// Overwrite with zeros, even if the memory is not read again.
void at_wipe(void *ptr, size_t len); // NULL with 0 is allowed
// Overwrite a text up to its NUL, and free it.
void at_wipe_text(char *text); // NULL is allowed
// Overwrite the buffer's whole capacity and release it.
void at_wipe_buf(struct at_buf *buf);
// Overwrite all words and release them.
void at_wipe_argv(struct at_argv *argv);

#endif
