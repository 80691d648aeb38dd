// tree_diff_fuzz.c: two screens from one input, and the diff between them
//
// Three bytes are a node: its class, states and depth, its text and id, its
// place. A byte 0xFF begins the second screen. The diff is never longer than
// the tree with the same names, a line that it does not tell was in the screen
// before, and each ref of the table means one node, and no
// other ref does.
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "screen/compact.h"
#include "screen/diff.h"
#include "screen/uiautomator.h"
#include "tests/unit/screen/advice.h"

enum { NODES_MAX = 20, DEPTH_MAX = 8, BREAK = 0xff };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static const char *const classes[] = {
    "android.widget.TextView",     "android.widget.Button",
    "android.widget.EditText",     "android.widget.CheckBox",
    "android.widget.LinearLayout", "androidx.recyclerview.widget.RecyclerView",
    "android.widget.ImageView",    "android.widget.Switch",
};

static void
write_node(const uint8_t *bytes, size_t index, struct at_buf *xml)
{
    unsigned what = bytes[1];
    unsigned top = (bytes[2] & 0x3f) * 30u;
    unsigned left = (bytes[2] >> 6) * 250u;
    at_buf_add_fmt(
        xml,
        "<node package=\"com.example.app\" index=\"%zu\" class=\"%s\""
        " enabled=\"true\" bounds=\"[%u,%u][%u,%u]\"",
        index, classes[bytes[0] & 7], left, top, left + 240, top + 90);
    if (bytes[0] & 8)
        at_buf_add_text(xml, " clickable=\"true\"");
    if (bytes[0] & 16)
        at_buf_add_text(xml, " checkable=\"true\" checked=\"true\"");
    if (what & 15)
        at_buf_add_fmt(xml, " text=\"T%u\"", what & 15);
    if (what >> 4)
        at_buf_add_fmt(xml, " resource-id=\"com.example.app:id/i%u\"",
                       what >> 4);
    at_buf_add_char(xml, '>');
}

// The two highest bits of a node's first byte say how many nodes end before it.
static size_t
write_nodes(const uint8_t *data, size_t len, struct at_buf *xml)
{
    size_t used = 0;
    size_t depth = 0;
    for (size_t i = 0; i < NODES_MAX && len - used >= 3; i++, used += 3) {
        const uint8_t *bytes = data + used;
        if (bytes[0] == BREAK)
            break;
        size_t ends = bytes[0] >> 6;
        for (; depth > 0 && (ends > 0 || depth == DEPTH_MAX); depth--) {
            at_buf_add_text(xml, "</node>");
            ends -= ends > 0 ? 1 : 0;
        }
        write_node(bytes, i, xml);
        depth++;
    }
    for (; depth > 0; depth--)
        at_buf_add_text(xml, "</node>");
    while (used < len && data[used] != BREAK)
        used++;
    return used < len ? used + 1 : len;
}

static struct at_tree *
read_tree(const uint8_t **data, size_t *len)
{
    struct at_buf xml = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    struct at_tree *tree = NULL;
    at_buf_add_text(&xml, "<hierarchy rotation=\"0\"><node "
                          "class=\"android.widget.FrameLayout\" "
                          "package=\"com.example.app\" enabled=\"true\" "
                          "bounds=\"[0,0][1080,1920]\">");
    size_t used = write_nodes(*data, *len, &xml);
    at_buf_add_text(&xml, "</node></hierarchy>");
    if (!at_uiautomator_parse(at_buf_str(&xml), &tree, NULL))
        abort();
    at_buf_deinit(&xml);
    *data += used;
    *len -= used;
    return tree;
}

struct told {
    const struct at_node *nodes[2 * NODES_MAX + 8];
    size_t count;
};

static void
note_change(void *user, const struct at_diff_change *change)
{
    struct told *all = user;
    if (change->fate == AT_DIFF_STAYED || all->count == AT_LEN(all->nodes))
        abort();
    if (change->fate != AT_DIFF_WENT)
        all->nodes[all->count++] = change->node;
}

static bool
has_line(const struct at_compact_plan *plan, struct at_str line)
{
    bool found = false;
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    for (size_t i = 0; i < plan->count && !found; i++) {
        at_buf_clear(&text);
        at_compact_write_line(&plan->lines[i], &text);
        found = at_str_eq(at_buf_str(&text), line);
    }
    at_buf_deinit(&text);
    return found;
}

static bool
is_told(const struct told *told, const struct at_node *node)
{
    for (size_t i = 0; i < told->count; i++) {
        if (told->nodes[i] == node)
            return true;
    }
    return false;
}

static void
check_complete(const struct at_tree *before, const struct at_tree *after,
               const struct told *told)
{
    const struct at_compact_opts bare = {.bare = true};
    struct at_compact_plan was;
    struct at_compact_plan is;
    at_compact_plan_init(&was, before, &bare);
    at_compact_plan_init(&is, after, &bare);
    for (size_t i = 0; i < is.count; i++) {
        struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
        at_compact_write_line(&is.lines[i], &line);
        if (!is_told(told, is.lines[i].node) &&
            !has_line(&was, at_buf_str(&line)))
            abort();
        at_buf_deinit(&line);
    }
    at_compact_plan_deinit(&was);
    at_compact_plan_deinit(&is);
}

static size_t
names_len(const struct at_ref_table *refs)
{
    size_t len = 0;
    for (size_t i = 0; i < at_ref_table_count(refs); i++)
        len += strlen(at_ref_table_name(refs, i));
    return len;
}

// Compare with the tree that counts from 1, corrected by its names' lengths.
static void
check_length(const struct at_tree *after, const struct at_ref_table *refs,
             const struct at_buf *diff)
{
    struct at_buf tree = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *fresh = at_ref_table_new(&test_advice);
    struct at_compact_opts opts = {0};
    struct at_compact_result result;
    at_compact_write(after, &opts, &tree, fresh, &result);
    if (at_ref_table_count(fresh) != at_ref_table_count(refs) ||
        diff->len > tree.len - names_len(fresh) + names_len(refs))
        abort();
    at_ref_table_free(fresh);
    at_buf_deinit(&tree);
}

static void
check_refs(const struct at_tree *tree, const struct at_ref_table *refs)
{
    size_t count = at_ref_table_count(refs);
    struct at_ref_match matches[NODES_MAX + 1];
    if (count > AT_LEN(matches))
        abort();
    at_ref_match_all(refs, tree, matches);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(matches[i].name, matches[j].name) == 0 ||
                (matches[i].node && matches[i].node == matches[j].node))
                abort();
        }
    }
}

static void
check_diff(const struct at_tree *before, const struct at_tree *after)
{
    struct at_buf out = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(&test_advice);
    struct at_compact_opts all = {0};
    struct at_compact_result shown;
    struct told told = {.count = 0};
    const struct at_diff_opts opts = {.changed = note_change, .user = &told};
    struct at_diff_result result;
    at_compact_write(before, &all, &out, refs, &shown);
    at_buf_clear(&out);
    at_diff_write(before, after, &opts, refs, &out, &result);
    if (!at_utf8_valid(at_buf_str(&out)))
        abort();
    check_length(after, refs, &out);
    check_complete(before, after, &told);
    check_refs(after, refs);
    at_ref_table_free(refs);
    at_buf_deinit(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_tree *before = read_tree(&data, &len);
    struct at_tree *after = read_tree(&data, &len);
    check_diff(before, after);
    at_tree_free(before);
    at_tree_free(after);
    return 0;
}
