#include "virtual-android/console/call.h"

bool
vd_console_word(struct at_str *rest, struct at_str *out)
{
    *rest = at_str_trim(*rest);
    return at_str_next(rest, ' ', out);
}
