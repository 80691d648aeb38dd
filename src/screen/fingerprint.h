// fingerprint.h: has the screen changed?
#ifndef AT_SCREEN_FINGERPRINT_H
#define AT_SCREEN_FINGERPRINT_H

#include <stdint.h>

#include "screen/tree.h"

enum { AT_FINGERPRINT_LEN = 6 }; // hexadecimal digits

struct at_fingerprint {
    char text[AT_FINGERPRINT_LEN + 1];
};

// H:MM[:SS][ AM|PM], which changes by itself.
bool at_text_is_clock(struct at_str text);

// For waiting: field values count; focus, clock-like texts
// and jitter below 2 px do not. Screen chrome (status
// bar, keyboard) does not count.
uint64_t at_tree_idle_fingerprint(const struct at_tree *tree);

// For "is this another screen?": as above, without field values and what
// stands inside a field, and without positions, which a keyboard moves.
struct at_fingerprint at_tree_screen_fingerprint(const struct at_tree *tree);

#endif
