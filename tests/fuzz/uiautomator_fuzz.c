// uiautomator_fuzz.c: any bytes as a dump; the writers end, and each ref of a
// tree means its own node in it
#include <stdlib.h>

#include "base/limits.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "screen/loading.h"
#include "screen/fulljson.h"
#include "screen/ref.h"
#include "screen/uiautomator.h"
#include "tests/unit/screen/advice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_refs(const struct at_tree *tree, const struct at_ref_table *refs)
{
    size_t left = 50; // each one walks the tree
    for (const struct at_node *it = tree->root; it && left > 0;
         it = at_node_next(it, tree->root)) {
        const char *ref = at_ref_name_of(refs, tree, it);
        if (ref && at_ref_resolve(refs, at_str(ref), tree, NULL) != it)
            abort();
        left -= at_node_has(it, AT_NODE_INTERACTIVE) ? 1 : 0;
    }
}

static void
check_tree(const struct at_tree *tree)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    at_compact_write(tree, &opts, &out, refs, &result);
    if (!at_utf8_valid(at_buf_str(&out)) ||
        result.ref_count != at_ref_table_count(refs) ||
        result.line_count > AT_COMPACT_MAX_LINES)
        abort();
    check_refs(tree, refs);
    at_fulljson_write(tree,
                      &(struct at_fulljson_opts){.max_depth = 3,
                                                 .only_interactive = true,
                                                 .text_max = 8},
                      &out);
    at_tree_loading(tree, NULL);
    at_tree_dialog(tree);
    at_tree_idle_fingerprint(tree);
    at_ref_table_free(refs);
    at_buf_deinit(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_tree *tree;
    struct at_err err = AT_ERR_INIT;
    bool ok =
        at_uiautomator_parse(at_str_n((const char *)data, len), &tree, &err);
    if (ok != (tree != NULL) || (!ok && !at_utf8_valid(at_str(err.msg))))
        abort();
    if (tree)
        check_tree(tree);
    at_tree_free(tree);
    return 0;
}
