// content.h: the content blocks of tools' results and prompts' messages
//
// Each returns a new block that the caller owns. Malformed UTF-8 becomes
// U+FFFD.
#ifndef AT_MCP_CONTENT_H
#define AT_MCP_CONTENT_H

#include <jansson.h>

#include "base/str.h"

json_t *at_content_text(struct at_str text);
// type "image" or "audio": bytes in the format that mime_type names.
json_t *at_content_media(const char *type, struct at_str bytes,
                         const char *mime_type);
// An embedded resource: the result of at_contents_text() or at_contents_blob(),
// taken over.
json_t *at_content_resource(json_t *contents);

// A link to a resource, for clients that know links (struct at_client).
json_t *at_content_link(const char *uri, const char *name,
                        const char *mime_type);

// The contents of a resource, as text or as bytes; mime_type may be NULL.
json_t *at_contents_text(const char *uri, const char *mime_type,
                         struct at_str text);
json_t *at_contents_blob(const char *uri, const char *mime_type,
                         struct at_str bytes);

#endif
