// region_test.c: parts of a picture, as flows write them
#include "maestro/picture/region.h"

#include "tests/t.h"

static const struct {
    const char *text;
    bool ok;
    struct at_image_part want; // in 200 x 1000 pixels
} rows[] = {
    {"0%, 0%, 100%, 5%", true, {0, 0, 200, 50}},
    {"10,20,30,40", true, {10, 20, 30, 40}},
    {" 50 % ,0, 100%, 90%", true, {100, 0, 200, 900}},
    {"0,0,500,5000", true, {0, 0, 500, 5000}},
    {"150,0,50%,10", true, {150, 0, 100, 10}}, // empty here, not elsewhere
    {"0,0,0,10", false, {0}},
    {"0,10,5,10", false, {0}},
    {"50%,0,10%,10", false, {0}},
    {"0,0,10", false, {0}},
    {"0,0,10,10,10", false, {0}},
    {"0,0,10,101%", false, {0}},
    {"-1,0,10,10", false, {0}},
    {"0,0,10,10000000", false, {0}},
    {"0.5,0,10,10", false, {0}},
    {"a,0,10,10", false, {0}},
    {"", false, {0}},
};

T_TEST(regions_are_read_or_refused)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_image_part got = {0};
        T_ROW(rows[i].text);
        T_EQ_INT(at_maestro_region_read(at_str(rows[i].text), 200, 1000, &got),
                 rows[i].ok);
        if (!rows[i].ok)
            continue;
        T_EQ_INT(got.left, rows[i].want.left);
        T_EQ_INT(got.top, rows[i].want.top);
        T_EQ_INT(got.right, rows[i].want.right);
        T_EQ_INT(got.bottom, rows[i].want.bottom);
    }
}

T_MAIN()
