#include "screen/diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "screen/diff_pair.h"

struct diff {
    struct at_diff_side before;
    struct at_diff_side after;
    size_t *gone_at; // by after's line: where before's gone lines begin that
                     // stood behind it; one more for those at the very start
    size_t *gone;    // before's gone lines, in the order they are written
    size_t gone_count;
    size_t max_lines;
    const struct at_advice *advice;
    struct at_diff_result *result;
    struct at_buf *out;
    struct at_buf old_text;
    struct at_buf new_text;
};

static const struct at_diff_line *
mate_of(const struct diff *diff, const struct at_diff_line *line)
{
    return line->mate == AT_DIFF_NONE ? NULL : &diff->before.lines[line->mate];
}

static void
read_text(const struct at_diff_line *line, struct at_buf *out)
{
    at_buf_clear(out);
    at_compact_write_line(line->line, out);
}

// The hashes are not trusted with it: somebody else chooses the texts.
static bool
same_text(struct diff *diff, const struct at_diff_line *a,
          const struct at_diff_line *b)
{
    read_text(a, &diff->old_text);
    read_text(b, &diff->new_text);
    return at_str_eq(at_buf_str(&diff->old_text), at_buf_str(&diff->new_text));
}

enum fate { STAYS, APPEARED, CHANGED };

static enum fate
fate_of(struct diff *diff, const struct at_diff_line *line)
{
    const struct at_diff_line *mate = mate_of(diff, line);
    if (!mate)
        return APPEARED;
    bool renamed = mate->ref[0] && !line->keeps;
    return renamed || !same_text(diff, mate, line) ? CHANGED : STAYS;
}

// Names for what the client knows afterwards: what it knew, and what is told.
static void
give_refs(struct diff *diff, struct at_ref_table *refs)
{
    size_t told = 0;
    at_ref_table_renew(refs);
    for (size_t i = 0; i < diff->after.plan.count; i++) {
        struct at_diff_line *line = &diff->after.lines[i];
        enum fate fate = fate_of(diff, line);
        diff->result->appeared += fate == APPEARED ? 1 : 0;
        diff->result->changed += fate == CHANGED ? 1 : 0;
        bool tells = fate != STAYS && told++ < diff->max_lines;
        const struct at_node *node = line->line->node;
        const char *name = "";
        if (line->keeps) {
            name = mate_of(diff, line)->ref;
            at_ref_table_keep(refs, name, diff->after.tree, node);
        } else if (tells && line->line->kind) {
            name = at_ref_table_add(refs, line->line->kind, diff->after.tree,
                                    node);
        }
        at_str_cut(line->ref, sizeof(line->ref), at_str(name));
    }
    at_ref_table_end(refs);
}

// The gone lines by the line that they are written after: the one that the
// nearest line before them has become. Counted, then placed.
static void
place_gone(struct diff *diff)
{
    size_t places = diff->after.plan.count + 1;
    const struct at_diff_line *lines = diff->before.lines;
    size_t count = diff->before.plan.count;
    diff->gone_at = at_alloc((places + 1) * sizeof(*diff->gone_at));
    diff->gone = at_realloc_array(NULL, count, sizeof(*diff->gone));
    for (size_t i = 0, place = 0; i < count; i++) {
        if (lines[i].mate != AT_DIFF_NONE)
            place = lines[i].mate + 1;
        else
            diff->gone_at[place + 1]++;
    }
    for (size_t place = 0; place < places; place++)
        diff->gone_at[place + 1] += diff->gone_at[place];
    diff->result->went = diff->gone_at[places];
    // placing moves each beginning to its end, which is the next one's
    for (size_t i = 0, place = 0; i < count; i++) {
        if (lines[i].mate != AT_DIFF_NONE)
            place = lines[i].mate + 1;
        else
            diff->gone[diff->gone_at[place]++] = i;
    }
}

static void
write_ref(const char *ref, struct at_buf *out)
{
    if (ref[0])
        at_buf_add_fmt(out, "%s ", ref);
}

static void
write_start(struct diff *diff, char sign, const struct at_diff_line *line,
            const char *ref)
{
    at_buf_add_char(diff->out, sign);
    at_buf_add_char(diff->out, ' ');
    at_compact_write_indent(line->line, diff->out);
    write_ref(ref, diff->out);
}

static void
write_changed(struct diff *diff, const struct at_diff_line *line)
{
    const struct at_diff_line *mate = mate_of(diff, line);
    bool same = same_text(diff, mate, line);
    write_start(diff, '~', line, mate->ref);
    if (!same)
        at_buf_add_fmt(diff->out, "%s ", at_buf_text(&diff->old_text));
    at_buf_add_text(diff->out, "-> ");
    if (!line->keeps)
        write_ref(line->ref, diff->out);
    at_buf_add_fmt(diff->out, "%s\n", at_buf_text(&diff->new_text));
}

