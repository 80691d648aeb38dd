// compact_written.h: compact trees of small screens, checked as they are
// written
#ifndef AT_TESTS_UNIT_SCREEN_COMPACT_WRITTEN_H
#define AT_TESTS_UNIT_SCREEN_COMPACT_WRITTEN_H

#include "base/limits.h"
#include "screen/ref.h"
#include "tests/unit/screen/fixture.h"

static const struct at_compact_opts all = {0};

static inline struct at_compact_result
write_tree(const struct at_tree *tree, const struct at_compact_opts *opts,
           struct at_buf *out)
{
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_result result;
    size_t lines = 0;
    at_compact_write(tree, opts, out, refs, &result);
    T_NOT(out->overflow);
    for (size_t i = 0; i < out->len; i++)
        lines += out->data[i] == '\n';
    T_EQ_SIZE(result.line_count, lines);
    T_EQ_SIZE(result.ref_count, at_ref_table_count(refs));
    at_ref_table_free(refs);
    return result;
}

// The lines below the header, which must be a well-formed one.
static const char *
body_of(const struct at_buf *out)
{
    const char *end = strchr(out->data, '\n');
    T_OK(end != NULL && end - out->data > 8);
    T_EQ_MEM(out->data, 7, "screen ", 7);
    T_OK(end[-7] == '#');
    return end + 1;
}

static inline void
check_body(const char *xml, const char *body)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_tree *tree = screen(xml);
    write_tree(tree, &all, &out);
    T_EQ_TEXT(body_of(&out), body);
    at_tree_free(tree);
    at_buf_deinit(&out);
}

#endif
