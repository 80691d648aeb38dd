#include "maestro/run/alike.h"

// (0.1 * sqrt(3 * 255 * 255)) squared
static const int limit_squared = 1950;
static const double still_percent = 0.005;

static bool
differs(const unsigned char *a, const unsigned char *b)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum > limit_squared;
}

double
at_maestro_difference(const struct at_image *a, const struct at_image *b)
{
    size_t count = a->width_px * a->height_px;
    size_t different = 0;
    if (a->width_px != b->width_px || a->height_px != b->height_px)
        return 100;
    for (size_t i = 0; i < count; i++)
        different += differs(&a->pixels[i * 4], &b->pixels[i * 4]);
    return count > 0 ? 100.0 * (double)different / (double)count : 0;
}

bool
at_maestro_is_still(const struct at_image *a, const struct at_image *b)
{
    return at_maestro_difference(a, b) <= still_percent;
}
