// seen.h: the element that decided about a claim; pure
#ifndef AT_AGENT_PROOF_SEEN_H
#define AT_AGENT_PROOF_SEEN_H

#include <jansson.h>

#include "screen/tree.h"
#include "base/str.h"

enum { AT_SEEN_TEXT_MAX_BYTES = 200 }; // a longer text is left out

// The element that proves or refutes a claim, or whose text is most like the
// missing one. The text is what the screen shows in place of the claim: of a
// count the number, of a state the other one.
struct at_seen {
    char *text; // owned; NULL: not known
    bool has_box;
    struct at_rect box;
    int32_t width_px; // size of the screen in the units of the box
    int32_t height_px;
};

void at_seen_deinit(struct at_seen *seen); // twice is allowed
void at_seen_copy(const struct at_seen *from, struct at_seen *out);
// Set the text, unless it is empty or too long.
void at_seen_say(struct at_seen *seen, struct at_str text);
// Return {"text","box":[left,top,right,bottom],"space":[width,height]}, owned
// by the caller; NULL: nothing is known.
json_t *at_seen_json(const struct at_seen *seen);

#endif
