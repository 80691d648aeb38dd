// tree_compare.h: do two trees, as they were written, show the same? pure
#ifndef VIRTUAL_ANDROID_HELPER_TREE_COMPARE_H
#define VIRTUAL_ANDROID_HELPER_TREE_COMPARE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "virtual-android/helper/writer.h"

enum { VD_WORDS_MAX = 64 };

// The first difference of two trees, or a part still to be filled.
struct vd_difference {
    json_t *where;    // owned: {"class", "id", "bounds"}; NULL: no node
    const char *part; // "nodes", "bounds", "flags", "text"; NULL: they agree
    // The nodes whose words alone differ; 0 if more does.
    uint64_t words[VD_WORDS_MAX];
    size_t word_count;
};

void vd_difference_deinit(struct vd_difference *difference);
// A tree that could not be read is empty and agrees with none.
void vd_trees_compare(struct at_str before, struct at_str after,
                      struct vd_difference *out);
// Find a web view without children, which is filled later, or the focused
// window without a root. Return its name, 0 if there is none.
uint64_t vd_tree_late(struct at_str tree, struct vd_difference *out);
// Write the member "differs".
void vd_put_difference(struct vd_writer *w, const struct vd_difference *d);

#endif
