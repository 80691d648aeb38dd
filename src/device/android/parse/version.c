// version.c: read versions from the output of pm and dumpsys
#include "device/android/parse/version.h"

static int64_t
number_at(struct at_str text)
{
    size_t len = 0;
    int64_t number;
    while (len < text.len && text.ptr[len] >= '0' && text.ptr[len] <= '9')
        len++;
    return at_str_to_i64(at_str_head(text, len), 0, INT64_MAX, &number) ? number
                                                                        : -1;
}

static int64_t
number_after(struct at_str line, struct at_str mark)
{
    ptrdiff_t at = at_str_find(line, mark);
    return at < 0 ? -1 : number_at(at_str_skip(line, (size_t)at + mark.len));
}

// Return whether the line is "package:NAME" and not a longer name.
static bool
names(struct at_str line, struct at_str package)
{
    struct at_str prefix = AT_STR("package:");
    if (!at_str_starts(line, prefix))
        return false;
    line = at_str_skip(line, prefix.len);
    return at_str_starts(line, package) &&
           (line.len == package.len || line.ptr[package.len] == ' ');
}

int64_t
at_package_version(struct at_str output, struct at_str package)
{
    struct at_str rest = output;
    struct at_str line;
    struct at_str head;
    bool inside = false; // in dumpsys's part about the package
    while (at_str_next_line(&rest, &line)) {
        line = at_str_trim(line);
        if (names(line, package))
            return number_after(line, AT_STR(" versionCode:"));
        head = AT_STR("Package [");
        if (at_str_starts(line, head)) {
            line = at_str_skip(line, head.len);
            inside = at_str_starts(line, package) && line.len > package.len &&
                     line.ptr[package.len] == ']';
        } else if (inside && at_str_starts(line, AT_STR("versionCode="))) {
            return number_after(line, AT_STR("versionCode="));
        }
    }
    return -1;
}

struct at_str
at_package_version_name(struct at_str output)
{
    const struct at_str mark = AT_STR("versionName=");
    struct at_str line;
    while (at_str_next_line(&output, &line)) {
        line = at_str_trim(line);
        if (at_str_starts(line, mark))
            return at_str_is(line, "versionName=null")
                       ? (struct at_str){0}
                       : at_str_skip(line, mark.len);
    }
    return (struct at_str){0};
}
