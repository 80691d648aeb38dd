// path_test.c: which pattern takes which path, and its parts
#include "server/path.h"

#include "tests/t.h"

T_TEST(a_prefix_may_be_there)
{
    static const struct {
        const char *path;
        const char *own;
    } rows[] = {
        {"/api/run-test", "/run-test"},
        {"/run-test", "/run-test"},
        {"/api/v1/runs", "/v1/runs"},
        {"/v1/runs", "/v1/runs"},
        {"/api", "/"},
        {"/api/", "/"},
        {"/apix", "/apix"},
        {"/", "/"},
        {"/api/api/x", "/api/x"},
        {"", ""},
        {"/ap", "/ap"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].path);
        T_EQ_STR(at_path_own(at_str(rows[i].path)), rows[i].own);
    }
}

T_TEST(patterns_match)
{
    static const struct {
        const char *pattern;
        const char *path;
        bool match;
        const char *params[2];
    } rows[] = {
        {"/", "/", true, {0}},
        {"/", "/x", false, {0}},
        {"/run-test", "/run-test", true, {0}},
        {"/run-test", "/run-test/", false, {0}},
        {"/run-test", "/run-tes", false, {0}},
        {"/run-test", "/", false, {0}},
        {"/run-test", "", false, {0}},
        {"/v1/runs/{id}", "/v1/runs/abc", true, {"abc"}},
        {"/v1/runs/{id}", "/v1/runs/", false, {0}},
        {"/v1/runs/{id}", "/v1/runs", false, {0}},
        {"/v1/runs/{id}", "/v1/runs/a/b", false, {0}},
        {"/v1/runs/{id}/stop", "/v1/runs/a/stop", true, {"a"}},
        {"/v1/runs/{id}/stop", "/v1/runs/a/stopp", false, {0}},
        {"/v1/runs/{id}/stop", "/v1/runs//stop", false, {0}},
        {"/r/{id}/f/{path...}", "/r/a/f/b/c.png", true, {"a", "b/c.png"}},
        {"/r/{id}/f/{path...}", "/r/a/f/b", true, {"a", "b"}},
        {"/r/{id}/f/{path...}", "/r/a/f/", false, {0}},
        {"/r/{id}/f/{path...}", "/r/a/f", false, {0}},
        {"/r/{id}/f/{path...}", "/r/a/f//b", true, {"a", "/b"}},
        {"/r/{id}/f/{path...}", "/r/a/f/../b", true, {"a", "../b"}},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str params[AT_ROUTE_PARAMS_MAX] = {{0}};
        T_ROW(rows[i].path);
        T_EQ_INT(at_path_match(at_str(rows[i].pattern), at_str(rows[i].path),
                               params),
                 rows[i].match);
        for (size_t j = 0; j < 2 && rows[i].params[j]; j++)
            T_EQ_STR(params[j], rows[i].params[j]);
    }
}

T_MAIN()
