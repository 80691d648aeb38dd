// front.h: names the front window in plain words
#ifndef AT_FLOW_APP_FRONT_H
#define AT_FLOW_APP_FRONT_H

#include "base/buf.h"
#include "screen/tree.h"

// Append the front window: 'the launcher', 'a crash dialog', 'the lock screen',
// 'com.example.notes', or an app's name if its package is unknown. Returns
// false without appending if the tree does not tell.
bool at_front_write(const struct at_tree *tree, struct at_buf *out);

// The same, cut to capacity bytes, or 'another app' if the tree does not tell.
void at_front_copy(char *out, size_t capacity, const struct at_tree *tree);

#endif
