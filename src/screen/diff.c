#include "screen/diff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "screen/caption.h"
#include "screen/diff_pair.h"

enum { KINDS = 128 };

// A printed line that other lines may be indented below.
struct shown {
    const struct at_diff_line *line;
    uint32_t indent;
    bool gone; // the line is from before
};

struct diff {
    struct at_diff_side before;
    struct at_diff_side after;
    enum at_diff_fate *fates; // owned; fate of each line of after
    size_t *gone_at;          // start of each place in gone, see place_gone()
    size_t *gone;             // gone lines of before, sorted by place
    size_t gone_count;
    struct shown *shown; // owned; the newest line and its ancestors
    size_t depth;        // entries in shown
    size_t max_lines;
    bool revisits;
    const struct at_ref_table *refs; // table of before
    struct at_diff_result *result;
    struct at_buf old_text;
    struct at_buf new_text;
};

static const struct at_diff_line *
mate_of(const struct diff *diff, const struct at_diff_line *line)
{
    return line->mate == AT_DIFF_NONE ? NULL : &diff->before.lines[line->mate];
}

// Compare the texts rather than their hashes: apps choose the texts and could
// provoke collisions.
static bool
same_text(struct diff *diff, const struct at_diff_line *was,
          const struct at_diff_line *is)
{
    at_buf_clear(&diff->old_text);
    at_buf_clear(&diff->new_text);
    at_diff_line_write(&diff->before, was, &diff->old_text);
    at_diff_line_write(&diff->after, is, &diff->new_text);
    return at_str_eq(at_buf_str(&diff->old_text), at_buf_str(&diff->new_text));
}

static enum at_diff_fate
find_fate(struct diff *diff, const struct at_diff_line *line)
{
    const struct at_diff_line *mate = mate_of(diff, line);
    if (!mate)
        return AT_DIFF_APPEARED;
    bool renamed = mate->ref[0] && !line->keeps;
    return renamed || !same_text(diff, mate, line) ? AT_DIFF_CHANGED
                                                   : AT_DIFF_STAYED;
}

// Sort before's gone lines by place. Place 0 precedes all of after's lines;
// place i + 1 follows after's line i. A gone line gets the place after the mate
// of the nearest line above it that has one. This is a counting sort: count the
// lines of each place, sum up to find each start, then insert.
static void
place_gone(struct diff *diff)
{
    size_t places = diff->after.count + 1;
    const struct at_diff_line *lines = diff->before.lines;
    size_t count = diff->before.count;
    diff->gone_at = at_alloc((places + 1) * sizeof(*diff->gone_at));
    diff->gone = at_realloc_array(NULL, count, sizeof(*diff->gone));
    for (size_t i = 0, place = 0; i < count; i++) {
        if (lines[i].mate != AT_DIFF_NONE)
            place = lines[i].mate + 1;
        else if (!lines[i].hidden)
            diff->gone_at[place + 1]++;
    }
    for (size_t place = 0; place < places; place++)
        diff->gone_at[place + 1] += diff->gone_at[place];
    diff->result->went = diff->gone_at[places];
    // each insertion moves the start of its place, which ends up at the end
    for (size_t i = 0, place = 0; i < count; i++) {
        if (lines[i].mate != AT_DIFF_NONE)
            place = lines[i].mate + 1;
        else if (!lines[i].hidden)
            diff->gone[diff->gone_at[place]++] = i;
    }
}

static void
find_fates(struct diff *diff)
{
    diff->fates =
        at_realloc_array(NULL, diff->after.count, sizeof(*diff->fates));
    for (size_t i = 0; i < diff->after.count; i++) {
        const struct at_diff_line *line = &diff->after.lines[i];
        enum at_diff_fate fate = find_fate(diff, line);
        diff->fates[i] = fate;
        if (line->hidden)
            continue;
        diff->result->appeared += fate == AT_DIFF_APPEARED ? 1 : 0;
        diff->result->changed += fate == AT_DIFF_CHANGED ? 1 : 0;
    }
}

static void
give_ref(const struct diff *diff, uint32_t *last, struct at_diff_line *line)
{
    unsigned char kind = (unsigned char)line->line.kind;
    if (line->keeps) {
        at_str_cut(line->ref, sizeof(line->ref),
                   at_str(mate_of(diff, line)->ref));
        return;
    }
    if (last[kind] == 0)
        last[kind] = at_ref_table_last(diff->refs, (char)kind);
    snprintf(line->ref, sizeof(line->ref), "@%c%u", (char)kind,
             (unsigned)++last[kind]);
}

