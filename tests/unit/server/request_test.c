// request_test.c: the query against its rows
#include "server/request.h"

#include "tests/t.h"

static const char *const states[] = {"queued", "ended", NULL};
static const struct at_arg rows_of_query[] = {
    {.name = "text", .help = ""},
    {.name = "state", .help = "", .choices = states},
    {.name = "limit", .type = AT_ARG_INTEGER, .help = "", .min = 1, .max = 9},
    {0},
};

// Parameters as "name=value&…", not decoded.
static void
read_query(const char *text, struct at_request *out)
{
    struct at_str rest = at_str(text), part;
    *out = (struct at_request){0};
    while (at_str_next(&rest, '&', &part)) {
        size_t i = out->query_count++;
        at_str_next(&part, '=', &out->query[i].name);
        out->query[i].value = part;
    }
}

T_TEST(queries_are_checked)
{
    static const struct {
        const char *query;
        const char *words; // NULL: right
    } rows[] = {
        {"", NULL},
        {"text=a", NULL},
        {"text=", NULL},
        {"state=queued&limit=9", NULL},
        {"state=x", "valid: queued, ended"},
        {"limit=0", "from 1 to 9"},
        {"limit=10", "from 1 to 9"},
        {"limit=a", "whole number"},
        {"limit=", "whole number"},
        {"limit=1.5", "whole number"},
        {"other=1", "no parameter 'other' (valid: text, state, limit)"},
        {"text=a&text=b", "'text' comes twice"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_request request;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].query);
        read_query(rows[i].query, &request);
        T_EQ_INT(at_request_check_query(&request, rows_of_query, &err),
                 rows[i].words == NULL);
        if (rows[i].words)
            T_HAS(err.msg, rows[i].words);
    }
}

T_TEST(numbers_have_a_default)
{
    struct at_request request;
    read_query("limit=7&text=b", &request);
    T_EQ_INT(at_request_query_i64(&request, "limit", 100), 7);
    T_EQ_INT(at_request_query_i64(&request, "after", 100), 100);
    T_EQ_STR(at_request_query(&request, "text"), "b");
    T_NULL(at_request_query(&request, "none").ptr);
    T_NOT(at_request_check_query(&request, NULL, NULL));
}

T_MAIN()
