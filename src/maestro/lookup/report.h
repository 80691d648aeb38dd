// report.h: why an element was taken or not found, as values and as sentences
//
// Maestro is silent about this; its verdict stays.
#ifndef AT_MAESTRO_LOOKUP_REPORT_H
#define AT_MAESTRO_LOOKUP_REPORT_H

#include "maestro/lookup/find.h"

enum { AT_MAESTRO_CANDIDATES_MAX = 4 };

// How the element was chosen among the matches, or where the search failed.
enum at_maestro_why {
    AT_MAESTRO_WHY_ONLY,      // the only match
    AT_MAESTRO_WHY_INDEX,     // index: picked it
    AT_MAESTRO_WHY_CLICKABLE, // the first that can be clicked
    AT_MAESTRO_WHY_FIRST,     // the first in the tree
    AT_MAESTRO_WHY_NO_PARENT, // not found: nor is the one of childOf:
    AT_MAESTRO_WHY_NO_INDEX,  // not found: fewer matches than index: asks for
    AT_MAESTRO_WHY_NOTHING,   // not found
};

// Reasons to look twice at the chosen element or the selector, as bits.
enum at_maestro_doubt {
    AT_MAESTRO_DOUBT_UNSEEN = 1 << 0,   // hidden behind something, see over
    AT_MAESTRO_DOUBT_PARTLY = 1 << 1,   // only a part of it is visible
    AT_MAESTRO_DOUBT_COVERED = 1 << 2,  // over takes a tap on its centre
    AT_MAESTRO_DOUBT_KEYBOARD = 1 << 3, // over is the keyboard
    AT_MAESTRO_DOUBT_INNER = 1 << 4, // over, in it, takes a tap on its centre
    AT_MAESTRO_DOUBT_DISABLED = 1 << 5,
    AT_MAESTRO_DOUBT_LITERAL = 1 << 6,   // found only as exact text
    AT_MAESTRO_DOUBT_PATTERN = 1 << 7,   // a text that is a pattern by accident
    AT_MAESTRO_DOUBT_QUOTED = 1 << 8,    // an invalid pattern, taken as text
    AT_MAESTRO_DOUBT_CASE = 1 << 9,      // found in another case
    AT_MAESTRO_DOUBT_CHILD_OF = 1 << 10, // an anchor's childOf:, ignored
    AT_MAESTRO_DOUBT_CSS = 1 << 11,      // finds nothing on a phone
    AT_MAESTRO_DOUBT_EMPTY = 1 << 12,    // an element without width or height
};

// Why a candidate is not the element.
enum at_maestro_but {
    AT_MAESTRO_BUT_HIDDEN, // invisible
    AT_MAESTRO_BUT_OFF_SCREEN,
    AT_MAESTRO_BUT_DISABLED,  // enabled: differs
    AT_MAESTRO_BUT_STATE,     // selected:, checked:, focused: or size differs
    AT_MAESTRO_BUT_ELSEWHERE, // not in the element of childOf:
    AT_MAESTRO_BUT_RELATION,  // not below, above, … or without that child
    AT_MAESTRO_BUT_SIMILAR,   // its text or id is similar
};

struct at_maestro_masking;

struct at_maestro_candidate {
    const struct at_node *node; // in the tree
    enum at_maestro_but but;
    bool by_id; // SIMILAR: its id is
};

struct at_maestro_report {
    size_t matches;
    enum at_maestro_why why;
    uint32_t doubts;            // enum at_maestro_doubt
    const struct at_node *over; // NULL if unknown
    struct at_maestro_candidate candidates[AT_MAESTRO_CANDIDATES_MAX];
    size_t candidate_count;
    // Set by the caller before the report is written, as texts are cut then;
    // borrowed. NULL: nothing is masked.
    const struct at_maestro_masking *masking;
};

// Make the report on a look. Nodes are the tree's, which must outlive it.
void at_maestro_report_make(const struct at_maestro_finder *finder,
                            const struct at_maestro_view *view,
                            const struct at_maestro_found *found,
                            struct at_maestro_report *out);

// Append Maestro's line for a failed search: "Element not found: Text matching
// regex: Log in".
void at_maestro_report_headline(const struct at_maestro_finder *finder,
                                const struct at_maestro_report *report,
                                struct at_buf *out);
// Append sentences, each on a line: "3 matches, took the 2nd because index
// is 1 (by top, then left)". Nothing is appended if there is nothing to say.
// Screen texts are quoted.
void at_maestro_report_write(const struct at_maestro_finder *finder,
                             const struct at_maestro_found *found,
                             const struct at_maestro_report *report,
                             struct at_buf *out);

#endif
