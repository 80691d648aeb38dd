// firestore.h: documents in the format of Firestore's REST API
//
// Pure.
#ifndef AT_WIRE_FIRESTORE_H
#define AT_WIRE_FIRESTORE_H

#include <jansson.h>

#include "base/err.h"

// Return true if json is a document: {"name":…,"fields":{…}}.
bool at_firestore_is_document(const json_t *json);

// Convert the fields of a document to plain JSON: {"stringValue":"a"} becomes
// "a", a geoPointValue becomes an object; bytes, references and times become
// texts. The caller owns the result; NULL with AT_EUSAGE and the location.
json_t *at_firestore_read(const json_t *document, struct at_err *err);

// Convert a plain object to {"fields":{…}}. The members listed in times become
// timestampValues. The caller owns the result.
json_t *at_firestore_write(const json_t *plain, const char *const *times);

#endif
