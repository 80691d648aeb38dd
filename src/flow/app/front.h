// front.h: what is in front, in plain words
#ifndef AT_FLOW_APP_FRONT_H
#define AT_FLOW_APP_FRONT_H

#include "base/buf.h"
#include "screen/tree.h"

// Append what is in front: 'the launcher', 'a crash dialog', 'the lock screen',
// 'com.example.notes', an app's name where it has no package. False if the tree
// does not say, and nothing is appended.
bool at_front_write(const struct at_tree *tree, struct at_buf *out);

// The same, cut to capacity bytes; never empty: 'another app' if the tree does
// not say.
void at_front_copy(char *out, size_t capacity, const struct at_tree *tree);

#endif
