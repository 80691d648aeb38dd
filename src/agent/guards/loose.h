// loose.h: a secret as an app may show it: in capitals, in groups, cut; pure
//
// Letters and digits are compared without case, accents and shape; up to three
// separators between two of them are skipped.
#ifndef AT_AGENT_GUARDS_LOOSE_H
#define AT_AGENT_GUARDS_LOOSE_H

#include "base/str.h"

enum {
    AT_LOOSE_BEGIN_CHARS = 4,  // letters and digits of the shortest beginning
    AT_LOOSE_INSIDE_CHARS = 8, // shorter values match whole words only
};

struct at_loose {
    uint32_t *letters; // owned; NULL: the value is too short
    size_t count;
};

void at_loose_init(struct at_str value, struct at_loose *out);
void at_loose_deinit(struct at_loose *loose); // wipes it; safe twice

// Return the length in bytes of the value that text shows at this place, 0 if
// text does not show it. beginnings: a beginning of the value that ends a word
// matches too.
size_t at_loose_match(const struct at_loose *loose, struct at_str text,
                      size_t at, bool beginnings);
// Return true if a match may begin with this byte.
bool at_loose_may_begin(const struct at_loose *loose, unsigned char byte);

#endif
