// tool_name.c: maps a model's name for a tool to the tool
#include "agent/models/providers/tool_name.h"

#include "agent/tool.h"
#include "base/alloc.h"
#include "base/ascii.h"

bool
at_tool_name_is_known(struct at_str name)
{
    enum at_agent_tool tool;
    return at_agent_tool_find(name, &tool, NULL);
}

bool
at_tool_name_is_parallel(struct at_str clean)
{
    return at_str_is(clean, "multi_tool_use_parallel") ||
           at_str_is(clean, "parallel");
}

static bool
is_name_char(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || c == '-';
}

// Return the name without template marks, a call's parentheses and blanks.
static struct at_str
without_remains(struct at_str name)
{
    static const char *const ends[] = {"<|", "("};
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        ptrdiff_t at = at_str_find(name, at_str(ends[i]));
        if (at > 0)
            name = at_str_head(name, (size_t)at);
    }
    return at_str_trim(name);
}

// Find one of our tools as the last word of the name: "functions.tap",
// "tools/tap".
static struct at_str
known_end(struct at_str name)
{
    size_t begin = name.len;
    while (begin > 0 && is_name_char(name.ptr[begin - 1]))
        begin--;
    struct at_str last = at_str_skip(name, begin);
    return at_tool_name_is_known(last) ? last : name;
}

char *
at_tool_name_clean(struct at_str given)
{
    struct at_str name = known_end(without_remains(given));
    name = at_str_head(name, AT_TOOL_NAME_MAX);
    if (name.len == 0)
        return at_strdup("unnamed");
    char *clean = at_strndup(name.ptr, name.len);
    for (size_t i = 0; i < name.len; i++)
        if (!is_name_char(clean[i]))
            clean[i] = '_';
    return clean;
}
