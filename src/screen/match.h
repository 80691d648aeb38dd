// match.h: does a node have what a selector asks for, part by part
#ifndef AT_SCREEN_MATCH_H
#define AT_SCREEN_MATCH_H

#include "screen/selector.h"

enum { AT_MATCH_PARTS = 5 };

// Where a "visible text" stands. Flutter puts it into descriptions, an empty
// field shows its hint, a wrong one what is wrong; each is looked at only where
// the one before it has no match.
enum at_match_source {
    AT_MATCH_TEXT,
    AT_MATCH_DESCRIPTION,
    AT_MATCH_HINT,
    AT_MATCH_ERROR,
    AT_MATCH_SOURCES,
};

// Does a resource id answer to want: whole, or after its last '/'?
bool at_match_id(struct at_str resource_id, struct at_str want);

struct at_match_part {
    const char *name; // as the selector's JSON has it: "textContains"
    struct at_str want;
    bool (*fits)(struct at_str has, struct at_str want);
    bool is_text; // is looked for in the source, not in a fixed place
    struct at_str (*read)(const struct at_node *node);
};

struct at_match {
    struct at_match_part parts[AT_MATCH_PARTS]; // those that are given
    size_t count;
    enum at_match_source source;
    bool chrome; // among the system's own nodes, or among the others
};

struct at_match at_match_init(const struct at_selector *selector);

// What part looks at on this node.
struct at_str at_match_read(const struct at_match *match, size_t part,
                            const struct at_node *node);

// Does node have the first count parts? Visible or not.
bool at_match_parts(const struct at_match *match, size_t count,
                    const struct at_node *node);

// … all parts, and is it visible, and chrome as match says?
bool at_match_node(const struct at_match *match, const struct at_tree *tree,
                   const struct at_node *node);

// Go to the first source with a match, the app's own nodes before the
// system's; the number of matches there, 0 where nothing matches anywhere.
size_t at_match_settle(struct at_match *match, const struct at_tree *tree);

#endif
