// content.h: what a scenario and a document of Firestore have in common; pure
//
// name, goal, packageName, steps (their words) and tags. All else stays as it
// is on its side: expectations and budgets here, unknown fields there.
#ifndef AT_SYNC_CONTENT_H
#define AT_SYNC_CONTENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { AT_SYNC_HASH_LEN = 32 };

// All take plain JSON: a scenario of the store, or a document's fields as
// at_firestore_read() returns them.

void at_sync_hash(const json_t *scenario, char out[AT_SYNC_HASH_LEN + 1]);
// Return true if both have the same name, goal and steps, and no different app
// or tags.
bool at_sync_alike(const json_t *here, const json_t *there);
// Return here (NULL: none) with what there says. A step whose words stay keeps
// its expectations. Owned by the caller.
json_t *at_sync_merge(const json_t *here, const json_t *there);
// Return the document, {"fields"}; created_ms 0: without its creation.
json_t *at_sync_document(const json_t *here, int64_t created_ms,
                         int64_t updated_ms);

// The fields of a document that are ours, up to NULL.
extern const char *const at_sync_fields[];

#endif
