#include "cli/flow_script.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/migrate/remarks.h"
#include "maestro/script/fetch_peer.h"
#include "maestro/script/script.h"
#include "maestro/trace.h"
#include "sys/file.h"
#include "wire/json.h"

struct at_flow_script {
    struct at_flow_out *out;
    const struct at_maestro_flow *flow;
    struct at_maestro_scope *scope;
    struct at_maestro_script *script;
    struct at_maestro_fetch_peer *fetch;
    char *program; // agentest-script
    char *fetch_program;
    char *workspace;
    char *log_path; // console.log
    struct at_buf lines;
};

char *
at_flow_script_find(void)
{
    return at_maestro_script_find();
}

static void
tell_line(void *user, struct at_str level, struct at_str text)
{
    struct at_flow_script *script = user;
    struct at_buf masked = AT_BUF_INIT(text.len);
    char title[256];
    at_maestro_flow_title(script->flow, title, sizeof(title));
    at_maestro_scope_mask(script->scope, text, &masked);
    at_buf_add_fmt(&script->lines, "%.*s: %s\n", AT_STR_ARG(level),
                   at_buf_text(&masked));
    json_t *data = json_object();
    at_json_set_text(data, "flow", title);
    at_json_set(data, "level", at_json_text(level));
    at_json_set(data, "text", at_json_text(at_buf_str(&masked)));
    at_flow_out_event(script->out, "console", data);
    at_buf_deinit(&masked);
}

// The current folder if the flow is below it, and else the flow's folder.
static char *
workspace_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    if (file[0] != '/' && !at_str_has(at_str(file), AT_STR("../")))
        return at_strdup(".");
    return slash ? at_strndup(file, (size_t)(slash - file)) : at_strdup(".");
}

struct at_flow_script *
at_flow_script_new(struct at_flow_out *out, const struct at_maestro_flow *flow,
                   struct at_maestro_scope *scope, const char *folder)
{
    struct at_flow_script *script = at_alloc(sizeof(*script));
    script->out = out;
    script->flow = flow;
    script->scope = scope;
    script->lines.max = 16 * AT_SCRIPT_LOG_MAX_BYTES;
    script->log_path = at_strfmt("%s/console.log", folder);
    script->workspace = workspace_of(flow->file ? flow->file : "");
    script->program = at_flow_script_find();
    script->fetch_program = at_maestro_fetch_peer_find();
    script->fetch = at_maestro_fetch_peer_new(
        script->fetch_program,
        at_arguments_have(out->invocation->args, "--allow-local-http"));
    const struct at_maestro_script_opts opts = {
        .program = script->program,
        .platform = out->invocation->platform->name,
        .workspace = script->workspace,
        .fetcher = at_maestro_fetch_peer_fetcher(script->fetch),
        .line = tell_line,
        .user = script,
    };
    script->script = at_maestro_script_new(&opts);
    at_maestro_scope_set_engine(scope,
                                at_maestro_script_engine(script->script));
    if (at_maestro_needs_engine(flow))
        at_maestro_script_start(out->invocation->op, script->script);
    return script;
}

static void
keep_lines(const struct at_flow_script *script)
{
    if (script->lines.len > 0 &&
        at_file_put(script->log_path, at_buf_str(&script->lines), NULL))
        at_flow_out_artifact(script->out, "console", script->log_path,
                             "text/plain");
}

void
at_flow_script_free(struct at_flow_script *script)
{
    if (!script)
        return;
    keep_lines(script);
    at_maestro_scope_set_engine(script->scope, NULL);
    at_maestro_script_free(script->script);
    at_maestro_fetch_peer_free(script->fetch);
    free(script->program);
    free(script->fetch_program);
    free(script->workspace);
    free(script->log_path);
    at_buf_deinit(&script->lines);
    free(script);
}
