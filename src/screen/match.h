// match.h: matching a node against the parts of a selector
#ifndef AT_SCREEN_MATCH_H
#define AT_SCREEN_MATCH_H

#include "screen/selector.h"

enum { AT_MATCH_PARTS = 6 };

// The places searched for a "visible text", each only if the previous one has
// no match: Flutter uses descriptions, an empty field shows its hint, an
// invalid field its error.
enum at_match_source {
    AT_MATCH_TEXT,
    AT_MATCH_DESCRIPTION,
    AT_MATCH_HINT,
    AT_MATCH_ERROR,
    AT_MATCH_LABEL, // label of a filled field, if the selector asks for it
    AT_MATCH_ID,    // words only
    AT_MATCH_SOURCES,
};

// Return true if a resource id equals want, in full or after its last '/'.
bool at_match_id(struct at_str resource_id, struct at_str want);

struct at_match_part {
    const char *name; // key in the selector's JSON: "textContains"
    struct at_str want;
    bool (*fits)(struct at_str has, struct at_str want);
    bool (*fits_whole)(struct at_str has, struct at_str want); // NULL: fits
    bool is_text; // searched in the source rather than in a fixed field
    struct at_str (*read)(const struct at_node *node);
};

struct at_match {
    struct at_match_part parts[AT_MATCH_PARTS]; // parts given in the selector
    size_t count;
    enum at_match_source source;
    bool chrome;      // search system nodes instead of the app's
    bool app_only;    // never search system nodes
    bool whole;       // require equality for ids and descriptions, not a part
    unsigned sources; // bit mask of the sources to search
    bool by_whole;    // at_match_settle() tries whole matches first
};

struct at_match at_match_init(const struct at_selector *selector);

// Return true if the words of a message or an older screen may be found in this
// source. AT_MATCH_LABEL is always allowed.
bool at_match_searches(const struct at_match *match,
                       enum at_match_source source);

// Return the text of node to compare with part.
struct at_str at_match_read(const struct at_match *match, size_t part,
                            const struct at_node *node);

// Return true if node, visible or not, matches the first count parts.
bool at_match_parts(const struct at_match *match, size_t count,
                    const struct at_node *node);

// Return true if node matches all parts, is visible, and is chrome or not as
// match requires.
bool at_match_node(const struct at_match *match, const struct at_tree *tree,
                   const struct at_node *node);

// Select the first source with a match: app nodes before system nodes, whole
// ids and descriptions before parts. Return the number of matches there, 0 if
// nothing matches.
size_t at_match_settle(struct at_match *match, const struct at_tree *tree);
// Select the next source. Return false after the last one.
bool at_match_next_source(struct at_match *match);

#endif
