// values.h: what single values of flows mean: truth, keys, numbers; pure
#ifndef AT_MAESTRO_RUN_VALUES_H
#define AT_MAESTRO_RUN_VALUES_H

#include <stdint.h>

#include "base/str.h"
#include "maestro/flow.h"
#include "screen/tree.h"

// Return true unless the value of an expression is blank, "false" in any case,
// "undefined", "null", or a number equal to 0.
bool at_maestro_is_true(struct at_str value);

// Find the key of pressKey by its description, in any case. Return Android's
// key code, 0 if there is no such key. *out_name is the usual spelling.
int at_maestro_key_code(struct at_str name, const char **out_name);

// The number of rounds of repeat: -1 for a text that is not a number, which
// means for ever.
int64_t at_maestro_times(struct at_str text);

// The duration of a stroke at this speed, in ms.
int64_t at_maestro_stroke_ms(int64_t speed);

struct at_maestro_place_on_earth { // degrees
    double latitude;
    double longitude;
};
double at_maestro_distance_m(struct at_maestro_place_on_earth a,
                             struct at_maestro_place_on_earth b);

// A percent point of a screen, as integers.
struct at_point at_maestro_percent(int32_t width_px, int32_t height_px,
                                   int32_t x_percent, int32_t y_percent);

// Return true for an orientation's name; case and "_" are ignored.
// *out_quarter: quarter turns, 0 to 3.
bool at_maestro_orientation(struct at_str name, int *out_quarter);

#endif
