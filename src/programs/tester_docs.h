// tester_docs.h: what the commands for scenarios and runs share
#ifndef AT_PROGRAMS_TESTER_DOCS_H
#define AT_PROGRAMS_TESTER_DOCS_H

#include "programs/commands.h"
#include "programs/tester_home.h"

// The options of all of these commands; "--json" last, where it is offered.
enum {
    AT_DOCS_DATA,
    AT_DOCS_ENV,
    AT_DOCS_JSON,
    AT_DOCS_OPTIONS, // those of one command follow
};
#define AT_DOCS_OPTION_ROWS                                                    \
    [AT_DOCS_DATA] = AT_TESTER_DATA_OPTION,                                    \
    [AT_DOCS_ENV] = AT_TESTER_ENV_OPTION,                                      \
    [AT_DOCS_JSON] = {.name = "--json", .help = "the same as JSON"}

// A command with the store open; prints its own results. False with err.
typedef bool at_docs_fn(const struct at_program_call *call,
                        struct at_tester_home *home, struct at_err *err);
// Open the home, run the command, report its failure. The exit status.
int at_docs_run(const struct at_program_call *call, at_docs_fn *run);

// Call each for all documents that the query means, page by page, the newest
// first. each may take doc->json.
typedef bool at_docs_each_fn(void *user, struct at_store_doc *doc,
                             struct at_err *err);
AT_CHECKED bool at_docs_each(struct at_store_db *store,
                             const struct at_store_query *query,
                             at_docs_each_fn *each, void *user,
                             struct at_err *err);

// Get one by its id, or by the beginning of an id that only one has.
AT_CHECKED bool at_docs_get(struct at_store_db *store, enum at_store_kind kind,
                            const char *id, struct at_store_doc *out,
                            struct at_err *err);
// Its JSON with "id", "revision", "createdAt", "updatedAt". Owned by the
// caller.
json_t *at_docs_json(const struct at_store_doc *doc);

// Print to stdout: a value on one line; a text that a terminal must not obey.
void at_docs_print_json(const json_t *json);
void at_docs_print(struct at_str text);

#endif
