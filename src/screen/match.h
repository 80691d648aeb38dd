// match.h: matching a node against the parts of a selector
#ifndef AT_SCREEN_MATCH_H
#define AT_SCREEN_MATCH_H

#include "screen/selector.h"

enum { AT_MATCH_PARTS = 6 };

// Places of a "visible text". Flutter puts it into descriptions, an empty field
// shows its hint, an invalid one its error. Each is searched only if the one
// before it has no match.
enum at_match_source {
    AT_MATCH_TEXT,
    AT_MATCH_DESCRIPTION,
    AT_MATCH_HINT,
    AT_MATCH_ERROR,
    AT_MATCH_LABEL, // of a filled field; only if the selector says so
    AT_MATCH_ID,    // only for words
    AT_MATCH_SOURCES,
};

// Does a resource id equal want, whole or after its last '/'?
bool at_match_id(struct at_str resource_id, struct at_str want);

struct at_match_part {
    const char *name; // as the selector's JSON has it: "textContains"
    struct at_str want;
    bool (*fits)(struct at_str has, struct at_str want);
    bool (*fits_whole)(struct at_str has, struct at_str want); // NULL: fits
    bool is_text; // is searched in the source, not in a fixed field
    struct at_str (*read)(const struct at_node *node);
};

struct at_match {
    struct at_match_part parts[AT_MATCH_PARTS]; // the given ones
    size_t count;
    enum at_match_source source;
    bool chrome;      // search the system's own nodes, not the app's
    bool app_only;    // never search the system's
    bool whole;       // ids and descriptions must be equal, a part does not do
    unsigned sources; // a bit for each that is searched
    bool by_whole;    // at_match_settle() tries that first
};

struct at_match at_match_init(const struct at_selector *selector);

// May the words of a message or of an older screen be in this source? A label
// may always.
bool at_match_searches(const struct at_match *match,
                       enum at_match_source source);

// Return the text of node that part is compared with.
struct at_str at_match_read(const struct at_match *match, size_t part,
                            const struct at_node *node);

// Does node, visible or not, match the first count parts?
bool at_match_parts(const struct at_match *match, size_t count,
                    const struct at_node *node);

// Does node match all parts, is it visible, and chrome as match says?
bool at_match_node(const struct at_match *match, const struct at_tree *tree,
                   const struct at_node *node);

// Go to the first source with a match, the app's own nodes before the system's,
// whole ids and descriptions before parts of them; the number of matches there,
// 0 if nothing matches anywhere.
size_t at_match_settle(struct at_match *match, const struct at_tree *tree);
// Go to the next source. Returns false after the last one.
bool at_match_next_source(struct at_match *match);

#endif
