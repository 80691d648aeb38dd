// routes_test.c: the rows are complete, and the description follows from them
#include "server/routes.h"

#include "base/limits.h"
#include "server/openapi.h"
#include "server/schemas.h"
#include "tests/t.h"
#include "wire/json.h"

static bool
is_schema(const char *name)
{
    for (size_t i = 0; i < at_schema_count; i++) {
        if (strcmp(at_schemas[i].name, name) == 0)
            return true;
    }
    return false;
}

// The row above describes it.
static bool
is_another_type(const struct at_route *route,
                const struct at_route_answer *answer)
{
    return answer > route->answers && answer[-1].status == answer->status &&
           answer[-1].help;
}

T_TEST(each_row_is_complete)
{
    for (size_t i = 0; i < at_route_count; i++) {
        const struct at_route *route = &at_routes[i];
        T_ROW(route->path);
        T_OK(route->serve && route->summary[0] && route->path[0] == '/');
        T_OK(!route->body || is_schema(route->body));
        T_OK(!(route->flags & AT_ROUTE_BODY) || route->body);
        T_OK(route->answers[0].status != 0);
        bool open = route->flags & AT_ROUTE_OPEN;
        T_EQ_INT(open, route->role == AT_ACCESS_NONE);
        T_OK(route->role < AT_ACCESSES);
        // Other hosts only read, and a request that only reads is never noted.
        bool reads = strcmp(route->method, "GET") == 0;
        T_OK(!(route->flags & AT_ROUTE_POOL) || reads);
        T_OK(!(route->flags & AT_ROUTE_QUIET) || !reads);
        for (const struct at_route_answer *answer = route->answers;
             answer->status; answer++)
            T_OK((answer->help || is_another_type(route, answer)) &&
                 (!answer->schema || is_schema(answer->schema)));
        for (const struct at_arg *row = route->query; row && row->name; row++)
            T_OK(row->help);
        for (size_t j = 0; j < i; j++) {
            bool same = strcmp(route->path, at_routes[j].path) == 0 &&
                        strcmp(route->method, at_routes[j].method) == 0;
            T_NOT(same);
            T_OK(strcmp(route->name, at_routes[j].name) != 0);
        }
    }
}

T_TEST(schemas_are_json_in_order)
{
    for (size_t i = 0; i < at_schema_count; i++) {
        T_ROW(at_schemas[i].name);
        json_t *json = at_schema_json(&at_schemas[i]);
        T_OK(json_is_object(json));
        T_OK(i == 0 || strcmp(at_schemas[i - 1].name, at_schemas[i].name) < 0);
        json_decref(json);
    }
}

static void
check_references(const json_t *json)
{
    const struct at_str prefix = AT_STR("#/components/schemas/");
    struct at_str to = at_json_get_str(json, "$ref");
    void *at = json_object_iter((json_t *)(uintptr_t)json);
    if (to.len > 0) {
        T_ROW(to.ptr);
        T_OK(at_str_starts(to, prefix) && is_schema(to.ptr + prefix.len));
    }
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)json, at))
        check_references(json_object_iter_value(at));
    for (size_t i = 0; i < json_array_size(json); i++)
        check_references(json_array_get(json, i));
}

T_TEST(the_description_refers_to_what_is_there)
{
    json_t *json = at_openapi_json();
    T_EQ_STR(at_json_get_str(json, "openapi"), "3.1.0");
    T_OK(json_object_get(json_object_get(json, "paths"),
                         "/api/v1/runs/{id}/artifacts/{path}"));
    T_OK(json_object_get(json_object_get(json, "paths"), "/api/run-test"));
    const json_t *paths = json_object_get(json, "paths");
    const json_t *run =
        json_object_get(json_object_get(paths, "/run-test"), "post");
    T_EQ_STR(at_json_get_str(run, "x-role"), "run");
    const json_t *health =
        json_object_get(json_object_get(paths, "/healthz"), "get");
    T_OK(health && !json_object_get(health, "x-role"));
    check_references(json);
    json_decref(json);
}

T_TEST(requests_find_their_row)
{
    static const struct {
        const char *method;
        const char *path;
        const char *name;  // NULL: no token
        const char *allow; // then
    } rows[] = {
        {"GET", "/", "page", NULL},
        {"POST", "/run-test", "runTest", NULL},
        {"GET", "/run-test", NULL, "POST"},
        {"DELETE", "/run-test", NULL, "POST"},
        {"GET", "/v1/scenarios/export", "exportScenarios", NULL},
        {"GET", "/v1/scenarios/exported", "scenario", NULL},
        {"POST", "/v1/scenarios/import", "importScenarios", NULL},
        {"POST", "/v1/scenarios/x", NULL, "GET, HEAD, PUT, DELETE"},
        {"PUT", "/v1/config", "putConfig", NULL},
        {"GET", "/v1/runs/a/artifacts/b/c", "artifact", NULL},
        {"get", "/", NULL, "GET, HEAD"},
        {"GET", "/nothing", NULL, ""},
        {"GET", "", NULL, ""},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str params[AT_ROUTE_PARAMS_MAX];
        struct at_buf allow = AT_BUF_INIT(AT_KIB);
        T_ROW(rows[i].path);
        const struct at_route *route = at_route_find(
            at_str(rows[i].method), at_str(rows[i].path), params, &allow);
        T_EQ_INT(route != NULL, rows[i].name != NULL);
        if (route)
            T_EQ_TEXT(route->name, rows[i].name);
        else
            T_EQ_TEXT(at_buf_text(&allow), rows[i].allow);
        at_buf_deinit(&allow);
    }
}

T_MAIN()
