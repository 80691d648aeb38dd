// finder.h: a compiled selector, for this folder
#ifndef AT_MAESTRO_LOOKUP_FINDER_H
#define AT_MAESTRO_LOOKUP_FINDER_H

#include "maestro/lookup/find.h"
#include "maestro/lookup/pattern.h"

enum at_maestro_trait {
    AT_MAESTRO_TRAIT_TEXT = 1 << 0,
    AT_MAESTRO_TRAIT_LONG_TEXT = 1 << 1,
    AT_MAESTRO_TRAIT_SQUARE = 1 << 2,
};

enum at_maestro_relation {
    AT_MAESTRO_BELOW,
    AT_MAESTRO_ABOVE,
    AT_MAESTRO_LEFT_OF,
    AT_MAESTRO_RIGHT_OF,
    AT_MAESTRO_CONTAINS_CHILD,
    AT_MAESTRO_RELATIONS,
};

struct at_maestro_finder {
    const struct at_maestro_selector *selector;
    struct at_maestro_pattern *text;
    struct at_maestro_pattern *id;
    uint32_t traits; // enum at_maestro_trait
    bool is_basic;   // has text, id, size, traits or states
    bool is_plain;   // has neither relations nor an index
    bool only_words; // looks at text and id only
    bool has_index;
    int32_t index;
    struct at_maestro_finder *anchors[AT_MAESTRO_RELATIONS]; // owned
    struct at_maestro_finder *parent;                        // childOf
    struct at_maestro_finder **descendants;
    size_t descendant_count;
    size_t number; // index among all finders in the selector
    size_t total;  // number of finders; set in the outermost
};

#endif
