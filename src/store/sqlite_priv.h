// sqlite_priv.h: declarations common to the files of the SQLite store
#ifndef AT_STORE_SQLITE_PRIV_H
#define AT_STORE_SQLITE_PRIV_H

#include "store/sqlite_link.h"
#include "store/store.h"

struct at_sqlite {
    struct at_store_db base; // must be first
    char *path;              // owned
    struct at_sqlite_link writer;
    struct at_sqlite_link reader;
};

extern const char *const at_sqlite_kinds[AT_STORE_KINDS];

// Functions of struct at_store_db_ops, grouped by file.

bool at_sqlite_put(struct at_store_db *db, enum at_store_kind kind,
                   int64_t expected, struct at_store_doc *doc,
                   struct at_err *err);
bool at_sqlite_get(struct at_store_db *db, enum at_store_kind kind,
                   struct at_str id, struct at_store_doc *out,
                   struct at_err *err);
bool at_sqlite_remove(struct at_store_db *db, enum at_store_kind kind,
                      struct at_str id, struct at_err *err);
bool at_sqlite_list(struct at_store_db *db, const struct at_store_query *query,
                    struct at_store_list *out, struct at_err *err);

bool at_sqlite_outcomes(struct at_store_db *db,
                        const struct at_store_outcomes *wanted,
                        struct at_err *err);

bool at_sqlite_add_event(struct at_store_db *db, struct at_str run,
                         int64_t index, struct at_str json, struct at_err *err);
bool at_sqlite_last_event(struct at_store_db *db, struct at_str run,
                          int64_t *out_index, struct at_err *err);
bool at_sqlite_drop_events(struct at_store_db *db, struct at_str run,
                           struct at_err *err);
bool at_sqlite_events(struct at_store_db *db,
                      const struct at_store_reading *wanted,
                      struct at_err *err);

// Read a row of COLUMNS into *out. Fails with AT_EIO if its JSON is invalid.
#define AT_SQLITE_DOC_PLACE "id, revision, created_ms, updated_ms"
#define AT_SQLITE_DOC_COLUMNS AT_SQLITE_DOC_PLACE ", json"
AT_CHECKED bool at_sqlite_read_doc(struct at_sqlite_link *link,
                                   sqlite3_stmt *stmt, struct at_store_doc *out,
                                   struct at_err *err);

// Read all but the JSON.
void at_sqlite_read_place(sqlite3_stmt *stmt, struct at_store_doc *out);

// The functions below require the link's lock.

AT_CHECKED bool at_sqlite_write_doc(struct at_sqlite_link *link,
                                    enum at_store_kind kind,
                                    const struct at_store_doc *doc,
                                    struct at_str json, uint64_t sequence,
                                    struct at_err *err);
// Also succeeds if there is none.
AT_CHECKED bool at_sqlite_remove_doc(struct at_sqlite_link *link,
                                     enum at_store_kind kind, struct at_str id,
                                     struct at_err *err);
AT_CHECKED bool at_sqlite_drop_run(struct at_sqlite_link *link,
                                   struct at_str run, struct at_err *err);
bool at_sqlite_fail_absent(enum at_store_kind kind, struct at_str id,
                           struct at_err *err);

// sqlite_facts.c: columns derived from the JSON.
struct at_sqlite_facts {
    struct at_buf words; // searchable text
    struct at_buf tags;  // each between newlines
};
#define AT_SQLITE_FACT_COLUMNS                                                 \
    "scenario, state, device, words, tags, verdict, ending, profile, version," \
    " suite_run, began_ms, duration_ms, cost_usd, tokens, replay"
enum { AT_SQLITE_FACTS = 15 };

// In the column "replay": a run that began in the middle of its scenario. It
// counts neither for figures nor as the scenario's last verdict.
enum { AT_SQLITE_PARTIAL = 3 };
#define AT_SQLITE_PARTIAL_TEXT "3"

// Bind the facts to the parameters starting at first, in column order. They are
// borrowed from json and *out until the statement is done; then call deinit.
void at_sqlite_facts_bind(sqlite3_stmt *stmt, int first, const json_t *json,
                          struct at_sqlite_facts *out);
void at_sqlite_facts_deinit(struct at_sqlite_facts *facts);

#endif
