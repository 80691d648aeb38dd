// access_test.c: which pages may ask a server that serves pages itself
#include "http/access.h"

#include "tests/t.h"

static const struct {
    const char *host;
    const char *origin; // NULL: absent
    const char *site;   // Sec-Fetch-Site
    bool opens_page;
    bool any_host;
    unsigned status;
} rows[] = {
    {"localhost:8000", NULL, NULL, false, false, 0},
    {"localhost:8000", "http://localhost:8000", "same-origin", false, false, 0},
    {"LOCALHOST:8000", "http://localhost:8000", NULL, false, false, 0},
    {"127.0.0.1:8000", "https://127.0.0.1:8000", NULL, false, false, 0},
    {"[::1]:8000", "http://[::1]:8000", NULL, false, false, 0},
    {"localhost", "http://localhost", NULL, false, false, 0},
    // other servers of the same machine
    {"localhost:8000", "http://localhost:8001", NULL, false, false, 403},
    {"localhost:8000", "http://localhost", NULL, false, false, 403},
    {"localhost:8000", "http://127.0.0.1:8000", NULL, false, false, 403},
    {"127.0.0.1:8000", "http://localhost:5173", NULL, false, false, 403},
    {"localhost:8000", "null", NULL, false, false, 403},
    {"localhost:8000", "", NULL, false, false, 403},
    {"localhost:8000", "localhost:8000", NULL, false, false, 403},
    {"localhost:8000", "http://localhost:8000.evil", NULL, false, false, 403},
    // forms without an Origin
    {"localhost:8000", NULL, "none", false, false, 0},
    {"localhost:8000", NULL, "same-origin", false, false, 0},
    {"localhost:8000", NULL, "same-site", false, false, 403},
    {"localhost:8000", NULL, "cross-site", false, false, 403},
    {"localhost:8000", NULL, "", false, false, 403},
    {"localhost:8000", NULL, "cross-site", true, false, 0},
    {"localhost:8000", NULL, "same-site", true, false, 0},
    // beyond loopback
    {"lab.example:8000", "http://lab.example:8000", NULL, false, true, 0},
    {"lab.example:8000", "http://evil.example", NULL, false, true, 403},
    {"lab.example:8000", "http://localhost:8000", NULL, false, true, 403},
    {"lab.example:8000", NULL, NULL, false, false, 403},
};

static struct at_str
header(const char *value)
{
    return value ? at_str(value) : (struct at_str){0};
}

T_TEST(only_the_servers_own_pages_may_ask)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char name[100];
        const struct at_http_policy policy = {.any_host = rows[i].any_host,
                                              .own_pages = true};
        const struct at_http_asker asker = {
            .host = header(rows[i].host),
            .origin = header(rows[i].origin),
            .fetch_site = header(rows[i].site),
            .opens_page = rows[i].opens_page,
        };
        snprintf(name, sizeof(name), "%zu: %s %s %s", i, rows[i].host,
                 rows[i].origin ? rows[i].origin : "-",
                 rows[i].site ? rows[i].site : "-");
        T_ROW(name);
        T_EQ_INT(at_http_check_asker(&policy, &asker).status, rows[i].status);
    }
}

T_MAIN()
