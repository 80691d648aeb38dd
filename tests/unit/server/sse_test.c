// sse_test.c: events as EventSource reads them
#include "server/sse.h"

#include "base/limits.h"
#include "tests/t.h"

T_TEST(data_is_one_line_with_the_run_in_front)
{
    static const struct {
        const char *json;
        const char *data;
    } rows[] = {
        {"{\"index\":1}", "data: {\"run\":\"R\",\"index\":1}\n\n"},
        {"{}", "data: {\"run\":\"R\"}\n\n"},
        {"{ }", "data: {\"run\":\"R\"}\n\n"},
        {"{\"a\":1,\n\"b\":2}", "data: {\"run\":\"R\",\"a\":1,\"b\":2}\n\n"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_KIB);
        T_ROW(rows[i].json);
        at_sse_write_data(at_str("R"), at_str(rows[i].json), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].data);
        at_buf_deinit(&out);
    }
}

T_TEST(ids_are_read_back)
{
    static const char *const epochs[] = {"", "0a1b2c3d"};
    static const int64_t numbers[] = {0, 1, 10000, INT64_MAX};
    for (size_t i = 0; i < T_LEN(epochs); i++) {
        for (size_t j = 0; j < T_LEN(numbers); j++) {
            struct at_buf out = AT_BUF_INIT(AT_KIB);
            int64_t number = -1;
            at_sse_write_id(at_str(epochs[i]), numbers[j], &out);
            struct at_str id = at_str_trim(at_str_skip(at_buf_str(&out), 4));
            T_OK(at_sse_read_id(id, at_str(epochs[i]), &number));
            T_OK(number == numbers[j]);
            at_buf_deinit(&out);
        }
    }
}

T_TEST(foreign_ids_are_refused)
{
    static const char *const ids[] = {
        "",           "1",           "0a1b2c3d",
        "0a1b2c3d-",  "0a1b2c3d-x",  "0a1b2c3d-1x",
        "ffffffff-1", "0a1b2c3d--1", "0a1b2c3d 1",
    };
    int64_t number;
    for (size_t i = 0; i < T_LEN(ids); i++) {
        T_ROW(ids[i]);
        T_NOT(at_sse_read_id(at_str(ids[i]), at_str("0a1b2c3d"), &number));
    }
}

T_MAIN()
