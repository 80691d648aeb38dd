// firestore.h: the collection testScenarios of a Firestore database, over REST
//
// Failures: AT_EBUSY: the document is not as expected (precondition);
// AT_ELIMIT: a quota, or the service is overloaded: pause; AT_EUSAGE: the
// project, the account or its rights; AT_ENODEV, AT_ETIMEOUT: not reachable.
// Used by one thread at a time.
#ifndef AT_SYNC_FIRESTORE_H
#define AT_SYNC_FIRESTORE_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"
#include "net/https.h"

struct at_firestore;

// Reads a variable of the environment; NULL: not set.
struct at_firestore_env {
    const char *(*get)(void *user, const char *name);
    void *user;
};

// target: "PROJECT" or "PROJECT:DATABASE". With FIRESTORE_EMULATOR_HOST an
// emulator is asked; otherwise GOOGLE_APPLICATION_CREDENTIALS names the file of
// the account. AGENTEST_FIRESTORE_URL is another address of the service. The
// caller owns the result.
AT_CHECKED bool at_firestore_open(const char *target,
                                  const struct at_firestore_env *env,
                                  struct at_firestore **out,
                                  struct at_err *err);
void at_firestore_free(struct at_firestore *firestore); // NULL is allowed
// "projects/P/databases/D", which names the other side.
const char *at_firestore_place(const struct at_firestore *firestore);
// The pause that the service asked for with the last AT_ELIMIT; 0: none.
int64_t at_firestore_pause_ms(const struct at_firestore *firestore);

// Add all documents to *out: {id: {"fields": plain JSON, "updateTime": text}}.
AT_CHECKED bool at_firestore_list(const struct at_op *op,
                                  struct at_firestore *firestore, json_t *out,
                                  struct at_err *err);
// Add those whose "updatedAt" is since (RFC 3339) or later. *out_more: there
// are too many for one answer, list all.
AT_CHECKED bool at_firestore_changes(const struct at_op *op,
                                     struct at_firestore *firestore,
                                     const char *since, json_t *out,
                                     bool *out_more, struct at_err *err);
// A document to be written. update_time NULL: create it, with all of its
// fields; otherwise write those of at_sync_fields, if that is still the time of
// its last change.
struct at_firestore_change {
    const char *id;
    const json_t *document;
    const char *update_time;
};

// The reply, of the same form as at_firestore_list()'s, is added to *out.
AT_CHECKED bool at_firestore_put(const struct at_op *op,
                                 struct at_firestore *firestore,
                                 const struct at_firestore_change *change,
                                 json_t *out, struct at_err *err);
AT_CHECKED bool at_firestore_remove(const struct at_op *op,
                                    struct at_firestore *firestore,
                                    const char *id, const char *update_time,
                                    struct at_err *err);

#endif
