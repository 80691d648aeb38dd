// picture_test.c: comparison of screenshots, with the figures of Maestro's own
// library
#include "maestro/picture/diff.h"
#include "tests/t.h"

enum { WIDTH = 200, HEIGHT = 100 };

static const struct at_maestro_ignored nothing = {NULL, 0};

static struct at_image
picture(uint32_t rgb)
{
    struct at_image image;
    at_image_init(&image, WIDTH, HEIGHT);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned char pixel[] = {(unsigned char)(rgb >> 16),
                                 (unsigned char)(rgb >> 8), (unsigned char)rgb,
                                 0xff};
        memcpy(&image.pixels[i * 4], pixel, sizeof(pixel));
    }
    return image;
}

static void
set(struct at_image *image, size_t x, size_t y, uint32_t rgb)
{
    unsigned char *pixel = &image->pixels[(y * image->width_px + x) * 4];
    pixel[0] = (unsigned char)(rgb >> 16);
    pixel[1] = (unsigned char)(rgb >> 8);
    pixel[2] = (unsigned char)rgb;
}

// A black picture and one of a colour with a few pixels of another.
static const struct {
    const char *name;
    uint32_t all;
    uint32_t other;
    size_t others;
    const char *percent; // share of equal pixels
    const char *motion;
    bool still;
} rows[] = {
    {"equal", 0, 0, 0, "100.0", "0.0", true},
    {"all within the tolerance", 0x191919, 0, 0, "100.0", "0.0", true},
    {"all beyond it", 0x1a1a1a, 0, 0, "0.0", "10.196", false},
    {"a white one", 0, 0xffffff, 1, "99.995", "0.005", true},
    {"two white ones", 0, 0xffffff, 2, "99.99", "0.01", false},
    {"four of grey 64", 0, 0x404040, 4, "99.98", "0.00501", false},
    {"three of grey 64", 0, 0x404040, 3, "99.985", "0.00376", true},
    {"red 44", 0, 0x2c0000, 1, "100.0", "0.0", true},
    {"red 45", 0, 0x2d0000, 1, "99.995", "0.000294", true},
    {"one beyond it, all within", 0x101010, 0xffffff, 1, "99.995", "6.27",
     false},
};

T_TEST(picture_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_image a = picture(0);
        struct at_image b = picture(rows[i].all);
        struct at_maestro_difference difference;
        struct at_buf percent = AT_BUF_INIT(100);
        struct at_buf motion = AT_BUF_INIT(100);
        T_ROW(rows[i].name);
        for (size_t k = 0; k < rows[i].others; k++)
            set(&b, 10 + k, 10, rows[i].other);
        at_maestro_picture_compare(&a, &b, nothing, &difference);
        at_maestro_percent_write(difference.match_percent, &percent);
        at_maestro_percent_write(at_maestro_picture_motion(&a, &b), &motion);
        T_EQ_TEXT(at_buf_text(&percent), rows[i].percent);
        T_OK(at_str_starts(at_buf_str(&motion), at_str(rows[i].motion)));
        T_EQ_INT(at_maestro_picture_is_still(&a, &b), rows[i].still);
        T_OK(at_maestro_picture_passes(&difference, difference.match_percent));
        T_NOT(at_maestro_picture_passes(&difference, 100.1));
        at_buf_deinit(&percent);
        at_buf_deinit(&motion);
        at_image_deinit(&a);
        at_image_deinit(&b);
    }
}

T_TEST(other_sizes_neither_match_nor_are_still)
{
    struct at_image a = picture(0);
    struct at_image b;
    struct at_maestro_difference difference;
    at_image_init(&b, WIDTH, HEIGHT + 1);
    at_maestro_picture_compare(&a, &b, nothing, &difference);
    T_NOT(difference.same_size);
    T_NOT(at_maestro_picture_passes(&difference, 0));
    T_NOT(at_maestro_picture_is_still(&a, &b));
    at_image_deinit(&a);
    at_image_deinit(&b);
}

T_TEST(ignored_regions_do_not_count)
{
    static const struct at_image_part clock[] = {{0, 0, 50, 20},
                                                 {190, -5, 999, 10}};
    const struct at_maestro_ignored ignored = {clock, T_LEN(clock)};
    const struct at_image_part everything = {0, 0, WIDTH, HEIGHT};
    struct at_image a = picture(0);
    struct at_image b = picture(0);
    struct at_maestro_difference difference;
    set(&b, 49, 19, 0xffffff);
    set(&b, 199, 0, 0xffffff);
    set(&b, 50, 20, 0xffffff);
    at_maestro_picture_compare(&a, &b, ignored, &difference);
    T_EQ_SIZE(difference.differing, 1);
    T_EQ_SIZE(difference.counted, WIDTH * HEIGHT - 50 * 20 - 10 * 10);
    at_maestro_picture_compare(
        &a, &b, (struct at_maestro_ignored){&everything, 1}, &difference);
    T_EQ_SIZE(difference.counted, 0);
    T_OK(at_maestro_picture_passes(&difference, 100));
    at_image_deinit(&a);
    at_image_deinit(&b);
}

