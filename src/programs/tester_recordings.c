// tester_recordings.c: recordings list, show, accept, reject: what runs play,
// and the changes that wait for a choice
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "programs/tester.h"
#include "programs/tester_docs.h"
#include "programs/tester_healed.h"
#include "wire/json.h"

static const struct at_option list_options[] = {
    AT_DOCS_OPTION_ROWS,
    [AT_DOCS_OPTIONS] = {0},
};

static const struct at_option options[] = {
    [AT_DOCS_DATA] = AT_TESTER_DATA_OPTION,
    [AT_DOCS_ENV] = AT_TESTER_ENV_OPTION,
    [AT_DOCS_JSON] = {0},
};

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
list(const struct at_program_call *call, struct at_tester_home *home,
     struct at_err *err)
{
    struct listing listing = {.array = call->values[AT_DOCS_JSON] ? json_array()
                                                                  : NULL};
    struct at_store_query query = {.kind = AT_STORE_RECIPE};
    bool ok = at_docs_each(home->store, &query, list_one, &listing, err);
    query.kind = AT_STORE_PROPOSAL;
    listing.proposed = true;
    ok = ok && at_docs_each(home->store, &query, list_one, &listing, err);
    if (ok && listing.array)
        at_docs_print_json(listing.array);
    json_decref(listing.array);
    return ok;
}

static bool
show(const struct at_program_call *call, struct at_tester_home *home,
     struct at_err *err)
{
    struct at_store_doc doc = {0};
    if (!at_docs_get(home->store, AT_STORE_PROPOSAL, call->arguments->words[0],
                     &doc, err))
        return false;
    json_t *json = at_docs_json(&doc);
    at_json_set(json, "changes", at_proposal_changes(doc.json));
    at_docs_print_json(json);
    json_decref(json);
    at_store_doc_deinit(&doc);
    return true;
}

static bool
choose(const struct at_program_call *call, struct at_tester_home *home,
       bool accept, struct at_err *err)
{
    struct at_store_doc doc = {0};
    char by[AT_CHOSEN_BY_BYTES + 1];
    at_healed_by("the command line", by);
    bool ok =
        at_docs_get(home->store, AT_STORE_PROPOSAL, call->arguments->words[0],
                    &doc, err) &&
        at_proposal_choose(
            home->store, &doc,
            &(struct at_recording_choice){.accept = accept, .by = by}, err);
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
accept(const struct at_program_call *call, struct at_tester_home *home,
       struct at_err *err)
{
    return choose(call, home, true, err);
}

static bool
reject(const struct at_program_call *call, struct at_tester_home *home,
       struct at_err *err)
{
    return choose(call, home, false, err);
}

static int
run_list(const struct at_program_call *call)
{
    return at_docs_run(call, list);
}

static int
run_show(const struct at_program_call *call)
{
    return at_docs_run(call, show);
}

static int
run_accept(const struct at_program_call *call)
{
    return at_docs_run(call, accept);
}

static int
run_reject(const struct at_program_call *call)
{
    return at_docs_run(call, reject);
}

const struct at_program_command at_tester_recordings_list = {
    .name = "recordings list",
    .help = "what runs play, and the changes that are proposed to it",
    .options = list_options,
    .run = run_list,
};

const struct at_program_command at_tester_recordings_show = {
    .name = "recordings show",
    .arguments = "ID",
    .arguments_min = 1,
    .arguments_max = 1,
    .help = "a proposed change, call by call, as JSON",
    .options = options,
    .run = run_show,
};

const struct at_program_command at_tester_recordings_accept = {
    .name = "recordings accept",
    .arguments = "ID",
    .arguments_min = 1,
    .arguments_max = 1,
    .help = "play the proposed recording from now on",
    .options = options,
    .run = run_accept,
};

const struct at_program_command at_tester_recordings_reject = {
    .name = "recordings reject",
    .arguments = "ID",
    .arguments_min = 1,
    .arguments_max = 1,
    .help = "drop a proposed change",
    .options = options,
    .run = run_reject,
};
