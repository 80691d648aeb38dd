// flow_parts.h: the values that flows are made of: places, pairs, elements
#ifndef AT_MAESTRO_FLOW_PARTS_H
#define AT_MAESTRO_FLOW_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

// A place in a file; line and column count from 1.
struct at_maestro_place {
    const char *file; // as given by the user, or relative to the current folder
    uint32_t line;
    uint32_t column;
};

enum at_maestro_flag {
    AT_MAESTRO_UNSET,
    AT_MAESTRO_FALSE,
    AT_MAESTRO_TRUE,
};

// Types of launchApp's arguments; other pairs are texts.
enum at_maestro_pair_type {
    AT_MAESTRO_PAIR_TEXT,
    AT_MAESTRO_PAIR_BOOL,
    AT_MAESTRO_PAIR_WHOLE,
    AT_MAESTRO_PAIR_REAL,
};

struct at_maestro_pair {
    struct at_str name;
    struct at_str value; // expanded when used
    enum at_maestro_pair_type type;
    struct at_maestro_place place;
};

struct at_maestro_pairs {
    struct at_maestro_pair *rows;
    size_t count;
};

struct at_maestro_texts {
    struct at_str *rows;
    size_t count;
};

// An element as Maestro's selectors describe it. All that is given must hold.
struct at_maestro_selector {
    struct at_maestro_place place;
    struct at_str text;
    struct at_str id;
    struct at_str index;
    struct at_str css;
    struct at_str traits; // words with blanks between them
    int64_t width_px;     // -1: any
    int64_t height_px;
    int64_t tolerance_px; // for width_px and height_px
    enum at_maestro_flag enabled;
    enum at_maestro_flag selected;
    enum at_maestro_flag checked;
    enum at_maestro_flag focused;
    const struct at_maestro_selector *below;
    const struct at_maestro_selector *above;
    const struct at_maestro_selector *left_of;
    const struct at_maestro_selector *right_of;
    const struct at_maestro_selector *child_of;
    const struct at_maestro_selector *contains_child;
    const struct at_maestro_selector *contains_descendants;
    size_t contains_descendants_count;
};

struct at_maestro_selectors {
    const struct at_maestro_selector *rows;
    size_t count;
};

// A wish about a value that isn't on the screen. All that is given must hold.
struct at_maestro_fact {
    struct at_str database;
    struct at_str query;
    struct at_str file; // preferences
    struct at_str key;
    struct at_str level;  // least level of a line in the log
    struct at_str equals; // the whole value
    struct at_str contains;
    struct at_str matches; // a regular expression
    struct at_str rows;    // how many
    struct at_str url;     // a regular expression for a part of an address
    struct at_str method;
    bool absent; // it must not be there
};

// The device's connection.
struct at_maestro_network {
    struct at_str preset;
    struct at_str speed;
    struct at_str delay;
    enum at_maestro_flag wifi;
};

#endif
