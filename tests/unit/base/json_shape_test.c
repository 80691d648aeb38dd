// json_shape_test.c: where a JSON value ends, and what it would cost
#include "base/json_shape.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"

static const struct {
    const char *text;
    size_t len;
} rows[] = {
    {"{}", 2},
    {"[] and more", 2},
    {"[{\"a\":[1,2]}]x]", 13},
    {"{\"}\":\"]\"}", 9},
    {"[\"\\\"]\",1]", 9},
    {"[\"\\\\\"]", 6},
    {"[\"no end]", 0},
    {"[[]", 0},
    {"[\"\\", 0},
    {"", 0},
    {"12", 0},
};

T_TEST(ends)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        T_ROW(rows[i].text);
        for (size_t cut = 0; cut <= text.len; cut++) {
            struct at_json_shape shape = {99, 99};
            T_OK(at_json_shape_check(at_str_head(text, cut), &shape, NULL));
            T_EQ_SIZE(shape.len, rows[i].len <= cut ? rows[i].len : 0);
        }
    }
}

static enum at_code
code_of(const char *piece, size_t count)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    at_buf_add_char(&text, '[');
    for (size_t i = 0; i < count; i++)
        at_buf_add_text(&text, piece);
    bool ok = at_json_shape_check(at_buf_str(&text), NULL, &err);
    at_buf_deinit(&text);
    return ok ? AT_OK : err.code;
}

T_TEST(limits)
{
    T_EQ_INT(code_of("[", AT_JSON_MAX_DEPTH - 1), AT_OK);
    T_EQ_INT(code_of("[", AT_JSON_MAX_DEPTH), AT_ELIMIT);
    T_EQ_INT(code_of("1,", AT_JSON_MAX_VALUES - 2), AT_OK);
    T_EQ_INT(code_of("1,", AT_JSON_MAX_VALUES), AT_ELIMIT);
    T_EQ_INT(code_of("\"[,\"", AT_JSON_MAX_DEPTH), AT_OK);
}

T_MAIN()
