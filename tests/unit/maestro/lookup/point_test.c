// point_test.c: points of the screen and of elements
#include "maestro/lookup/point.h"
#include "tests/t.h"

enum { SCREEN, ELEMENT };

static const struct at_rect bounds = {100, 200, 301, 400}; // 201 x 200

static const struct {
    const char *text;
    int of;
    enum at_maestro_point verdict;
    int32_t x_px;
    int32_t y_px;
    const char *message;
} rows[] = {
    {"50%,50%", SCREEN, AT_MAESTRO_POINT_OK, 540, 960, ""},
    {"50%, 50%", SCREEN, AT_MAESTRO_POINT_OK, 540, 960, ""},
    {" 0% ,100%", SCREEN, AT_MAESTRO_POINT_OK, 0, 1920, ""},
    {"33%,33%", SCREEN, AT_MAESTRO_POINT_OK, 356, 633, ""},
    {"50%,50", SCREEN, AT_MAESTRO_POINT_OK, 540, 960, ""}, // both percentages
    {"101%,50%", SCREEN, AT_MAESTRO_POINT_OUTSIDE, 0, 0,
     "Invalid point: 101%,50%"},
    {"-1%,50%", SCREEN, AT_MAESTRO_POINT_OUTSIDE, 0, 0,
     "Invalid point: -1%,50%"},
    {"100,200", SCREEN, AT_MAESTRO_POINT_OK, 100, 200, ""},
    {"+100, 5000", SCREEN, AT_MAESTRO_POINT_OK, 100, 5000, ""},
    {"1,2,3", SCREEN, AT_MAESTRO_POINT_OK, 1, 2, ""},
    {"50.5%,50%", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0,
     "'50.5%,50%' is not a point: write two integers"},
    {"1,2,x", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"50%", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"1,", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"99999999999,1", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"+-1,1", SCREEN, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
    {"50%,50%", ELEMENT, AT_MAESTRO_POINT_OK, 200, 300, ""},
    {"100%,0%", ELEMENT, AT_MAESTRO_POINT_OK, 301, 200, ""},
    {"101%,0%", ELEMENT, AT_MAESTRO_POINT_OUTSIDE, 0, 0,
     "Invalid element-relative point: 101%,0%. Percentages must be between 0 "
     "and 100."},
    {"0,0", ELEMENT, AT_MAESTRO_POINT_OK, 100, 200, ""},
    {"200,199", ELEMENT, AT_MAESTRO_POINT_OK, 300, 399, ""},
    {"201,0", ELEMENT, AT_MAESTRO_POINT_OUTSIDE, 0, 0,
     "Invalid element-relative point: 201,0. Coordinates must be within "
     "element bounds (0,0) to (200,199)."},
    {"-1,0", ELEMENT, AT_MAESTRO_POINT_OUTSIDE, 0, 0, "must be within"},
    {"a,b", ELEMENT, AT_MAESTRO_POINT_UNREADABLE, 0, 0, "not a point"},
};

T_TEST(point_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        struct at_point at = {0, 0};
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].text);
        enum at_maestro_point verdict =
            rows[i].of == SCREEN
                ? at_maestro_point_of_screen(text, 1080, 1920, &at, &err)
                : at_maestro_point_of_bounds(text, bounds, &at, &err);
        T_EQ_INT(verdict, rows[i].verdict);
        T_EQ_INT(at.x_px, rows[i].x_px);
        T_EQ_INT(at.y_px, rows[i].y_px);
        T_HAS(err.msg, rows[i].message);
    }
}

T_MAIN()
