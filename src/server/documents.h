// documents.h: documents of the store as replies
#ifndef AT_SERVER_DOCUMENTS_H
#define AT_SERVER_DOCUMENTS_H

#include "server/call.h"

// Read the document that the first part of the path names. Return false if
// there is none, which the reply then says.
AT_CHECKED bool at_document_get(struct at_server_call *call,
                                enum at_store_kind kind,
                                struct at_store_doc *out);
// As at_document_get(), but a damaged document is {AT_STORE_DAMAGED: why}, as
// in lists, so it can be removed.
AT_CHECKED bool at_document_find(struct at_server_call *call,
                                 enum at_store_kind kind,
                                 struct at_store_doc *out);
// Its JSON with "id", "revision", "createdAt" and "updatedAt". Owned by the
// caller.
json_t *at_document_json(const struct at_store_doc *doc);
// Answer with json, which shows doc and is taken over, and the entity tag of
// its revision.
void at_document_reply(struct at_server_call *call, unsigned status,
                       const struct at_store_doc *doc, json_t *json);
// Write the revision that a change is meant for, from If-Match or the body's
// "revision"; -1: any. Return false if doc has another one: the reply refuses.
AT_CHECKED bool at_document_expected(struct at_server_call *call,
                                     const struct at_store_doc *doc,
                                     int64_t *out);
// A page of documents: {name: [...], "more", "next"}, each made by fn.
void at_documents_reply(struct at_server_call *call, const char *name,
                        const struct at_store_query *query,
                        json_t *(*fn)(struct at_server_call *call,
                                      const struct at_store_doc *doc));

#endif
