// hidden.h: members of documents that the store has only sealed
//
// A webhook's secret and address, and a model's key and headers: in the store,
// its copies and the pool's streams they are in a member "sealed", by a
// vault's keys. The program sees documents as if they were stored plain. What
// earlier versions have stored plain is read, and is sealed when the document
// is next stored. A NULL vault leaves documents as they are: it is for tests.
#ifndef AT_TESTER_ACCESS_HIDDEN_H
#define AT_TESTER_ACCESS_HIDDEN_H

#include "store/store.h"
#include "tester/access/vault.h"

// Put the plain members into json, which is the caller's own; other members are
// not touched. A failure leaves out those that cannot be opened. AT_EUSAGE: the
// key is missing or another one; AT_EIO: one was damaged.
AT_CHECKED bool at_hidden_open(struct at_vault *vault, enum at_store_kind kind,
                               const char *id, json_t *json,
                               struct at_err *err);
// Store a document with its members sealed, as store->ops->put() does; in doc
// they stay plain. A new document gets its id here. AT_EUSAGE: there is no key.
AT_CHECKED bool at_hidden_put(struct at_vault *vault, struct at_store_db *store,
                              enum at_store_kind kind, int64_t expected,
                              struct at_store_doc *doc, struct at_err *err);

#endif
