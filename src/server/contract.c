// contract.c: the contract's endpoints, with its texts and codes
#include "server/files.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "tester/flow/flow_fill.h"
#include "wire/json.h"

static void
answer_text(struct at_server_call *call, unsigned status, const char *fmt,
            const char *first, const char *second)
{
    struct at_buf text = AT_BUF_INIT(AT_SERVER_REPLY_MAX_BYTES);
    at_buf_add_text(&text, fmt);
    at_buf_add_text(&text, first);
    if (second)
        at_buf_add_fmt(&text, ": %s", second);
    at_server_reply_text(call->reply, status, at_buf_text(&text));
    at_buf_deinit(&text);
}

// The contract uses 400 for errors of the client, and 500 for all others.
static void
answer_failure(struct at_server_call *call, const struct at_err *err)
{
    if (err->code == AT_EUSAGE)
        at_server_reply_text(call->reply, 400, err->msg);
    else
        answer_text(call, err->code == AT_ELIMIT ? 503 : 500,
                    "Error: ", at_code_info(err->code)->name, err->msg);
}

// The run continues if the client disconnects: it is in the list of runs, and
// POST /stop-test ends it.
static void
run_and_wait(struct at_server_call *call, const struct at_scenario *scenario)
{
    char id[AT_STORE_ID_LEN + 1];
    struct at_buf text = AT_BUF_INIT(AT_SERVER_REPLY_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    struct at_runs *runs = call->opts->runs;
    const struct at_runs_wish wish = {.scenario = scenario};
    bool ok = at_runs_submit(&call->op, runs, &wish, id, &err);
    if (ok)
        at_audit(call, "ran", AT_STORE_RUN, id);
    if (ok && at_runs_wait(&call->op, runs, id, &text, &err))
        at_server_reply_text(call->reply, 200, at_buf_text(&text));
    else
        answer_failure(call, &err);
    at_buf_deinit(&text);
}

void
at_serve_run_test(struct at_server_call *call)
{
    struct at_scenario scenario;
    struct at_err err = AT_ERR_INIT;
    if (!call->request->json) {
        answer_text(call, 400, "Invalid JSON: ", call->body_err.msg, NULL);
        return;
    }
    scenario = (struct at_scenario){0};
    if (at_flow_fill_to_run(call->request->json, &err) &&
        at_scenario_read(call->request->json, &scenario, &err))
        run_and_wait(call, &scenario);
    else
        at_server_reply_text(call->reply, 400, err.msg);
    at_scenario_deinit(&scenario);
}

void
at_serve_stop_test(struct at_server_call *call)
{
    bool stopped = at_runs_stop(call->opts->runs, NULL, NULL);
    if (stopped)
        at_audit(call, "stopped", AT_STORE_RUN, "");
    at_server_reply_text(call->reply, stopped ? 200 : 409,
                         stopped ? "Test stopped" : "No test is running");
}

void
at_serve_configure(struct at_server_call *call)
{
    struct at_tester_config config;
    struct at_tester_config before;
    struct at_err err = call->body_err;
    const json_t *json = call->request->json;
    bool ok = json && at_tester_config_read(json, &config, &err);
    at_runs_config(call->opts->runs, &before);
    if (ok)
        at_tester_config_keep_own(json, &before, &config);
    ok = ok && at_runs_configure(call->opts->runs, &config, &err);
    if (ok)
        at_audit_stored(call, "changed", AT_STORE_SETTING, "config");
    if (ok)
        at_server_reply_text(call->reply, 200,
                             "Configuration updated successfully");
    else
        answer_text(call,
                    err.code == AT_EUSAGE || !call->request->json ? 400 : 500,
                    "Invalid configuration: ", err.msg, NULL);
}

void
at_serve_report(struct at_server_call *call)
{
    char run[AT_STORE_KEY_MAX + 1];
    if (!at_files_latest(call->opts->reports, run) ||
        !at_files_reply(call, run, AT_STR("manifest.json"), NULL))
        at_server_reply_text(call->reply, 404, "No report available");
}

void
at_serve_report_file(struct at_server_call *call)
{
    char run[AT_STORE_KEY_MAX + 1];
    struct at_err err = AT_ERR_INIT;
    struct at_str path = at_request_query(call->request, "path");
    if (at_str_trim(path).len == 0) {
        at_server_reply_text(call->reply, 400, "Missing path");
        return;
    }
    if (!at_files_latest(call->opts->reports, run))
        at_fail(&err, AT_ENOTFOUND, "no report");
    else if (at_files_reply(call, run, path, &err))
        return;
    bool outside = err.code == AT_EUSAGE;
    at_server_reply_text(call->reply, outside ? 403 : 404,
                         outside ? "Forbidden" : "Not found");
}
