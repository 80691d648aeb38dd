#include "base/json_shape.h"

#include "base/limits.h"

static bool
within(size_t depth, size_t values, struct at_err *err)
{
    if (depth > AT_JSON_MAX_DEPTH)
        return at_fail(err, AT_ELIMIT, "JSON nested deeper than %d",
                       AT_JSON_MAX_DEPTH);
    if (values > AT_JSON_MAX_VALUES)
        return at_fail(err, AT_ELIMIT, "JSON of more than %d values",
                       AT_JSON_MAX_VALUES);
    return true;
}

static bool
is_opening(char c)
{
    return c == '{' || c == '[';
}

// Return the offset after the string that starts at offset at.
static size_t
skip_string(struct at_str text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        at += text.ptr[at] == '\\' ? 1 : 0;
    return at + 1;
}

bool
at_json_shape_check(struct at_str text, struct at_json_shape *out,
                    struct at_err *err)
{
    size_t depth = 0;
    size_t values = 1;
    size_t len = 0;
    for (size_t i = 0; i < text.len && len == 0;) {
        char c = text.ptr[i];
        depth += is_opening(c);
        values += is_opening(c) || c == ',';
        if (!within(depth, values, err))
            return false;
        if ((c == '}' || c == ']') && depth > 0 && --depth == 0)
            len = i + 1;
        i = c == '"' ? skip_string(text, i) : i + 1;
    }
    if (out)
        *out = (struct at_json_shape){len, values};
    return true;
}
