// recordings.c: the recording of a scenario, and accepting or rejecting its
// proposed change
#include "tester/runs/recordings.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "tester/access/tokens.h"
#include "wire/json.h"

enum { CHOSEN_BY_BYTES = 100 };

// Read the scenario named by the path. Returns false if the reply is set. A
// draft cannot run, so it has no recording: the reply has the status none.
static bool
read_scenario(struct at_server_call *call, unsigned none,
              struct at_scenario *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_SCENARIO, &doc))
        return false;
    bool ok = at_scenario_read(doc.json, out, &err);
    at_store_doc_deinit(&doc);
    if (!ok && none == 204)
        call->reply->status = none;
    else if (!ok)
        at_server_reply_problem(call->reply, none, "a draft has no recording");
    return ok;
}

static void
reply_shown(struct at_server_call *call, const struct at_scenario *scenario)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_recording_show(call->opts->store, scenario, &err);
    if (json)
        at_server_reply_json(call->reply, 200, json);
    else if (err.code == AT_ENOTFOUND)
        call->reply->status = 204;
    else
        at_server_reply_failure(call->reply, &err);
}

void
at_serve_recording(struct at_server_call *call)
{
    struct at_scenario scenario;
    if (!read_scenario(call, 204, &scenario))
        return;
    reply_shown(call, &scenario);
    at_scenario_deinit(&scenario);
}

// The name of the client's token; without one of its own, the client says who
// made the choice, for the log and for others.
static struct at_str
chosen_by(const struct at_server_call *call)
{
    bool shared = strcmp(call->by, AT_CALLER_ANYONE) == 0 ||
                  strcmp(call->by, AT_CALLER_ADMIN) == 0;
    return shared ? at_json_get_str(call->request->json, "by")
                  : at_str(call->by);
}

static void
audit(struct at_server_call *call, const char *what)
{
    char id[AT_STORE_KEY_MAX + 1];
    at_str_cut(id, sizeof(id), call->request->params[0]);
    at_audit(call, what, AT_STORE_RECIPE, id);
}

static bool
read_choice(struct at_server_call *call, char by[CHOSEN_BY_BYTES + 1],
            struct at_recording_choice *out)
{
    const json_t *json = call->request->json;
    struct at_str choice = at_json_get_str(json, "choice");
    struct at_str name = chosen_by(call);
    const json_t *run = json_object_get(json, "run");
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    *out = (struct at_recording_choice){.accept = at_str_is(choice, "accept"),
                                        .by = by,
                                        .run = json_string_value(run)};
    at_line_write(at_utf8_head(name, CHOSEN_BY_BYTES), &line);
    at_str_cut(by, CHOSEN_BY_BYTES + 1,
               line.len ? at_buf_str(&line) : AT_STR("the API"));
    at_buf_deinit(&line);
    if (out->accept || at_str_is(choice, "reject"))
        return true;
    at_server_reply_problem(call->reply, 400,
                            "'choice' must be accept or reject");
    return false;
}

void
at_serve_recording_choose(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_scenario scenario;
    struct at_recording_choice choice;
    char by[CHOSEN_BY_BYTES + 1];
    if (!read_choice(call, by, &choice) || !read_scenario(call, 404, &scenario))
        return;
    if (at_recording_choose(call->opts->store, &scenario, &choice, &err)) {
        audit(call, choice.accept ? "accepted" : "rejected");
        reply_shown(call, &scenario);
    } else if (err.code == AT_EBUSY)
        at_server_reply_problem(call->reply, 409, err.msg);
    else
        at_server_reply_failure(call->reply, &err);
    at_scenario_deinit(&scenario);
}

void
at_serve_recording_remove(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_scenario scenario;
    if (!read_scenario(call, 404, &scenario))
        return;
    if (at_recording_remove(call->opts->store, &scenario, &err)) {
        call->reply->status = 204;
        audit(call, "removed");
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_scenario_deinit(&scenario);
}
