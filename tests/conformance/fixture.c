// fixture.c: mcp-fixture, the server that the conformance suite is run on
//
//     mcp-fixture [HOST:]PORT [LIMIT=NUMBER]...
//
// A LIMIT is a member of struct at_http_limits, to be lowered.
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "client_requests.h"
#include "fixture.h"
#include "mcp/http_server.h"
#include "wire/json.h"
#include "mcp/rpc.h"
#include "sys/log.h"

enum { TOOLS_MAX = 64 };

enum { RECEIVE, SEND, IDLE, SILENCE, CONNECTIONS, BODIES };

static struct {
    const char *name;
    int64_t value;
} limits[] = {
    [RECEIVE] = {"receive_ms", AT_HTTP_RECEIVE_MAX_MS},
    [SEND] = {"send_ms", AT_HTTP_SEND_MAX_MS},
    [IDLE] = {"idle_ms", AT_HTTP_IDLE_MAX_MS},
    [SILENCE] = {"silence_ms", AT_HTTP_SILENCE_MAX_MS},
    [CONNECTIONS] = {"connections", AT_HTTP_CONNECTIONS_MAX},
    [BODIES] = {"bodies_bytes", AT_HTTP_BODIES_MAX_BYTES},
};

static bool
lower(const char *word)
{
    struct at_str rest = at_str(word);
    struct at_str name;
    if (!at_str_next(&rest, '=', &name))
        return false;
    for (size_t i = 0; i < AT_LEN(limits); i++) {
        if (at_str_is(name, limits[i].name))
            return at_str_to_i64(rest, 1, limits[i].value, &limits[i].value);
    }
    return false;
}

static json_t *
nothing(void *context, const json_t *params, struct at_rpc_error *error)
{
    (void)context;
    (void)params;
    (void)error;
    return json_object();
}

static json_t *
set_level(void *context, const json_t *params, struct at_rpc_error *error)
{
    struct at_str level = at_json_get_str(params, "level");
    if (at_client_log_level(level) >= 0)
        return nothing(context, params, error);
    at_rpc_fail(error, AT_RPC_INVALID_PARAMS, NULL, "no such level");
    return NULL;
}

static json_t *
complete(void *context, const json_t *params, struct at_rpc_error *error)
{
    (void)context;
    (void)error;
    struct at_str given =
        at_json_get_str(json_object_get(params, "argument"), "value");
    static const char *const words[] = {"paris", "park", "party"};
    json_t *values = json_array();
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_starts(at_str(words[i]), given))
            json_array_append_new(values, at_json_text(at_str(words[i])));
    }
    size_t total = json_array_size(values);
    return json_pack("{s:{s:o,s:I,s:b}}", "completion", "values", values,
                     "total", (json_int_t)total, "hasMore", 0);
}

static const struct at_mcp_extra extras[] = {
    {"completion/complete", "completions", NULL, true, complete},
    {"logging/setLevel", "logging", NULL, false, set_level},
    {"resources/subscribe", "resources", "subscribe", false, nothing},
    {"resources/unsubscribe", "resources", "subscribe", false, nothing},
};

static size_t
count(const void *const *rows)
{
    size_t n = 0;
    while (rows[n])
        n++;
    return n;
}

int
main(int argc, char **argv)
{
    static const struct at_tool *tools[TOOLS_MAX];
    size_t tool_count = 0;
    bool usage = argc < 2;
    for (int i = 2; i < argc; i++)
        usage |= !lower(argv[i]);
    if (usage) {
        fputs("usage: mcp-fixture [HOST:]PORT [LIMIT=NUMBER]...\n", stderr);
        return 2;
    }
    for (size_t i = 0; fixture_tools[i]; i++)
        tools[tool_count++] = fixture_tools[i];
    for (size_t i = 0; fixture_client_tools[i]; i++)
        tools[tool_count++] = fixture_client_tools[i];
    at_assert(tool_count <= TOOLS_MAX);
    at_log_init("info");
    fixture_requests_init();
    struct at_mcp_opts mcp = {
        .name = "mcp-fixture",
        .title = "Conformance fixture",
        .version = "1",
        .instructions = "For tests.",
        .tools = tools,
        .tool_count = tool_count,
        .resources = fixture_resources,
        .resource_count = count((const void *const *)fixture_resources),
        .prompts = fixture_prompts,
        .prompt_count = count((const void *const *)fixture_prompts),
        .extras = extras,
        .extra_count = AT_LEN(extras),
        .client_hooks = &fixture_client_hooks,
    };
    const struct at_http_limits http_limits = {
        .receive_ms = limits[RECEIVE].value,
        .send_ms = limits[SEND].value,
        .idle_ms = limits[IDLE].value,
        .silence_ms = limits[SILENCE].value,
        .connections = (unsigned)limits[CONNECTIONS].value,
        .bodies_bytes = (size_t)limits[BODIES].value,
    };
    struct at_http_opts http = {.address = at_str(argv[1]),
                                .limits = &http_limits};
    bool stuck;
    int status = at_mcp_http_serve(at_mcp_new(&mcp), &http, &stuck);
    if (stuck)
        _exit(1);
    return status;
}