// Return how many lines the whole tree prints, including its header and, if it
// is cut, the closing line.
static size_t
shown_count(const struct diff *diff)
{
    size_t count = diff->after.count;
    if (diff->after.is_list || count + 1 <= diff->max_lines)
        return count;
    return diff->max_lines > 2 ? diff->max_lines - 2 : 0;
}

// Assign refs to the lines that the client knows after this text: those known
// before and those printed now.
static void
give_refs(struct diff *diff, bool whole)
{
    uint32_t last[KINDS] = {0};
    size_t written = 0;
    size_t shown = shown_count(diff);
    for (size_t i = 0; i < diff->after.count; i++) {
        struct at_diff_line *line = &diff->after.lines[i];
        bool tells = whole
                         ? i < shown
                         : line->hidden || (diff->fates[i] != AT_DIFF_STAYED &&
                                            written++ < diff->max_lines);
        line->ref[0] = '\0';
        if (line->line.kind && (tells || line->keeps || diff->after.is_list))
            give_ref(diff, last, line);
    }
}

static void
write_ref(const char *ref, struct at_buf *out)
{
    if (ref[0])
        at_buf_add_fmt(out, "%s ", ref);
}

static bool
is_below(const struct diff *diff, const struct shown *above,
         const struct at_diff_line *line, bool gone)
{
    const struct at_diff_line *there = above->line;
    if (gone && !above->gone)
        there = mate_of(diff, there);
    else if (gone != above->gone)
        there = NULL;
    const struct at_node *node = line->line.node;
    while (node && (!there || node != there->line.node))
        node = node->parent;
    return there && node;
}

// Indent a line as in the tree, but never below a line that is not its
// ancestor.
static void
write_indent(struct diff *diff, const struct at_diff_line *line, bool gone,
             struct at_buf *out)
{
    struct at_compact_line placed = line->line;
    struct shown *shown = diff->shown;
    bool fits = false;
    while (!fits) {
        while (diff->depth > 0 &&
               shown[diff->depth - 1].indent >= placed.indent)
            diff->depth--;
        fits = diff->depth == 0 ||
               is_below(diff, &shown[diff->depth - 1], line, gone);
        if (!fits)
            placed.indent = shown[diff->depth - 1].indent;
    }
    shown[diff->depth++] = (struct shown){line, placed.indent, gone};
    at_compact_write_indent(&placed, out);
}

// In a numbered list the refs follow the elements.
static void
write_line(const struct at_diff_side *side, const struct at_diff_line *line,
           bool full, struct at_buf *out)
{
    if (!side->is_list)
        write_ref(line->ref, out);
    if (full)
        at_diff_line_write_full(side, line, out);
    else
        at_diff_line_write(side, line, out);
    if (side->is_list && line->ref[0])
        at_buf_add_fmt(out, " %s", line->ref);
}

// Out of context, a number or an unlabelled field does not explain itself, and
// its caption may have scrolled away.
static void
write_caption(const struct diff *diff, const struct at_diff_line *line,
              bool gone, struct at_buf *out)
{
    enum { CAPTION_MAX_BYTES = 60 };
    const struct at_diff_side *side = gone ? &diff->before : &diff->after;
    const struct at_diff_line *mate = gone ? NULL : mate_of(diff, line);
    struct at_str caption = at_node_caption(side->tree, line->line.node);
    if (caption.len == 0 && mate)
        caption = at_node_caption(diff->before.tree, mate->line.node);
    if (caption.len == 0)
        return;
    at_buf_add_text(out, " near ");
    at_quote_write(at_utf8_head(caption, CAPTION_MAX_BYTES), out);
}

static void
write_changed(struct diff *diff, const struct at_diff_line *line,
              struct at_buf *out)
{
    const struct at_diff_line *mate = mate_of(diff, line);
    bool same = same_text(diff, mate, line);
    at_buf_add_text(out, "~ ");
    write_indent(diff, line, false, out);
    write_ref(mate->ref, out);
    if (!same)
        at_buf_add_fmt(out, "%s ", at_buf_text(&diff->old_text));
    at_buf_add_text(out, "-> ");
    if (!line->keeps)
        write_ref(line->ref, out);
    at_buf_add_str(out, at_buf_str(&diff->new_text));
    write_caption(diff, line, false, out);
    at_buf_add_char(out, '\n');
}

