// firestore.h: documents as Firestore's REST API writes them; pure
#ifndef AT_WIRE_FIRESTORE_H
#define AT_WIRE_FIRESTORE_H

#include <jansson.h>

#include "base/err.h"

// Is it a document: {"name":…,"fields":{…}}?
bool at_firestore_is_document(const json_t *json);

// The fields of a document as plain JSON: {"stringValue":"a"} becomes "a". A
// geoPointValue becomes an object; bytes, references and times are texts. NULL
// with AT_EUSAGE, which says where. Owned by the caller.
json_t *at_firestore_read(const json_t *document, struct at_err *err);

// {"fields":{…}} of a plain object. Members of times get a timestampValue.
// Owned by the caller.
json_t *at_firestore_write(const json_t *plain, const char *const *times);

#endif
