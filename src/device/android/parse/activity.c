#include "device/android/parse/activity.h"

// "ActivityRecord{81ab2d4 u0 com.example/.Main t12}" -> "com.example"
static struct at_str
package_of(struct at_str record)
{
    ptrdiff_t slash = at_str_find(record, AT_STR("/"));
    if (slash <= 0)
        return at_str_n(NULL, 0);
    size_t begin = (size_t)slash;
    while (begin > 0 && record.ptr[begin - 1] != ' ')
        begin--;
    return at_str_n(record.ptr + begin, (size_t)slash - begin);
}

struct at_str
at_resumed_package(struct at_str output)
{
    struct at_str line;
    while (at_str_next_line(&output, &line)) {
        ptrdiff_t at = at_str_find(line, AT_STR("ResumedActivity"));
        struct at_str package = {0};
        if (at >= 0)
            package = package_of(at_str_skip(line, (size_t)at));
        if (package.len > 0)
            return package;
    }
    return at_str_n(NULL, 0);
}

bool
at_app_locale(struct at_str output, struct at_str *out)
{
    ptrdiff_t open = at_str_find(output, AT_STR(" are ["));
    if (open < 0)
        return false;
    struct at_str list = at_str_skip(output, (size_t)open + 6);
    size_t len = 0;
    while (len < list.len && list.ptr[len] != ']' && list.ptr[len] != ',')
        len++;
    *out = at_str_head(list, len);
    return len < list.len;
}
