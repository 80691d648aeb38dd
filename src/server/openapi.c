// openapi.c: converts rows to paths, operations and parameters
#include "server/openapi.h"

#include <string.h>

#include "base/alloc.h"
#include "server/routes.h"
#include "server/schemas.h"
#include "wire/json.h"

static json_t *
reference(const char *schema)
{
    char *path = at_strfmt("#/components/schemas/%s", schema);
    json_t *json = json_pack("{s:s}", "$ref", path);
    free(path);
    return json;
}

static json_t *
content(const char *type, const char *schema)
{
    json_t *shape =
        schema ? reference(schema) : json_pack("{s:s}", "type", "string");
    return json_pack("{s:{s:o}}", type ? type : "application/json", "schema",
                     shape);
}

static json_t *
argument_schema(const struct at_arg *row)
{
    bool number = row->type == AT_ARG_INTEGER;
    json_t *schema = json_pack("{s:s}", "type", number ? "integer" : "string");
    if (number && (row->min != 0 || row->max != 0)) {
        at_json_set(schema, "minimum", json_integer((json_int_t)row->min));
        at_json_set(schema, "maximum", json_integer((json_int_t)row->max));
    }
    json_t *choices = row->choices ? json_array() : NULL;
    for (const char *const *choice = row->choices; choice && *choice; choice++)
        json_array_append_new(choices, json_string(*choice));
    if (choices)
        at_json_set(schema, "enum", choices);
    return schema;
}

static json_t *
parameter(const char *name, const char *in, const char *help, bool required,
          json_t *schema)
{
    return json_pack("{s:s, s:s, s:s, s:b, s:o}", "name", name, "in", in,
                     "description", help, "required", required, "schema",
                     schema);
}

// Add "{id}" and "{path...}" of a path.
static void
add_path_parameters(json_t *list, const char *path)
{
    struct at_str rest = at_str(path), part;
    while (at_str_next(&rest, '/', &part)) {
        struct at_str name = at_str_skip(part, 1);
        if (!at_str_starts(part, AT_STR("{")))
            continue;
        name = at_str_head(name, name.len - 1);
        if (at_str_ends(name, AT_STR("...")))
            name = at_str_head(name, name.len - 3);
        char *text = at_strndup(name.ptr, name.len);
        json_array_append_new(list,
                              parameter(text, "path", "", true,
                                        json_pack("{s:s}", "type", "string")));
        free(text);
    }
}

static json_t *
parameters(const struct at_route *route)
{
    json_t *list = json_array();
    add_path_parameters(list, route->path);
    for (const struct at_arg *row = route->query; row && row->name; row++)
        json_array_append_new(list,
                              parameter(row->name, "query", row->help,
                                        row->required, argument_schema(row)));
    return list;
}

static void
add_type(json_t *answer, const struct at_route_answer *row)
{
    json_t *more = content(row->type, row->schema);
    json_object_update(json_object_get(answer, "content"), more);
    json_decref(more);
}

static json_t *
answers(const struct at_route *route)
{
    json_t *out = json_object();
    for (const struct at_route_answer *row = route->answers; row->status;
         row++) {
        char status[16];
        snprintf(status, sizeof(status), "%u", row->status);
        json_t *answer = json_object_get(out, status);
        if (answer) { // an additional type
            add_type(answer, row);
            continue;
        }
        answer = json_pack("{s:s}", "description", row->help);
        if (row->schema || row->type)
            at_json_set(answer, "content", content(row->type, row->schema));
        at_json_set(out, status, answer);
    }
    at_json_set(out, "default",
                json_pack("{s:s, s:o}", "description",
                          "what is wrong with the request, or what failed",
                          "content",
                          content("application/problem+json", "Problem")));
    return out;
}

static json_t *
operation(const struct at_route *route, const char *prefix)
{
    char *id = at_strfmt("%s%s", route->name, prefix[0] ? "" : "Plain");
    bool own = strncmp(route->path, "/v1/", 4) == 0;
    json_t *json =
        json_pack("{s:s, s:s, s:o, s:o}", "operationId", own ? route->name : id,
                  "summary", route->summary, "parameters", parameters(route),
                  "responses", answers(route));
    free(id);
    if (route->body)
        at_json_set(json, "requestBody",
                    json_pack("{s:b, s:o}", "required",
                              (route->flags & AT_ROUTE_BODY) != 0, "content",
                              content(NULL, route->body)));
    if (route->flags & AT_ROUTE_OPEN)
        at_json_set(json, "security", json_array());
    else
        at_json_set_text(json, "x-role", at_access_names[route->role]);
    return json;
}

static void
add_route(json_t *paths, const struct at_route *route, const char *prefix)
{
    struct at_buf path = AT_BUF_INIT(AT_KIB);
    struct at_str rest = at_str(route->path);
    ptrdiff_t dots = at_str_find(rest, AT_STR("...}"));
    at_buf_add_text(&path, prefix);
    at_buf_add_str(&path,
                   at_str_head(rest, dots < 0 ? rest.len : (size_t)dots));
    at_buf_add_text(&path, dots < 0 ? "" : "}");
    json_t *item = json_object_get(paths, at_buf_text(&path));
    if (!item) {
        item = json_object();
        at_json_set(paths, at_buf_text(&path), item);
    }
    struct at_buf method = AT_BUF_INIT(16);
    for (const char *c = route->method; *c; c++)
        at_buf_add_char(&method, (char)(*c - 'A' + 'a'));
    at_json_set(item, at_buf_text(&method), operation(route, prefix));
    at_buf_deinit(&method);
    at_buf_deinit(&path);
}

static json_t *
all_paths(void)
{
    json_t *paths = json_object();
    for (size_t i = 0; i < at_route_count; i++) {
        const struct at_route *route = &at_routes[i];
        bool own = strncmp(route->path, "/v1/", 4) == 0;
        if (!own)
            add_route(paths, route, "");
        if (own || route->flags & AT_ROUTE_CONTRACT)
            add_route(paths, route, "/api");
    }
    return paths;
}

static json_t *
components(void)
{
    json_t *schemas = json_object();
    for (size_t i = 0; i < at_schema_count; i++) {
        json_t *schema = at_schema_json(&at_schemas[i]);
        at_assert(schema);
        at_json_set(schemas, at_schemas[i].name, schema);
    }
    return json_pack("{s:o, s:{s:{s:s, s:s}, s:{s:s, s:s, s:s}}}", "schemas",
                     schemas, "securitySchemes", "token", "type", "http",
                     "scheme", "bearer", "login", "type", "apiKey", "in",
                     "cookie", "name", "mobile_tester_login");
}

json_t *
at_openapi_json(void)
{
    return json_pack(
        "{s:s, s:{s:s, s:s, s:s, s:{s:s, s:s}}, s:[{s:s}], "
        "s:[{s:[]}, {s:[]}, {}], s:o, s:o}",
        "openapi", "3.1.0", "info", "title", "mobile-tester-agent", "version",
        AT_VERSION, "description",
        "Runs scenarios in plain words on mobile devices. The paths without "
        "/api/v1 are the contract's and answer in plain text. A token is "
        "needed if the server was started with one.",
        "license", "name", "MIT", "identifier", "MIT", "servers", "url", "/",
        "security", "token", "login", "paths", all_paths(), "components",
        components());
}
