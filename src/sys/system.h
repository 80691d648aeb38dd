// system.h: the system that this process runs on, in words
#ifndef AT_SYS_SYSTEM_H
#define AT_SYS_SYSTEM_H

#include "base/buf.h"

// Append a line for the system, its kernel with the processor, and libc, as far
// as they tell: "system: Debian GNU/Linux 12 (bookworm)".
void at_system_write(struct at_buf *out);
// Append a line for each shared library of this process: the name of its file,
// which has its version. Nothing where the system has no list of them.
void at_system_write_libraries(struct at_buf *out);

#endif
