// run_documents.h: runs and their configuration as documents of the store
#ifndef AT_TESTER_RUNS_RUN_DOCUMENTS_H
#define AT_TESTER_RUNS_RUN_DOCUMENTS_H

#include "agent/run/run_record.h"
#include "store/store.h"

// Store a run. revision: the one that it replaces; -1: any.
AT_CHECKED bool at_run_document_put(struct at_store_db *store,
                                    const struct at_run_record *record,
                                    int64_t revision, struct at_err *err);
// Store a run in place of the revision that is known, and get its new one.
AT_CHECKED bool at_run_document_replace(struct at_store_db *store,
                                        const struct at_run_record *record,
                                        int64_t *inout_revision,
                                        struct at_err *err);
// Read a run and its revision, which may be NULL. AT_ENOTFOUND. *out is
// initialised either way.
AT_CHECKED bool at_run_document_get(struct at_store_db *store, const char *id,
                                    struct at_run_record *out,
                                    int64_t *out_revision, struct at_err *err);

// Store the configuration. A model that no one chose is omitted, so a later
// default applies.
// What a queued run wants, as a query's "only"; and those of a document into a
// record that has nothing else, which the caller deinits.
extern const char *const at_run_wish_members[];
void at_run_wish_read(const struct at_store_doc *doc,
                      struct at_run_record *out);
AT_CHECKED bool at_config_document_put(struct at_store_db *store,
                                       const struct at_tester_config *config,
                                       struct at_err *err);
// Read it; the initial one if none is stored, or if this program cannot read
// it.
AT_CHECKED bool at_config_document_get(struct at_store_db *store,
                                       struct at_tester_config *out,
                                       struct at_err *err);

#endif
