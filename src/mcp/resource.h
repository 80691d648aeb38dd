// resource.h: a resource that clients read: one row for a URI or a template
//
// `resources/list`, `resources/templates/list` and `resources/read` walk the
// same rows. A worker calls read, which may block.
#ifndef AT_MCP_RESOURCE_H
#define AT_MCP_RESOURCE_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_client;
struct at_resource_source;

enum { AT_RESOURCE_VARS_MAX = 4 };

struct at_resource_read {
    struct at_op op;
    const struct at_resource_source *source;
    const char *uri; // URI requested by the client
    // The values of a template's {parts}, in their order.
    struct at_str vars[AT_RESOURCE_VARS_MAX];
    void *context;            // the server's at_tool_env; borrowed
    struct at_client *client; // never NULL
    json_t *contents;         // owned; filled by the two functions below
};

struct at_resource_source {
    // With {name} in it, a template: each such part matches one or more
    // characters other than '/'.
    const char *uri;
    const char *name;
    const char *title; // this and the next may be NULL
    const char *description;
    const char *mime_type; // NULL: not specified
    // Append the Resource objects that exist now to list (see
    // at_resource_listed). NULL: a fixed URI lists itself, a template nothing.
    void (*list)(const struct at_resource_source *source, void *context,
                 json_t *list);
    // Fails with AT_ENOTFOUND if the resource does not exist (any longer).
    bool (*read)(struct at_resource_read *read, struct at_err *err);
};

// Append an existing resource to the list of a source's list callback: the
// source's description with this URI and name.
void at_resource_listed(const struct at_resource_source *source,
                        const char *uri, const char *name, json_t *list);

// Append to the contents; the MIME type is the source's.
void at_resource_add_text(struct at_resource_read *read, struct at_str text);
void at_resource_add_blob(struct at_resource_read *read, struct at_str bytes);

// Return true if uri matches the row. vars (AT_RESOURCE_VARS_MAX) are borrowed
// from uri.
bool at_resource_match(const struct at_resource_source *source,
                       struct at_str uri, struct at_str *vars);

// Return the Resource or ResourceTemplate object of a row; the caller owns it.
json_t *at_resource_describe(const struct at_resource_source *source);
bool at_resource_is_template(const struct at_resource_source *source);

#endif
