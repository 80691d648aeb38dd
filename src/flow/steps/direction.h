// direction.h: the four directions of a finger, by name and as a vector
#ifndef AT_FLOW_STEPS_DIRECTION_H
#define AT_FLOW_STEPS_DIRECTION_H

#include "base/str.h"

enum at_direction {
    AT_DIRECTION_NONE,
    AT_DIRECTION_UP,
    AT_DIRECTION_DOWN,
    AT_DIRECTION_LEFT,
    AT_DIRECTION_RIGHT,
};

struct at_direction_info {
    const char *name;
    int dx;
    int dy;
    enum at_direction opposite;
};

const struct at_direction_info *at_direction_info(enum at_direction direction);
enum at_direction at_direction_find(struct at_str name); // NONE: unknown
extern const char *const at_direction_names[];           // ends with NULL

#endif
