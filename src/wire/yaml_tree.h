// yaml_tree.h: YAML as a tree that knows where each value was written; bounded
//
// Mappings, lists and scalars as they are written: what a plain scalar means is
// up to the reader of the tree. Nothing is copied by anchors, which could
// expand to any amount of memory.
#ifndef AT_WIRE_YAML_TREE_H
#define AT_WIRE_YAML_TREE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum { AT_YAML_DOCUMENTS_MAX = 2 };

enum at_yaml_kind {
    AT_YAML_SCALAR,
    AT_YAML_LIST,
    AT_YAML_MAP,
};

struct at_yaml_node {
    enum at_yaml_kind kind;
    bool is_plain;    // a scalar without quotes and without a tag of a text
    bool is_alias;    // its text is the anchor's name
    bool is_replaced; // a later entry of the mapping has the same name
    uint32_t line;    // both count from 1
    uint32_t column;
    struct at_str text;             // the scalar's; NUL-terminated
    const struct at_yaml_node *key; // in a mapping: its name, a scalar
    struct at_yaml_node *first;     // entries, in order
    struct at_yaml_node *next;      // after this one
    size_t count;                   // number of entries
};

struct at_yaml_rules {
    size_t documents; // at most AT_YAML_DOCUMENTS_MAX; later ones aren't read
    // Accept aliases, tags, repeated names and further documents instead of
    // refusing them.
    bool is_lenient;
};

struct at_yaml_documents {
    struct at_yaml_node
        *roots[AT_YAML_DOCUMENTS_MAX]; // an empty one has a root too
    size_t count;
};

struct at_yaml_fault {
    uint32_t line; // 0: no place in particular
    uint32_t column;
    struct at_err err; // AT_EUSAGE or AT_ELIMIT; its message has no place
};

// Read text into the arena. False with *fault if it is invalid (AT_EUSAGE), or
// longer than AT_YAML_MAX_BYTES, deeper than AT_JSON_MAX_DEPTH or of more than
// AT_JSON_MAX_VALUES values (AT_ELIMIT); the documents before the fault are
// there.
bool at_yaml_read(struct at_arena *arena, struct at_str text,
                  const struct at_yaml_rules *rules,
                  struct at_yaml_documents *out, struct at_yaml_fault *fault);

// Return the entry of a mapping whose name is text; the last one if there are
// several; NULL.
const struct at_yaml_node *at_yaml_entry(const struct at_yaml_node *map,
                                         const char *name);

#endif
