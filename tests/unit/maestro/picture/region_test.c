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

T_TEST(points_of_ios_are_several_pixels)
{
    static const struct {
        enum at_tree_source source;
        int32_t width_px;
        struct at_image_part want;
    } units[] = {
        {AT_TREE_OF_AXE, 402, {30, 60, 603, 123}},
        {AT_TREE_OF_AXE, 0, {10, 20, 201, 41}},
        {AT_TREE_OF_HELPER, 402, {10, 20, 201, 41}},
    };
    for (size_t i = 0; i < T_LEN(units); i++) {
        const struct at_tree tree = {.source = units[i].source,
                                     .width_px = units[i].width_px,
                                     .height_px = 874};
        struct at_image_part got = at_maestro_region_of_bounds(
            &tree, (struct at_rect){10, 20, 201, 41}, 1206, 2622);
        T_EQ_INT(got.left, units[i].want.left);
        T_EQ_INT(got.top, units[i].want.top);
        T_EQ_INT(got.right, units[i].want.right);
        T_EQ_INT(got.bottom, units[i].want.bottom);
    }
}

T_MAIN()
