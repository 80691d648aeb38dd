// content.c: content blocks as JSON
#include "mcp/content.h"

#include "base/base64.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/json.h"

static void
set_base64(json_t *object, const char *name, struct at_str bytes)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    at_base64_write(bytes, &text);
    at_json_set(object, name, at_json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
}

static json_t *
block(const char *type)
{
    json_t *object = json_object();
    at_json_set_text(object, "type", type);
    return object;
}

json_t *
at_content_text(struct at_str text)
{
    json_t *object = block("text");
    at_json_set(object, "text", at_json_text(text));
    return object;
}

json_t *
at_content_media(const char *type, struct at_str bytes, const char *mime_type)
{
    json_t *object = block(type);
    set_base64(object, "data", bytes);
    at_json_set_text(object, "mimeType", mime_type);
    return object;
}

json_t *
at_content_resource(json_t *contents)
{
    json_t *object = block("resource");
    at_json_set(object, "resource", contents);
    return object;
}

json_t *
at_content_link(const char *uri, const char *name, const char *mime_type)
{
    json_t *object = block("resource_link");
    at_json_set_text(object, "uri", uri);
    at_json_set_text(object, "name", name);
    at_json_set_text(object, "mimeType", mime_type);
    return object;
}

static json_t *
contents_of(const char *uri, const char *mime_type)
{
    json_t *object = json_object();
    at_json_set_text(object, "uri", uri);
    if (mime_type)
        at_json_set_text(object, "mimeType", mime_type);
    return object;
}

json_t *
at_contents_text(const char *uri, const char *mime_type, struct at_str text)
{
    json_t *object = contents_of(uri, mime_type);
    at_json_set(object, "text", at_json_text(text));
    return object;
}

json_t *
at_contents_blob(const char *uri, const char *mime_type, struct at_str bytes)
{
    json_t *object = contents_of(uri, mime_type);
    set_base64(object, "blob", bytes);
    return object;
}