static void
write_appeared(struct diff *diff, const struct at_diff_line *line,
               struct at_buf *out)
{
    at_buf_add_text(out, "+ ");
    write_indent(diff, line, false, out);
    write_line(&diff->after, line, true, out);
    write_caption(diff, line, false, out);
    at_buf_add_char(out, '\n');
}

static void
write_went(struct diff *diff, const struct at_diff_line *line,
           struct at_buf *out)
{
    at_buf_add_text(out, "- ");
    write_indent(diff, line, true, out);
    write_line(&diff->before, line, false, out);
    write_caption(diff, line, true, out);
    at_buf_add_char(out, '\n');
}

static void
write_gone(struct diff *diff, size_t place, struct at_buf *out)
{
    size_t start = place > 0 ? diff->gone_at[place - 1] : 0;
    for (size_t i = start; i < diff->gone_at[place]; i++) {
        if (diff->gone_count++ < AT_DIFF_GONE_MAX)
            write_went(diff, &diff->before.lines[diff->gone[i]], out);
    }
}

static void
write_lines(struct diff *diff, struct at_buf *out)
{
    size_t written = 0;
    write_gone(diff, 0, out);
    for (size_t i = 0; i < diff->after.count; i++) {
        const struct at_diff_line *line = &diff->after.lines[i];
        enum at_diff_fate fate = diff->fates[i];
        if (!line->hidden && fate != AT_DIFF_STAYED &&
            written++ < diff->max_lines) {
            if (fate == AT_DIFF_CHANGED)
                write_changed(diff, line, out);
            else
                write_appeared(diff, line, out);
        }
        write_gone(diff, i + 1, out);
    }
}

static void
write_rest(const struct diff *diff, struct at_buf *out)
{
    size_t written = diff->result->appeared + diff->result->changed;
    if (diff->gone_count > AT_DIFF_GONE_MAX)
        at_buf_add_fmt(out, "- ... %zu more lines\n",
                       diff->gone_count - AT_DIFF_GONE_MAX);
    if (written > diff->max_lines)
        at_buf_add_fmt(out,
                       "... %zu more lines appeared or changed (line limit "
                       "%zu): %s\n",
                       written - diff->max_lines, diff->max_lines,
                       at_ref_table_advice(diff->refs)->whole_tree);
    at_compact_write_gaps(diff->after.tree, out);
}

static void
add_count(size_t count, const char *what, const char **comma,
          struct at_buf *out)
{
    if (count == 0)
        return;
    at_buf_add_fmt(out, "%s%zu %s", *comma, count, what);
    *comma = ", ";
}

static void
write_head(const struct diff *diff, struct at_buf *out)
{
    const struct at_diff_result *r = diff->result;
    const char *comma = "";
    at_buf_add_fmt(out, "screen #%s since #%s%s: ", r->fingerprint.text,
                   at_tree_screen_fingerprint(diff->before.tree).text,
                   diff->revisits ? ", seen before" : "");
    add_count(r->appeared, "appeared", &comma, out);
    add_count(r->changed, "changed", &comma, out);
    add_count(r->went, "went", &comma, out);
    at_buf_add_fmt(out, "%s; other lines and refs stay\n",
                   *comma ? "" : "nothing changed");
}

static void
write_diff(struct diff *diff, struct at_buf *out)
{
    give_refs(diff, false);
    diff->shown = at_realloc_array(
        NULL, diff->before.count + diff->after.count + 1, sizeof(*diff->shown));
    write_head(diff, out);
    write_lines(diff, out);
    write_rest(diff, out);
}

static void
write_whole(struct diff *diff, struct at_buf *out)
{
    size_t shown = shown_count(diff);
    const struct at_diff_side *side = &diff->after;
    give_refs(diff, true);
    at_compact_write_header(side->tree, diff->result->fingerprint.text, out);
    at_buf_add_char(out, '\n');
    for (size_t i = 0; i < shown; i++) {
        const struct at_diff_line *line = &side->lines[i];
        if (line->hidden)
            continue;
        at_compact_write_indent(&line->line, out);
        write_line(side, line, true, out);
        at_buf_add_char(out, '\n');
    }
    if (shown < side->count)
        at_buf_add_fmt(out,
                       "... %zu more lines not shown (line limit %zu): %s\n",
                       side->count - shown, diff->max_lines,
                       at_ref_table_advice(diff->refs)->whole_tree);
    at_compact_write_gaps(side->tree, out);
}