static void
write_appeared(struct diff *diff, const struct at_diff_line *line)
{
    write_start(diff, '+', line, line->ref);
    at_compact_write_line(line->line, diff->out);
    at_buf_add_char(diff->out, '\n');
}

static void
write_gone(struct diff *diff, size_t place)
{
    size_t start = place > 0 ? diff->gone_at[place - 1] : 0;
    for (size_t i = start; i < diff->gone_at[place]; i++) {
        const struct at_diff_line *line = &diff->before.lines[diff->gone[i]];
        if (diff->gone_count++ >= AT_DIFF_GONE_MAX)
            continue;
        write_start(diff, '-', line, line->ref);
        at_compact_write_line(line->line, diff->out);
        at_buf_add_char(diff->out, '\n');
    }
}

static void
write_lines(struct diff *diff)
{
    size_t told = 0;
    bool all_went =
        diff->result->went == diff->before.plan.count && diff->result->went > 1;
    if (all_went)
        at_buf_add_fmt(diff->out, "- all %zu lines\n", diff->result->went);
    else
        write_gone(diff, 0);
    for (size_t i = 0; i < diff->after.plan.count; i++) {
        const struct at_diff_line *line = &diff->after.lines[i];
        enum fate fate = fate_of(diff, line);
        if (fate != STAYS && told++ < diff->max_lines) {
            if (fate == CHANGED)
                write_changed(diff, line);
            else
                write_appeared(diff, line);
        }
        if (!all_went)
            write_gone(diff, i + 1);
    }
}

static void
write_rest(struct diff *diff)
{
    size_t told = diff->result->appeared + diff->result->changed;
    if (diff->gone_count > AT_DIFF_GONE_MAX)
        at_buf_add_fmt(diff->out, "- ... %zu more lines\n",
                       diff->gone_count - AT_DIFF_GONE_MAX);
    if (told > diff->max_lines) {
        diff->result->truncated = true;
        at_buf_add_fmt(diff->out,
                       "... %zu more lines appeared or changed (line limit "
                       "%zu): %s\n",
                       told - diff->max_lines, diff->max_lines,
                       diff->advice->whole_tree);
    }
    at_compact_write_gaps(diff->after.tree, diff->out);
}

// Size and package of before are said only where they were others.
static void
write_head(struct diff *diff)
{
    const struct at_tree *before = diff->before.tree;
    const struct at_tree *after = diff->after.tree;
    const struct at_diff_result *r = diff->result;
    struct at_fingerprint was = at_tree_screen_fingerprint(before);
    at_compact_write_header(after, r->fingerprint.text, diff->out);
    at_buf_add_text(diff->out, " since ");
    if (before->width_px != after->width_px ||
        before->height_px != after->height_px ||
        !at_str_eq(before->front_package, after->front_package))
        at_compact_write_header(before, was.text, diff->out);
    else
        at_buf_add_fmt(diff->out, "#%s", was.text);
    if (r->appeared + r->changed + r->went == 0)
        at_buf_add_text(diff->out, ": nothing appeared, changed or went; all "
                                   "refs stand\n");
    else
        at_buf_add_fmt(diff->out, ": %zu appeared, %zu changed, %zu went%s\n",
                       r->appeared, r->changed, r->went,
                       r->appeared + r->changed < diff->after.plan.count
                           ? "; the other lines and their refs stand"
                           : "");
}

void
at_diff_write(const struct at_tree *before, const struct at_tree *after,
              const struct at_compact_opts *opts, struct at_ref_table *refs,
              struct at_buf *out, struct at_diff_result *result)
{
    struct diff diff = {
        .max_lines = opts->max_lines ? opts->max_lines : AT_COMPACT_MAX_LINES,
        .advice = at_ref_table_advice(refs),
        .result = result,
        .out = out,
        .old_text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES),
        .new_text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES),
    };
    *result = (struct at_diff_result){.fingerprint =
                                          at_tree_screen_fingerprint(after)};
    const struct at_compact_opts all = {.only_interactive =
                                            opts->only_interactive};
    at_diff_side_init(&diff.before, before, &all);
    at_diff_side_init(&diff.after, after, &all);
    at_diff_pair(&diff.before, &diff.after, refs);
    give_refs(&diff, refs);
    place_gone(&diff);
    write_head(&diff);
    write_lines(&diff);
    write_rest(&diff);
    at_buf_deinit(&diff.old_text);
    at_buf_deinit(&diff.new_text);
    free(diff.gone_at);
    free(diff.gone);
    at_diff_side_deinit(&diff.before);
    at_diff_side_deinit(&diff.after);
}
