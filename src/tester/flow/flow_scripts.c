// flow_scripts.c: the script engine of one flow of a run
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/script/fetch_peer.h"
#include "maestro/script/script.h"
#include "tester/flow/flow_priv.h"

struct at_flow_scripts {
    struct at_flow_job *job;
    struct at_maestro_script *script;
    struct at_maestro_fetch_peer *fetch;
    char *program; // agentest-script
    char *fetch_program;
};

static void
tell_line(void *user, struct at_str level, struct at_str text)
{
    const struct at_flow_scripts *scripts = user;
    struct at_buf line = AT_BUF_INIT(level.len + text.len + 16);
    at_buf_add_fmt(&line, "script %.*s: ", AT_STR_ARG(level));
    at_maestro_scope_mask(scripts->job->scope, text, &line);
    at_flow_job_log(scripts->job, at_buf_str(&line));
    at_buf_deinit(&line);
}

struct at_flow_scripts *
at_flow_scripts_new(struct at_flow_job *job)
{
    struct at_flow_scripts *scripts = at_alloc(sizeof(*scripts));
    *scripts = (struct at_flow_scripts){
        .job = job,
        .program = at_maestro_script_find(),
        .fetch_program = at_maestro_fetch_peer_find(),
    };
    // A flow may come over the network: it does not reach this machine.
    scripts->fetch = at_maestro_fetch_peer_new(scripts->fetch_program, false);
    const struct at_maestro_script_opts opts = {
        .program = scripts->program,
        .platform = job->opts->platform->name,
        .workspace = job->root,
        .fetcher = at_maestro_fetch_peer_fetcher(scripts->fetch),
        .line = tell_line,
        .user = scripts,
    };
    scripts->script = at_maestro_script_new(&opts);
    at_maestro_scope_set_engine(job->scope,
                                at_maestro_script_engine(scripts->script));
    return scripts;
}

void
at_flow_scripts_free(struct at_flow_scripts *scripts)
{
    if (!scripts)
        return;
    at_maestro_scope_set_engine(scripts->job->scope, NULL);
    at_maestro_script_free(scripts->script);
    at_maestro_fetch_peer_free(scripts->fetch);
    free(scripts->program);
    free(scripts->fetch_program);
    free(scripts);
}
