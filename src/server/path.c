// path.c: compares paths and patterns part by part
#include "server/path.h"

#include "base/alloc.h"

struct at_str
at_path_own(struct at_str path)
{
    struct at_str rest = at_str_skip(path, 4);
    bool below = at_str_starts(path, AT_STR("/api")) &&
                 (rest.len == 0 || rest.ptr[0] == '/');
    if (!below)
        return path;
    return rest.len > 0 ? rest : AT_STR("/");
}

// Split off the first part of a path that begins with a slash.
static bool
next_part(struct at_str *rest, struct at_str *out)
{
    if (!at_str_starts(*rest, AT_STR("/")))
        return false;
    struct at_str text = at_str_skip(*rest, 1);
    ptrdiff_t end = at_str_find(text, AT_STR("/"));
    *out = at_str_head(text, end < 0 ? text.len : (size_t)end);
    *rest = at_str_skip(text, out->len);
    return true;
}

bool
at_path_match(struct at_str pattern, struct at_str path,
              struct at_str params[AT_ROUTE_PARAMS_MAX])
{
    struct at_str wanted, part;
    size_t count = 0;
    while (next_part(&pattern, &wanted)) {
        struct at_str rest = at_str_skip(path, 1);
        if (!next_part(&path, &part))
            return false;
        if (!at_str_starts(wanted, AT_STR("{"))) {
            if (!at_str_eq(wanted, part))
                return false;
            continue;
        }
        at_assert(count < AT_ROUTE_PARAMS_MAX);
        bool all = at_str_ends(wanted, AT_STR("...}"));
        params[count++] = all ? rest : part;
        if (params[count - 1].len == 0)
            return false;
        if (all)
            return true;
    }
    return path.len == 0;
}
