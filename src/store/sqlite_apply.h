// sqlite_apply.h: a store that repeats what streams have, for a pool
//
// Changes come with their revision, times and sequence, and are made in
// transactions that also note up to where the file has the stream.
#ifndef AT_STORE_SQLITE_APPLY_H
#define AT_STORE_SQLITE_APPLY_H

#include "store/store.h"

// Lock the writer and begin a transaction. *out_applied is what the file has of
// the stream: another process may have applied more than this one knows.
// at_sqlite_apply_end() must follow unless this fails.
AT_CHECKED bool at_sqlite_apply_begin(struct at_store_db *db,
                                      const char *stream, uint64_t *out_applied,
                                      struct at_err *err);
// If ok, note that the file has the stream up to that sequence, and commit;
// undo everything otherwise. Returns false if nothing was stored.
bool at_sqlite_apply_end(struct at_store_db *db, const char *stream,
                         uint64_t sequence, bool ok, struct at_err *err);

// The functions below are for between these two.

// See whether the file has a newer revision of the document, by a writer who
// had more of the stream than this one, which expects that sequence.
AT_CHECKED bool at_sqlite_apply_find_older(struct at_store_db *db,
                                           enum at_store_kind kind,
                                           const struct at_store_doc *doc,
                                           uint64_t expected,
                                           bool *out_is_older,
                                           struct at_err *err);
// doc->revision 1 replaces an older document of this id with all that it had.
AT_CHECKED bool at_sqlite_apply_put(struct at_store_db *db,
                                    enum at_store_kind kind,
                                    const struct at_store_doc *doc,
                                    uint64_t sequence, struct at_err *err);
AT_CHECKED bool at_sqlite_apply_remove(struct at_store_db *db,
                                       enum at_store_kind kind,
                                       struct at_str id, struct at_err *err);
// AT_ENOTFOUND if the run does not exist, AT_EBUSY if index is not the next.
AT_CHECKED bool at_sqlite_apply_event(struct at_store_db *db, struct at_str run,
                                      int64_t index, uint64_t sequence,
                                      struct at_str json, struct at_err *err);
AT_CHECKED bool at_sqlite_apply_drop(struct at_store_db *db, struct at_str run,
                                     struct at_err *err);

// Readers.

// True once a call has met a damaged page or document.
bool at_sqlite_is_damaged(struct at_store_db *db);

// The sequence up to which the file has the stream; 0: nothing of it.
AT_CHECKED bool at_sqlite_applied(struct at_store_db *db, const char *stream,
                                  uint64_t *out, struct at_err *err);
// The numbers of a document's row; all zero if there is none.
struct at_sqlite_place {
    int64_t revision; // or the index of a run's last event
    int64_t created_ms;
    int64_t updated_ms;
    uint64_t sequence;
};
AT_CHECKED bool at_sqlite_doc_place(struct at_store_db *db,
                                    enum at_store_kind kind, struct at_str id,
                                    struct at_sqlite_place *out,
                                    struct at_err *err);
// AT_ENOTFOUND if the run does not exist.
AT_CHECKED bool at_sqlite_event_place(struct at_store_db *db, struct at_str run,
                                      struct at_sqlite_place *out,
                                      struct at_err *err);

#endif
