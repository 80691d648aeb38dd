// tester_docs.h: commands that work on the store's documents
#ifndef AT_PROGRAMS_TESTER_DOCS_H
#define AT_PROGRAMS_TESTER_DOCS_H

#include "programs/tester_home.h"

// The argument of run, which prints its own results.
struct at_invocation {
    const struct at_arguments *args;
    struct at_tester_home home;
};

// Open the home, run the command and report its failure. Returns the exit
// status.
int at_docs_start(const struct at_arguments *args);

// Append a document as a line, or as lines.
typedef bool at_docs_write_fn(const struct at_tester_home *home,
                              const struct at_store_doc *doc,
                              struct at_buf *out, struct at_err *err);
// Print those that the query means: a line each, or with --json an array.
AT_CHECKED bool at_docs_list(struct at_invocation *invocation,
                             const struct at_store_query *query,
                             at_docs_write_fn *write, struct at_err *err);
// Print the one whose id is the first argument: by write, or with --json whole.
AT_CHECKED bool at_docs_show(struct at_invocation *invocation,
                             enum at_store_kind kind, at_docs_write_fn *write,
                             struct at_err *err);

// Get one by its id, or by the beginning of an id that only one has.
AT_CHECKED bool at_docs_get(struct at_store_db *store, enum at_store_kind kind,
                            const char *id, struct at_store_doc *out,
                            struct at_err *err);
// Its JSON with "id", "revision", "createdAt", "updatedAt". Owned by the
// caller.
json_t *at_docs_json(const struct at_store_doc *doc);

#endif
