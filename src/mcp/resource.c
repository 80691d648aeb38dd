// resource.c: describe and match rows of resources
#include "mcp/resource.h"

#include <string.h>

#include "base/alloc.h"
#include "mcp/content.h"
#include "wire/json.h"

bool
at_resource_is_template(const struct at_resource_source *source)
{
    return strchr(source->uri, '{') != NULL;
}

static json_t *
describe(const struct at_resource_source *source, const char *uri,
         const char *name)
{
    json_t *object = json_object();
    bool of_template = uri == source->uri && at_resource_is_template(source);
    at_json_set_text(object, of_template ? "uriTemplate" : "uri", uri);
    at_json_set_text(object, "name", name);
    if (source->title)
        at_json_set_text(object, "title", source->title);
    if (source->description)
        at_json_set_text(object, "description", source->description);
    if (source->mime_type)
        at_json_set_text(object, "mimeType", source->mime_type);
    return object;
}

json_t *
at_resource_describe(const struct at_resource_source *source)
{
    return describe(source, source->uri, source->name);
}

void
at_resource_listed(const struct at_resource_source *source, const char *uri,
                   const char *name, json_t *list)
{
    json_array_append_new(list, describe(source, uri, name));
}

void
at_resource_add_text(struct at_resource_read *read, struct at_str text)
{
    json_array_append_new(
        read->contents,
        at_contents_text(read->uri, read->source->mime_type, text));
}

void
at_resource_add_blob(struct at_resource_read *read, struct at_str bytes)
{
    json_array_append_new(
        read->contents,
        at_contents_blob(read->uri, read->source->mime_type, bytes));
}

// Take the value of one {part} off *uri: up to where the text after the part
// continues, never beyond a '/'.
static bool
take_var(struct at_str *uri, struct at_str after, struct at_str *out)
{
    size_t len = 0;
    while (len < uri->len && uri->ptr[len] != '/' &&
           !(after.len > 0 && uri->ptr[len] == after.ptr[0]))
        len++;
    *out = at_str_head(*uri, len);
    *uri = at_str_skip(*uri, len);
    return len > 0;
}

bool
at_resource_match(const struct at_resource_source *source, struct at_str uri,
                  struct at_str *vars)
{
    struct at_str pattern = at_str(source->uri);
    size_t count = 0;
    while (pattern.len > 0) {
        ptrdiff_t brace = at_str_find(pattern, AT_STR("{"));
        size_t fixed = brace < 0 ? pattern.len : (size_t)brace;
        if (!at_str_starts(uri, at_str_head(pattern, fixed)))
            return false;
        uri = at_str_skip(uri, fixed);
        pattern = at_str_skip(pattern, fixed);
        if (brace < 0)
            break;
        ptrdiff_t end = at_str_find(pattern, AT_STR("}"));
        at_assert(end > 0 && count < AT_RESOURCE_VARS_MAX);
        pattern = at_str_skip(pattern, (size_t)end + 1);
        if (!take_var(&uri, pattern, &vars[count++]))
            return false;
    }
    return uri.len == 0;
}
