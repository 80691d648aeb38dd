// limits_virtual.h: limits on input from the virtual device's peers
#ifndef AT_BASE_LIMITS_VIRTUAL_H
#define AT_BASE_LIMITS_VIRTUAL_H

#include "base/limits.h"

#define VD_STREAMS_MAX ((size_t)256) // at once, per connection
#define VD_OUTBOX_MAX_BYTES (256 * AT_KIB)
#define VD_JOURNAL_MAX_LINES ((size_t)10000)
#define VD_CONSOLE_LINE_MAX_BYTES (4 * AT_KIB)
#define VD_SHELL_LINE_MAX_BYTES (1 * AT_MIB)
#define VD_SHELL_MAX_DEPTH 32 // nested syntax, and nested shells
#define VD_SHELL_MAX_WORDS ((size_t)4096)
#define VD_FILE_MAX_BYTES (1024 * AT_MIB)
#define VD_BOOT_MAX_MS 600000

#endif
