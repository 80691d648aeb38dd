// tester_recordings.c: recordings list, show, accept, reject: what runs play,
// and the changes that wait for a choice
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/quote.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_docs.h"
#include "programs/tester_healed.h"
#include "wire/json.h"

// The state of a list.
struct listing {
    json_t *array; // NULL: a line for each
    bool proposed;
};

static struct at_str
known(struct at_str text)
{
    return text.len > 0 ? text : AT_STR("-");
}

static void
print_line(const struct at_store_doc *doc, bool proposed)
{
    const json_t *recording = json_object_get(doc->json, "recording");
    struct at_str at =
        at_json_get_str(json_object_get(doc->json, "made"), "at");
    struct at_buf line = AT_BUF_INIT(4 * AT_KIB);
    at_buf_add_fmt(&line, "%.12s  %-16.*s  %-8s  ", doc->id,
                   AT_STR_ARG(at_str_head(at, 16)),
                   proposed ? "proposed" : "played");
    at_line_write(known(at_json_get_str(recording, "appVersion")), &line);
    at_buf_add_text(&line, "  ");
    at_line_write(known(at_json_get_str(recording, "locale")), &line);
    at_buf_add_text(&line, "  ");
    at_line_write(known(at_json_get_str(doc->json, "name")), &line);
    at_buf_add_char(&line, '\n');
    fputs(at_buf_text(&line), stdout);
    at_buf_deinit(&line);
}

static bool
list_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct listing *listing = user;
    (void)err;
    if (!listing->array) {
        print_line(doc, listing->proposed);
        return true;
    }
    json_t *json = at_docs_json(doc);
    at_json_set(json, "proposed", json_boolean(listing->proposed));
    json_array_append_new(listing->array, json);
    return true;
}

static bool
list(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_db *store = invocation->home.store;
    bool json = at_arguments_have(invocation->args, "--json");
    struct listing listing = {.array = json ? json_array() : NULL};
    struct at_store_query query = {.kind = AT_STORE_RECIPE};
    bool ok = at_store_each(store, &query, list_one, &listing, err);
    query.kind = AT_STORE_PROPOSAL;
    listing.proposed = true;
    ok = ok && at_store_each(store, &query, list_one, &listing, err);
    if (ok && json)
        at_print_json(listing.array);
    json_decref(listing.array);
    return ok;
}

static bool
get(struct at_invocation *invocation, struct at_store_doc *out,
    struct at_err *err)
{
    *out = (struct at_store_doc){0};
    return at_docs_get(invocation->home.store, AT_STORE_PROPOSAL,
                       at_arguments_at(invocation->args, 0), out, err);
}

static bool
show(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_doc doc;
    if (!get(invocation, &doc, err))
        return false;
    json_t *json = at_docs_json(&doc);
    at_json_set(json, "changes", at_proposal_changes(doc.json));
    at_print_json(json);
    json_decref(json);
    at_store_doc_deinit(&doc);
    return true;
}

static bool
choose(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_doc doc;
    char by[AT_CHOSEN_BY_BYTES + 1];
    struct at_recording_choice choice = {.accept = invocation->args->command ==
                                                   &at_tester_recordings_accept,
                                         .by = by};
    at_healed_by("the command line", by);
    bool ok = get(invocation, &doc, err) &&
              at_proposal_choose(invocation->home.store, &doc, &choice, err);
    if (ok)
        at_tester_audit(invocation->home.store,
                        choice.accept ? "accepted" : "rejected",
                        AT_STORE_PROPOSAL, at_str(doc.id));
    at_store_doc_deinit(&doc);
    return ok;
}

static const struct at_positional id[] = {
    {.name = "ID", .help = "a proposal's, or the beginning of it"},
    {0},
};

const struct at_command at_tester_recordings_list = {
    .name = "recordings list",
    .summary = "list what runs play, and the changes that are proposed to it",
    .examples =
        AT_EXAMPLES({"recordings list", "a line each: played or proposed"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = list,
};

const struct at_command at_tester_recordings_show = {
    .name = "recordings show",
    .summary = "show a proposed change, call by call, as JSON",
    .positionals = id,
    .examples =
        AT_EXAMPLES({"recordings show 3fd0187e2d17", "what would change"}),
    .flags = AT_TESTER_HOME,
    .run = show,
};

const struct at_command at_tester_recordings_accept = {
    .name = "recordings accept",
    .summary = "play the proposed recording from now on",
    .positionals = id,
    .examples = AT_EXAMPLES({"recordings accept 3fd0187e2d17",
                             "by an id that `recordings list` shows"}),
    .flags = AT_TESTER_HOME,
    .run = choose,
};

const struct at_command at_tester_recordings_reject = {
    .name = "recordings reject",
    .summary = "drop a proposed change",
    .positionals = id,
    .examples = AT_EXAMPLES({"recordings reject 3fd0187e2d17",
                             "the recording before is still played"}),
    .flags = AT_TESTER_HOME,
    .run = choose,
};