static bool
is_comparable(const struct diff *diff)
{
    const struct at_tree *before = diff->before.tree;
    const struct at_tree *after = diff->after.tree;
    return before->width_px == after->width_px &&
           before->height_px == after->height_px &&
           before->source == after->source &&
           at_str_eq(before->front_package, after->front_package);
}

// Compare the lengths of the texts, or their line counts if either was cut.
static bool
is_shorter(const struct diff *diff, const struct at_buf *text,
           const struct at_buf *whole)
{
    const struct at_diff_result *r = diff->result;
    size_t written = r->appeared + r->changed;
    size_t went = r->went < AT_DIFF_GONE_MAX ? r->went : AT_DIFF_GONE_MAX;
    bool cut =
        shown_count(diff) < diff->after.count || written > diff->max_lines;
    return cut ? written + went < diff->after.count
               : text->len <
                     whole->len + at_ref_table_advice(diff->refs)->whole_costs;
}

// Append the shorter text and keep its refs in the lines.
static void
write_shorter(struct diff *diff, struct at_buf *out)
{
    struct at_diff_result *result = diff->result;
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf whole = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    write_whole(diff, &whole);
    result->whole = true;
    result->truncated = shown_count(diff) < diff->after.count;
    if (is_comparable(diff)) {
        write_diff(diff, &text);
        result->whole = !is_shorter(diff, &text, &whole);
        if (result->whole)
            give_refs(diff, true);
        else
            result->truncated =
                result->appeared + result->changed > diff->max_lines;
    }
    at_buf_add_str(out, at_buf_str(result->whole ? &whole : &text));
    at_buf_deinit(&text);
    at_buf_deinit(&whole);
}

static void
report_changes(struct diff *diff, const struct at_diff_opts *opts)
{
    for (size_t i = 0; i < diff->after.count; i++) {
        const struct at_diff_line *line = &diff->after.lines[i];
        enum at_diff_fate fate = diff->fates[i];
        struct at_diff_change change = {.fate = fate,
                                        .node = line->line.node,
                                        .ref = line->ref,
                                        .was = AT_STR("")};
        if (fate == AT_DIFF_CHANGED) {
            same_text(diff, mate_of(diff, line), line);
            change.was = at_buf_str(&diff->old_text);
        }
        if (fate != AT_DIFF_STAYED && !line->hidden)
            opts->changed(opts->user, &change);
    }
    for (size_t i = 0; i < diff->before.count; i++) {
        const struct at_diff_line *line = &diff->before.lines[i];
        const struct at_diff_change change = {.fate = AT_DIFF_WENT,
                                              .node = line->line.node,
                                              .ref = line->ref,
                                              .was = AT_STR("")};
        if (line->mate == AT_DIFF_NONE && !line->hidden)
            opts->changed(opts->user, &change);
    }
}

static void
renew_refs(const struct diff *diff, struct at_ref_table *refs)
{
    at_ref_table_renew(refs);
    for (size_t i = 0; i < diff->after.count; i++) {
        const struct at_diff_line *line = &diff->after.lines[i];
        if (line->ref[0])
            at_ref_table_keep(refs, line->ref, diff->after.tree,
                              line->line.node);
    }
    at_ref_table_end(refs);
}

void
at_diff_write(const struct at_tree *before, const struct at_tree *after,
              const struct at_diff_opts *opts, struct at_ref_table *refs,
              struct at_buf *out, struct at_diff_result *result)
{
    bool is_list = at_ref_table_is_list(refs);
    struct diff diff = {
        .max_lines = opts->max_lines ? opts->max_lines : AT_COMPACT_MAX_LINES,
        .revisits = opts->revisits,
        .refs = refs,
        .result = result,
        .old_text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES),
        .new_text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES),
    };
    *result = (struct at_diff_result){.fingerprint =
                                          at_tree_screen_fingerprint(after)};
    at_diff_side_init(&diff.before, before, opts->only_interactive, is_list);
    at_diff_side_init(&diff.after, after, opts->only_interactive, is_list);
    at_diff_pair(&diff.before, &diff.after, refs);
    place_gone(&diff);
    find_fates(&diff);
    write_shorter(&diff, out);
    if (opts->changed)
        report_changes(&diff, opts);
    renew_refs(&diff, refs);
    at_buf_deinit(&diff.old_text);
    at_buf_deinit(&diff.new_text);
    free(diff.fates);
    free(diff.gone_at);
    free(diff.gone);
    free(diff.shown);
    at_diff_side_deinit(&diff.before);
    at_diff_side_deinit(&diff.after);
}
