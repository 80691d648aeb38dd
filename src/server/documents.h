// documents.h: replies with documents of the store
#ifndef AT_SERVER_DOCUMENTS_H
#define AT_SERVER_DOCUMENTS_H

#include "server/call.h"

// Read the document named by the first part of the path. Returns false with an
// error in the reply for an unknown one.
AT_CHECKED bool at_document_get(struct at_server_call *call,
                                enum at_store_kind kind,
                                struct at_store_doc *out);
// The same for the document with that id.
AT_CHECKED bool at_document_get_by_id(struct at_server_call *call,
                                      enum at_store_kind kind, struct at_str id,
                                      struct at_store_doc *out);
// Like at_document_get(), but a damaged document is read as {AT_STORE_DAMAGED:
// why}, as in lists, and can so be removed.
AT_CHECKED bool at_document_find(struct at_server_call *call,
                                 enum at_store_kind kind,
                                 struct at_store_doc *out);
// Return its JSON with "id", "revision", "createdAt" and "updatedAt", owned.
json_t *at_document_json(const struct at_store_doc *doc);
// Answer with json, which represents doc and is taken over, and with doc's
// revision as entity tag.
void at_document_reply(struct at_server_call *call, unsigned status,
                       const struct at_store_doc *doc, json_t *json);
// Get the revision that a change expects, from If-Match or the body's
// "revision"; -1: any. Returns false with an error in the reply if doc differs.
AT_CHECKED bool at_document_expected(struct at_server_call *call,
                                     const struct at_store_doc *doc,
                                     int64_t *out);
// Store a changed document. Returns false with an error in the reply: 412 if it
// has changed since the expected revision.
AT_CHECKED bool at_document_put(struct at_server_call *call,
                                enum at_store_kind kind, int64_t expected,
                                struct at_store_doc *doc);
// Add to the reply to a new document its address, /api/v1/LIST/ID, and an entry
// to the audit.
void at_document_added(struct at_server_call *call, enum at_store_kind kind,
                       const char *list, const struct at_store_doc *doc);
// Remove the document named by the first part of the path, and answer. Its id
// is written to removed, which has "" if it stays and may be NULL.
void at_document_remove(struct at_server_call *call, enum at_store_kind kind,
                        char *removed);
// Answer with a page of documents, converted by fn: {name: [...], "more",
// "next"}.
void at_documents_reply(struct at_server_call *call, const char *name,
                        const struct at_store_query *query,
                        json_t *(*fn)(struct at_server_call *call,
                                      const struct at_store_doc *doc));

#endif
