// fingerprint.h: detects whether the screen changed
#ifndef AT_SCREEN_FINGERPRINT_H
#define AT_SCREEN_FINGERPRINT_H

#include <stdint.h>

#include "screen/tree.h"

enum { AT_FINGERPRINT_LEN = 6 }; // hexadecimal digits

struct at_fingerprint {
    char text[AT_FINGERPRINT_LEN + 1];
};

// Return true if text is a time, H:MM[:SS][ AM|PM], which changes unprompted.
bool at_text_is_clock(struct at_str text);

// Return the fingerprint used for waiting. It includes field values, and
// ignores focus, clock-like texts, jitter below 2 px and chrome (status bar,
// keyboard).
uint64_t at_tree_idle_fingerprint(const struct at_tree *tree);

// Return the fingerprint that identifies a screen: as above, but without field
// values, nodes inside fields and positions (the keyboard moves those).
struct at_fingerprint at_tree_screen_fingerprint(const struct at_tree *tree);

#endif
