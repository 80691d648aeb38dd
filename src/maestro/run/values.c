#include "maestro/run/values.h"

#include <math.h>

#include "base/compiler.h"
#include "maestro/keys.h"
#include "maestro/number.h"

bool
at_maestro_is_true(struct at_str value)
{
    double number;
    struct at_str text = at_str_trim(value);
    if (text.len == 0 || at_str_eq_nocase(value, AT_STR("false")) ||
        at_str_is(value, "undefined") || at_str_is(value, "null"))
        return false;
    return !at_maestro_real(value, &number) || number != 0;
}

#define KEY_ROW(name, code) {name, code},
static const struct {
    const char *name;
    int code;
} keys[] = {AT_MAESTRO_KEYS(KEY_ROW)};

int
at_maestro_key_code(struct at_str name, const char **out_name)
{
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (at_str_eq_nocase(name, at_str(keys[i].name))) {
            *out_name = keys[i].name;
            return keys[i].code;
        }
    }
    return 0;
}

int64_t
at_maestro_times(struct at_str text)
{
    double number;
    if (!text.ptr || !at_maestro_real(text, &number))
        return -1;
    return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (int64_t)number;
}

int64_t
at_maestro_stroke_ms(int64_t speed)
{
    int64_t ms = 1000 * (100 - speed) / 100 + 1;
    return ms < 0 ? 40 : ms;
}

static double
radians(double degrees)
{
    return degrees * 3.14159265358979323846 / 180;
}

double
at_maestro_distance_m(struct at_maestro_place_on_earth a,
                      struct at_maestro_place_on_earth b)
{
    static const double earth_m = 6371000;
    double up = sin(radians(b.latitude - a.latitude) / 2);
    double across = sin(radians(b.longitude - a.longitude) / 2);
    double part = up * up + cos(radians(a.latitude)) *
                                cos(radians(b.latitude)) * across * across;
    return earth_m * 2 * atan2(sqrt(part), sqrt(1 - part));
}

struct at_point
at_maestro_percent(int32_t width_px, int32_t height_px, int32_t x_percent,
                   int32_t y_percent)
{
    return (struct at_point){
        (int32_t)((int64_t)width_px * x_percent / 100),
        (int32_t)((int64_t)height_px * y_percent / 100),
    };
}

bool
at_maestro_orientation(struct at_str name, int *out_quarter)
{
    static const char *const names[] = {"portrait", "landscapeleft",
                                        "upsidedown", "landscaperight"};
    char plain[32];
    size_t len = 0;
    for (size_t i = 0; i < name.len && len + 1 < sizeof(plain); i++) {
        if (name.ptr[i] != '_')
            plain[len++] = name.ptr[i];
    }
    for (size_t i = 0; i < AT_LEN(names); i++) {
        if (at_str_eq_nocase(at_str_n(plain, len), at_str(names[i]))) {
            *out_quarter = (int)i;
            return true;
        }
    }
    return false;
}
