// axe_fuzz.c: any bytes as a simulator's screen; the list and the tree end,
// and each ref of a list means its own node
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "screen/axe.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "screen/loading.h"
#include "screen/elements.h"
#include "screen/fulljson.h"
#include "tests/unit/screen/advice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// Twins at one place are refused, never mistaken.
static void
check_refs(const struct at_tree *tree, const struct at_elements *list,
           const struct at_ref_table *refs)
{
    enum { REFS_MAX = 50 }; // each one walks the tree
    for (size_t i = 0; i < list->count && i < REFS_MAX; i++) {
        char ref[AT_REF_NAME_MAX];
        snprintf(ref, sizeof(ref), "@e%zu", list->rows[i].number);
        const struct at_node *node =
            at_ref_resolve(refs, at_str(ref), tree, NULL);
        if (node && node != list->rows[i].node)
            abort();
    }
}

static void
check_tree(const struct at_tree *tree)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    struct at_elements list;
    at_compact_write(tree, &opts, &out, refs, &result);
    at_elements_init(&list, tree, false);
    at_elements_fill_refs(&list, tree, refs);
    at_elements_write_tree(&list, tree, &out);
    if (!at_utf8_valid(at_buf_str(&out)) ||
        list.count != at_ref_table_count(refs))
        abort();
    check_refs(tree, &list, refs);
    at_fulljson_write(tree,
                      &(struct at_fulljson_opts){.max_depth = 3,
                                                 .only_interactive = true,
                                                 .text_max = 8},
                      &out);
    at_tree_loading(tree, NULL);
    at_tree_idle_fingerprint(tree);
    at_elements_deinit(&list);
    at_ref_table_free(refs);
    at_buf_deinit(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_axe_parse(at_str_n((const char *)data, len), &tree, &err);
    if (ok != (tree != NULL) || (!ok && !at_utf8_valid(at_str(err.msg))))
        abort();
    if (tree)
        check_tree(tree);
    at_tree_free(tree);
    return 0;
}
