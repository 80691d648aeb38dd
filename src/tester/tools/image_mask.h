// picture.h: covers secrets in a picture of the screen; pure
#ifndef AT_TESTER_TOOLS_IMAGE_MASK_H
#define AT_TESTER_TOOLS_IMAGE_MASK_H

#include "agent/guards/secrets.h"
#include "screen/tree.h"

// Return true if the screen shows something that a picture may not: a password
// field, or a text that has a secret's value. It costs a walk over the tree.
bool at_image_must_mask(const struct at_tree *tree,
                        const struct at_secrets *secrets);

// Cover those elements in the PNG of that screen. A picture of a screen that
// shows nothing of the kind is not touched, nor decoded. tree NULL: the screen
// is not known, so with secrets the whole picture is covered. secrets may be
// NULL. On failure the picture is empty: it could show something.
AT_CHECKED bool at_image_mask(struct at_buf *png, const struct at_tree *tree,
                              const struct at_secrets *secrets,
                              struct at_err *err);

#endif
