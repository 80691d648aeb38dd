// get_shared_prefs.c: agentest_get_shared_prefs
#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/session.h"
#include "mcp/tools/reply.h"
#include "mcp/tools/tools.h"

enum { CONTENT_MAX_BYTES = AT_MCP_TEXT_MAX_BYTES - 100 }; // nextOffset's room

static const struct at_arg args[] = {
    {.name = "file",
     .help =
         "name, with or without .xml; default: an overview of all stored data",
     .max_len = 255},
    AT_TOOL_PACKAGE_ARG,
    {.name = "offset",
     .type = AT_ARG_INTEGER,
     .help = "skip bytes",
     .max = (double)AT_SHELL_OUTPUT_MAX_BYTES},
    AT_TOOL_SESSION_ARG,
    AT_TOOL_DEVICE_ARG,
    {0},
};

static const struct at_arg results[] = {
    {.name = "file"},
    {.name = "content"},
    {.name = "files", .type = AT_ARG_LIST},
    {.name = "databases", .type = AT_ARG_LIST},
    {.name = "overview", .type = AT_ARG_LIST},
    {0},
};

// Start at a whole character.
static struct at_str
from_offset(struct at_tool_call *call, struct at_str content)
{
    size_t offset = (size_t)at_args_int(call->args, "offset", 0);
    return at_str_skip(content, at_utf8_head(content, offset).len);
}

static void
reply(struct at_tool_call *call, const char *package,
      const struct at_buf *content)
{
    struct at_str file = at_args_str(call->args, "file");
    struct at_str text = from_offset(call, at_buf_str(content));
    bool whole = at_str_ends(file, AT_STR(".xml")) ||
                 at_str_ends(file, AT_STR(".preferences_pb"));
    const char *end = whole ? "" : ".xml";
    char *name = at_strfmt("%.*s%s", AT_STR_ARG(file), end);
    json_t *body = json_object();
    at_json_set_text(body, "packageName", package);
    at_json_set_text(body, "file", name);
    at_json_set(body, "content", at_json_text(text));
    size_t missing = at_reply_fit(body, "content", CONTENT_MAX_BYTES,
                                  "continue with offset, see nextOffset");
    if (missing > 0)
        at_json_set(body, "nextOffset",
                    json_integer((json_int_t)(content->len - missing)));
    at_tool_add_json(call, body);
    free(name);
}

static bool
read_file(struct at_tool_call *call, const char *package, struct at_app *app,
          struct at_err *err)
{
    struct at_buf content = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    bool ok = at_device_prefs(&call->op, at_app_device(app), package,
                              at_args_str(call->args, "file"), &content, err);
    if (ok)
        reply(call, package, &content);
    at_buf_deinit(&content);
    return ok;
}

static bool
run(struct at_tool_call *call, struct at_err *err)
{
    struct at_app *app;
    char *package = NULL;
    bool ok = at_session_package(call->context, call->args, &package, err) &&
              at_session_device(&call->op, call->context, &app, err);
    if (ok && json_object_get(call->args, "file"))
        ok = read_file(call, package, app, err);
    else if (ok)
        ok = at_reply_stored(call, package, app, err);
    free(package);
    return ok;
}

const struct at_tool at_tool_get_shared_prefs = {
    .name = "agentest_get_shared_prefs",
    .title = "Read SharedPreferences",
    .description = "A SharedPreferences XML file of the app, to verify what it "
                   "stored. Needs a debuggable build.",
    .hints = AT_TOOL_READ_ONLY | AT_TOOL_IDEMPOTENT,
    .args = args,
    .results = results,
    .max_ms = 20000,
    .run = run,
};
