// host.c: recognises only names that cannot belong to another machine
#include "base/host.h"

bool
at_host_is_loopback(struct at_str host)
{
    struct at_str rest = host;
    struct at_str part;
    int64_t number;
    int parts = 0;
    if (at_str_eq_nocase(host, AT_STR("localhost")) || at_str_is(host, "[::1]"))
        return true;
    if (!at_str_starts(host, AT_STR("127.")) || at_str_ends(host, AT_STR(".")))
        return false;
    while (at_str_next(&rest, '.', &part)) {
        if (!at_str_to_i64(part, 0, 255, &number))
            return false;
        parts++;
    }
    return parts == 4;
}
