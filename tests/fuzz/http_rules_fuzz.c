// http_rules_fuzz.c: any head of a request; without the token nothing passes
#include <stdlib.h>

#include "mcp/http_rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The lines of the input are the fields of the request, in this order.
static void
fill(struct at_str rest, struct at_http_request *request)
{
    struct at_str *const fields[] = {
        &request->method,        &request->path,
        &request->asker.host,    &request->asker.origin,
        &request->content_type,  &request->content_length,
        &request->accept,        &request->protocol_version,
        &request->mcp_method,    &request->mcp_name,
        &request->authorization,
    };
    for (size_t i = 0; i < AT_LEN(fields); i++) {
        struct at_str line;
        if (at_str_next(&rest, '\n', &line) && line.len > 0)
            *fields[i] = line;
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static const struct at_http_policy policies[] = {
        {{0}, false, false},
        {{0}, true, true},
        {AT_STR_ROW("secret-token-of-32-characters-xx"), false, true},
    };
    struct at_http_request request = {.asker.header_count = len};
    fill(at_str_n((const char *)data, len), &request);
    for (size_t i = 0; i < AT_LEN(policies); i++) {
        struct at_http_verdict verdict = {0};
        at_http_check_head(&policies[i], &request, &verdict);
        bool has_token =
            at_str_find(request.authorization, AT_STR("secret-token")) >= 0;
        if (policies[i].token.len > 0 && !has_token && verdict.status == 0)
            abort();
        at_rpc_error_deinit(&verdict.error);
    }
    (void)at_http_legacy_version(&request);
    (void)at_http_host_local(request.asker.host);
    return 0;
}
