// agent_tool_fuzz.c: any JSON as a model's arguments of any tool: what is taken
// has all that its rows promise, and is taken again as it is
#include <stdlib.h>
#include <string.h>

#include "agent/tool.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_rows(const struct at_agent_tool_row *tool, const json_t *args)
{
    size_t known = 0;
    for (const struct at_arg *row = tool->args; row->name; row++) {
        const json_t *value = json_object_get(args, row->name);
        bool number = row->type == AT_ARG_INTEGER;
        if ((row->required || row->preset) && !value)
            abort();
        if (value && !(number ? json_is_integer(value) : json_is_string(value)))
            abort();
        known += value != NULL;
    }
    if (json_object_size(args) != known)
        abort();
}

static void
check(enum at_agent_tool tool, const json_t *json)
{
    struct at_err err = AT_ERR_INIT;
    json_t *args = json_deep_copy(json);
    bool ok = at_agent_tool_check(tool, args, &err);
    if (ok != (err.code == AT_OK))
        abort();
    if (ok) {
        json_t *again = json_deep_copy(args);
        check_rows(&at_agent_tool_rows[tool], args);
        if (!at_agent_tool_check(tool, again, &err) || !json_equal(args, again))
            abort();
        json_decref(again);
    }
    json_decref(args);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    enum at_agent_tool found;
    struct at_err why = AT_ERR_INIT;
    if (!at_agent_tool_find(text, &found, &why) && why.code != AT_EUSAGE)
        abort();
    json_t *json = at_json_parse(text, NULL);
    for (size_t i = 0; json && i < AT_AGENT_TOOL_COUNT; i++)
        check((enum at_agent_tool)i, json);
    json_decref(json);
    return 0;
}