T_TEST(a_part_is_cut_out)
{
    static const struct {
        struct at_image_part part;
        size_t width_px;
        size_t height_px;
    } cuts[] = {
        {{10, 10, 20, 15}, 10, 5},           {{-10, 90, 5, 200}, 5, 10},
        {{0, 0, 1000, 1000}, WIDTH, HEIGHT}, {{10, 10, 10, 15}, 0, 0},
        {{300, 0, 400, 10}, 0, 0},           {{20, 10, 10, 15}, 0, 0},
    };
    struct at_image image = picture(0);
    set(&image, 10, 10, 0xff0000);
    for (size_t i = 0; i < T_LEN(cuts); i++) {
        struct at_image cut;
        bool ok = at_maestro_picture_crop(&image, cuts[i].part, &cut);
        T_EQ_INT(ok, cuts[i].width_px > 0);
        T_EQ_SIZE(cut.width_px, cuts[i].width_px);
        T_EQ_SIZE(cut.height_px, cuts[i].height_px);
        if (i == 0)
            T_EQ_INT(cut.pixels[0], 0xff);
        at_image_deinit(&cut);
    }
    at_image_deinit(&image);
}

T_TEST(numbers_are_as_java_prints_them)
{
    static const struct {
        double number;
        const char *text;
    } numbers[] = {
        {100, "100.0"}, {0, "0.0"},
        {99.5, "99.5"}, {50, "50.0"},
        {20, "20.0"},   {100.0 - 1.0 / 3 * 100, "66.66666666666667"},
    };
    for (size_t i = 0; i < T_LEN(numbers); i++) {
        struct at_buf out = AT_BUF_INIT(100);
        at_maestro_percent_write(numbers[i].number, &out);
        T_EQ_TEXT(at_buf_text(&out), numbers[i].text);
        at_buf_deinit(&out);
    }
}

static bool
is_red(const struct at_image *image, size_t x, size_t y)
{
    const unsigned char *pixel = &image->pixels[(y * image->width_px + x) * 4];
    return pixel[0] > 150 && pixel[1] < 80 && pixel[2] < 80;
}

T_TEST(the_diff_shows_regions)
{
    static const struct at_image_part hidden = {100, 50, 120, 60};
    const struct at_maestro_ignored ignored = {&hidden, 1};
    struct at_image a = picture(0);
    struct at_image b = picture(0);
    struct at_image diff;
    struct at_maestro_regions regions;
    set(&b, 0, 0, 0xffffff);
    set(&b, 30, 30, 0xffffff); // in a cell beside that
    set(&b, 199, 99, 0xffffff);
    set(&b, 110, 55, 0xffffff); // ignored
    at_maestro_picture_regions(&a, &b, ignored, &regions);
    T_EQ_SIZE(regions.count, 2);
    T_EQ_INT(regions.rows[0].right, 48);
    T_EQ_INT(regions.rows[1].right, WIDTH);
    T_EQ_INT(regions.rows[1].top, 96);
    at_maestro_picture_diff(&a, &b, ignored, &diff);
    T_OK(is_red(&diff, 0, 0));
    T_OK(is_red(&diff, 48, 20));
    T_OK(is_red(&diff, 199, 99));
    T_OK(is_red(&diff, 191, 91));
    T_NOT(is_red(&diff, 20, 20));
    T_NOT(is_red(&diff, 110, 55));
    at_image_deinit(&diff);
    at_image_deinit(&a);
    at_image_deinit(&b);
}

T_TEST(many_regions_end_in_the_last)
{
    struct at_image a;
    struct at_image b;
    struct at_maestro_regions regions;
    at_image_init(&a, 24 * 40, 24 * 40);
    at_image_init(&b, 24 * 40, 24 * 40);
    for (size_t y = 0; y < 40; y += 2) {
        for (size_t x = 0; x < 40; x += 2)
            set(&b, x * 24, y * 24, 0xffffff);
    }
    at_maestro_picture_regions(&a, &b, nothing, &regions);
    T_EQ_SIZE(regions.count, AT_MAESTRO_REGIONS_MAX);
    T_EQ_INT(regions.rows[AT_MAESTRO_REGIONS_MAX - 1].bottom, 24 * 39);
    at_image_deinit(&a);
    at_image_deinit(&b);
}

T_MAIN()
