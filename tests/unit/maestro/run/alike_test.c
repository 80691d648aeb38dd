// alike_test.c: when two pictures of the screen count as equal
#include "maestro/run/alike.h"

#include "tests/t.h"

enum { WIDTH = 1080, HEIGHT = 2400 };

static void
paint(struct at_image *image, size_t count, unsigned char value)
{
    for (size_t i = 0; i < count; i++)
        memset(&image->pixels[i * 4], value, 3);
}

// Compare a black picture with one in which count pixels have this grey.
static bool
is_still(size_t count, unsigned char grey)
{
    struct at_image black;
    struct at_image other;
    at_image_init(&black, WIDTH, HEIGHT);
    at_image_init(&other, WIDTH, HEIGHT);
    paint(&other, count, grey);
    bool still = at_maestro_is_still(&black, &other);
    at_image_deinit(&black);
    at_image_deinit(&other);
    return still;
}

T_TEST(about_130_pixels_are_an_animation)
{
    T_OK(is_still(0, 255));
    T_OK(is_still(129, 255));
    T_NOT(is_still(130, 255));
}

T_TEST(a_slight_change_of_every_pixel_is_none)
{
    T_OK(is_still((size_t)WIDTH * HEIGHT, 16));
    T_OK(is_still((size_t)WIDTH * HEIGHT, 25));
    T_NOT(is_still((size_t)WIDTH * HEIGHT, 26));
}

T_TEST(other_sizes_differ)
{
    struct at_image a;
    struct at_image b;
    at_image_init(&a, 10, 20);
    at_image_init(&b, 20, 10);
    T_OK(at_maestro_difference(&a, &b) >= 100);
    at_image_deinit(&a);
    at_image_deinit(&b);
}

T_MAIN()
