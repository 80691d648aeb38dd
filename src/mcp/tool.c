// tool.c: describe, check and run a tool; its content blocks
#include "mcp/tool.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/content.h"
#include "wire/json.h"
#include "sys/clock.h"

static const struct {
    unsigned hint;
    const char *name;
} hints[] = {
    {AT_TOOL_READ_ONLY, "readOnlyHint"},
    {AT_TOOL_DESTRUCTIVE, "destructiveHint"},
    {AT_TOOL_IDEMPOTENT, "idempotentHint"},
    {AT_TOOL_OPEN_WORLD, "openWorldHint"},
};

json_t *
at_tool_describe(const struct at_tool *tool)
{
    json_t *object = json_object();
    at_json_set_text(object, "name", tool->name);
    at_json_set_text(object, "title", tool->title);
    at_json_set_text(object, "description", tool->description);
    json_t *steps = tool->steps_schema ? tool->steps_schema() : NULL;
    at_json_set(object, "inputSchema", at_args_schema(tool->args, steps));
    json_decref(steps);
    if (tool->results)
        at_json_set(object, "outputSchema",
                    at_args_result_schema(tool->results));
    json_t *notes = json_object();
    for (size_t i = 0; i < AT_LEN(hints); i++)
        at_json_set(notes, hints[i].name,
                    json_boolean(tool->hints & hints[i].hint));
    at_json_set(object, "annotations", notes);
    return object;
}

static void
add_block(struct at_tool_call *call, json_t *block)
{
    at_assert(json_array_append_new(call->content, block) == 0);
}

void
at_tool_add_text(struct at_tool_call *call, struct at_str text)
{
    static const char note[] = "\n[cut: %zu more bytes]";
    struct at_buf cut = AT_BUF_INIT(AT_MCP_TEXT_MAX_BYTES);
    if (text.len > cut.max) {
        struct at_str head = at_utf8_head(text, cut.max - sizeof(note) - 20);
        at_buf_add_str(&cut, head);
        at_buf_add_fmt(&cut, note, text.len - head.len);
        text = at_buf_str(&cut);
    }
    add_block(call, at_content_text(text));
    at_buf_deinit(&cut);
}

void
at_tool_add_json(struct at_tool_call *call, json_t *value)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_json_write(value, &text);
    at_tool_add_text(call, at_buf_str(&text));
    at_buf_deinit(&text);
    json_object_update(call->structured, value);
    json_decref(value);
}

void
at_tool_set(struct at_tool_call *call, const char *name, json_t *value)
{
    at_json_set(call->structured, name, value);
}

void
at_tool_add_image(struct at_tool_call *call, struct at_str bytes,
                  const char *mime_type)
{
    add_block(call, at_content_media("image", bytes, mime_type));
}

// The contract has no code for a missing program. The only one needed here is
// adb, without which there is no connection.
static const char *
code_name(enum at_code code)
{
    return at_code_info(code == AT_ENOTOOL ? AT_ENODEV : code)->name;
}

static void
describe_failure(struct at_tool_call *call, const struct at_err *err)
{
    json_array_clear(call->content);
    call->failed = true;
    json_t *body = json_object();
    at_json_set_text(body, "error", err->msg);
    at_json_set_text(body, "code", code_name(err->code));
    at_tool_add_json(call, body);
}

static bool
run_in_context(struct at_tool_call *call, struct at_err *err)
{
    bool ok = call->tool->run(call, err);
    if (!ok && call->env->failed)
        call->env->failed(call->context, err);
    return ok;
}

static bool
run(struct at_tool_call *call, struct at_err *err)
{
    const struct at_tool_scope *scope = call->env->scope;
    if (!at_args_check(call->tool->args, call->args, NULL, err))
        return false;
    if (!scope)
        return run_in_context(call, err);
    if (!scope->enter(call->env->context, call, err))
        return false;
    bool ok = run_in_context(call, err);
    scope->leave(call->env->context, call, err);
    return ok;
}

json_t *
at_tool_run(const struct at_tool *tool, const json_t *args,
            const struct at_tool_env *env, struct at_cancel *cancel,
            struct at_progress *progress, struct at_client *client)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op op = {AT_NEVER_NS, cancel};
    struct at_tool_call call = {
        .op = at_op_sub(&op, at_now_ns(), tool->max_ms),
        .args = args,
        .tool = tool,
        .env = env,
        .context = env->context,
        .progress = progress,
        .client = client,
        .content = json_array(),
        .structured = json_object(),
    };
    if (!run(&call, &err))
        describe_failure(&call, &err);

    json_t *result = json_object();
    at_json_set(result, "content", call.content);
    if (call.failed)
        at_json_set(result, "isError", json_true());
    else if (tool->results)
        at_json_set(result, "structuredContent", json_incref(call.structured));
    json_decref(call.structured);
    return result;
}
