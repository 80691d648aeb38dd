// pool_pass_test.c: what a signed request may not change
#include "server/pool_pass.h"

#include <stdio.h>

#include "tests/t.h"

#define KEY AT_STR("0123456789abcdef0123456789abcdef")
#define NOW INT64_C(1770199872345)

static struct at_request
request(void)
{
    struct at_request out = {
        .method = AT_STR("GET"),
        .path = AT_STR("/v1/runs/R1/artifacts/video.mp4"),
        .query = {{AT_STR("width"), AT_STR("240")}},
        .query_count = 1,
    };
    out.headers[AT_REQUEST_RANGE] = AT_STR("bytes=0-9");
    return out;
}

// Sign the plain request, change it, and check.
static bool
holds(void (*change)(struct at_request *), struct at_str key, int64_t now_ms)
{
    static char pass[AT_POOL_PASS_MAX];
    struct at_request changed = request();
    at_pool_pass_write(KEY, &changed, NOW, pass);
    changed.headers[AT_REQUEST_POOL] = at_str(pass);
    if (change)
        change(&changed);
    return at_pool_pass_check(key, &changed, now_ms);
}

static void
other_method(struct at_request *request)
{
    request->method = AT_STR("DELETE");
}

static void
other_path(struct at_request *request)
{
    request->path = AT_STR("/v1/runs/R2/artifacts/video.mp4");
}

static void
other_query(struct at_request *request)
{
    request->query[0].value = AT_STR("241");
}

static void
no_query(struct at_request *request)
{
    request->query_count = 0;
}

static void
query_in_path(struct at_request *request)
{
    request->path = AT_STR("/v1/runs/R1/artifacts/video.mp45:width3:240");
    request->query_count = 0;
}

static void
other_range(struct at_request *request)
{
    request->headers[AT_REQUEST_RANGE] = AT_STR("bytes=0-");
}

static void
no_pass(struct at_request *request)
{
    request->headers[AT_REQUEST_POOL] = (struct at_str){0};
}

static void
cut_pass(struct at_request *request)
{
    request->headers[AT_REQUEST_POOL].len -= 1;
}

static void
later(struct at_request *request)
{
    static char pass[AT_POOL_PASS_MAX];
    struct at_str own = request->headers[AT_REQUEST_POOL];
    snprintf(pass, sizeof(pass), "v1.1770199872346%.*s",
             AT_STR_ARG(at_str_skip(own, 16)));
    request->headers[AT_REQUEST_POOL] = at_str(pass);
}

T_TEST(a_signed_request_holds_for_a_minute)
{
    T_OK(holds(NULL, KEY, NOW));
    T_OK(holds(NULL, KEY, NOW + AT_POOL_PASS_MS));
    T_OK(holds(NULL, KEY, NOW - AT_POOL_PASS_MS));
    T_NOT(holds(NULL, KEY, NOW + AT_POOL_PASS_MS + 1));
    T_NOT(holds(NULL, KEY, NOW - AT_POOL_PASS_MS - 1));
    T_NOT(holds(NULL, AT_STR("another key of the pool"), NOW));
    T_NOT(holds(NULL, AT_STR(""), NOW));
}

T_TEST(nothing_of_it_can_be_changed)
{
    void (*const changes[])(struct at_request *) = {
        other_method, other_path, other_query, no_query, query_in_path,
        other_range,  no_pass,    cut_pass,    later,
    };
    for (size_t i = 0; i < T_LEN(changes); i++) {
        char name[16];
        snprintf(name, sizeof(name), "change %zu", i);
        T_ROW(name);
        T_NOT(holds(changes[i], KEY, NOW));
    }
}

T_MAIN()
