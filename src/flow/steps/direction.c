#include "flow/steps/direction.h"

static const struct at_direction_info directions[] = {
    [AT_DIRECTION_NONE] = {"", 0, 0, AT_DIRECTION_NONE},
    [AT_DIRECTION_UP] = {"up", 0, -1, AT_DIRECTION_DOWN},
    [AT_DIRECTION_DOWN] = {"down", 0, 1, AT_DIRECTION_UP},
    [AT_DIRECTION_LEFT] = {"left", -1, 0, AT_DIRECTION_RIGHT},
    [AT_DIRECTION_RIGHT] = {"right", 1, 0, AT_DIRECTION_LEFT},
};

const char *const at_direction_names[] = {"up", "down", "left", "right", NULL};

const struct at_direction_info *
at_direction_info(enum at_direction direction)
{
    return &directions[direction];
}

enum at_direction
at_direction_find(struct at_str name)
{
    for (size_t i = AT_DIRECTION_UP; i < AT_LEN(directions); i++) {
        if (at_str_is(name, directions[i].name))
            return (enum at_direction)i;
    }
    return AT_DIRECTION_NONE;
}
